import CGnuTLS
import CMicroHTTPD
import Glibc
import PeriluneCore

/// Takes a request from its head to its answer.
struct RequestService {
    let core: ServerCore
    let connection: OpaquePointer
    let current: ServerConnection

    /// What is read of a body that was refused: closing the socket on unread bytes would make the
    /// system throw the answer away that the client has not read yet.
    static let mostSwallowed = 1 << 20
    /// Memory for a body that is only announced; the rest comes with the bytes.
    private static let mostReserved = 64 << 10

    func takeHead(
        _ target: ServerTarget?, method: UnsafePointer<CChar>, version: UnsafePointer<CChar>
    ) -> MHD_Result {
        let head = RequestGuard(connection, method: method, version: version)
        if let problem = head.problem { return queue(problem.response, closes: true) }
        guard let target else {
            let problem = ServerAnswer.badRequest("the target is neither a path nor a URL")
            return queue(problem.response, closes: true)
        }
        let limit = core.options.bodyLimit(target.path)
        let length = head.contentLength ?? 0
        guard length <= limit else {
            // A client that asks first has sent no body: nothing would be left unread.
            return head.expectsContinue
                ? queue(ServerAnswer.tooLarge.response, closes: true) : refuse()
        }
        var request = HTTPRequest(
            method: String(cString: method), path: target.path, query: target.query,
            headers: head.headers)
        if length > 0 { request.body.reserveCapacity(min(length, Self.mostReserved)) }
        current.request = .body(request, limit: limit)
        current.enter(.body)
        return .YES
    }

    func takeBody(_ piece: UnsafeRawBufferPointer) -> MHD_Result {
        guard case .body(var request, let limit) = current.request else { return .NO }
        guard piece.count <= limit - request.body.count else { return refuse() }
        // Taken out while it grows: a second owner would make this copy what has come so far.
        current.request = .none
        request.body.append(contentsOf: piece)
        current.request = .body(request, limit: limit)
        return .YES
    }

    func ask() -> MHD_Result {
        guard case .body(let request, _) = current.request else { return .NO }
        core.requests.increment()
        current.request = .asked
        current.enter(.answer)
        guard !core.isStopping else { return queue(ServerAnswer.stopping.response, closes: true) }
        let answer = current.ask(core.handler, request, connection) { core.isStopping }
        return answer.map { queue($0) } ?? .YES
    }

    func answerAsked() -> MHD_Result { current.takeAnswer().map { queue($0) } ?? .NO }

    /// Answers 413 at once, past the library, which takes no answer in the middle of a body.
    private func refuse() -> MHD_Result {
        current.request = .refused(swallowed: 0)
        let answer = ServerAnswer.tooLarge.wire
        if let session = perilune_mhd_tls_session(connection) {
            gnutls_record_send(OpaquePointer(session), answer, answer.count)
        } else {
            send(
                current.socket, answer, answer.count,
                Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
        }
        return .YES
    }

    private func queue(_ response: HTTPResponse, closes: Bool = false) -> MHD_Result {
        current.enter(.write)
        guard let answer = LibraryResponse(response, closes: closes || core.isDraining) else {
            return .NO
        }
        return answer.queue(on: connection)
    }
}
