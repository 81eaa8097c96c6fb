import CCurl
import PeriluneCore
import Synchronization

/// A request in progress, and the part of its answer that has been received.
///
/// Unchecked: the waiting task sets `continuation` before it passes the transfer on; from then on, only the client's
/// thread uses it, except for `isCancelled`.
final class Transfer: @unchecked Sendable {
    typealias Answer = Result<HTTPResponse, PeriluneError>

    /// The maximum size of all header lines together; libcurl limits only each of them.
    private static let headLimit = 256 << 10

    let request: HTTPClientRequest
    let target: RequestTarget
    let bodyLimit: Int
    let isCancelled = Atomic(false)
    var continuation: CheckedContinuation<Answer, Never>?

    private var headers = HTTPHeaders()
    private var body: [UInt8] = []
    private(set) var isTooLarge = false
    /// An address that the request may not connect to.
    private(set) var refusedAddress: String?
    /// A list for libcurl, which reads it while the transfer lasts.
    var resolved: UnsafeMutablePointer<curl_slist>?

    init(_ request: HTTPClientRequest, _ options: HTTPClientOptions) throws(PeriluneError) {
        self.request = request
        bodyLimit = options.bodyLimit
        target = try RequestTarget(request.url)
        try Self.check(request)
    }

    func finish(_ answer: Answer) {
        continuation?.resume(returning: answer)
        continuation = nil
    }

    func response(status: Int) -> HTTPResponse {
        // The body is decompressed, so these headers do not apply any more.
        if headers["Content-Encoding"] != nil {
            headers["Content-Encoding"] = nil
            headers["Content-Length"] = nil
        }
        return HTTPResponse(status, headers: headers, body: body)
    }

    /// Adds a header line of the answer; returns false to end the transfer.
    func takeHeader(_ line: UnsafeRawBufferPointer) -> Bool {
        // Trailers follow the body and must not add headers.
        guard body.isEmpty else { return true }
        if line.starts(with: "HTTP/".utf8) {
            // The headers so far were those of an interim answer (100, 103).
            headers = HTTPHeaders()
            return true
        }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return true }
        let value = line[(colon + 1)...].trimmed()
        headers.add(name: line[..<colon], value: value)
        isTooLarge = headers.packed.count > Self.headLimit
        return !isTooLarge
    }

    /// Adds a piece of the body; returns false to end the transfer.
    func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count <= bodyLimit - body.count else {
            isTooLarge = true
            return false
        }
        body.append(contentsOf: bytes)
        return true
    }

    /// Whether the request may use a connection to an address, new or reused.
    func mayConnect(to address: String) -> Bool {
        guard let addresses = request.addresses, !addresses.allows(address) else { return true }
        refusedAddress = address
        return false
    }

    private static func check(_ request: HTTPClientRequest) throws(PeriluneError) {
        guard request.method.utf8.isToken else {
            throw PeriluneError(.httpRequest, "the method of a request is not a valid HTTP method")
        }
        for (name, value) in request.headers.fields {
            guard name.utf8.isToken, !value.utf8.contains(where: \.isControl) else {
                throw PeriluneError(
                    .httpRequest, "a header of a request contains an invalid byte")
            }
        }
    }
}
