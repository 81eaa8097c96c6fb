import PeriluneCore
import PeriluneHTTP
import Synchronization

/// Takes webhooks, and answers as it was told to.
final class Receiver: HTTPHandler {
    enum Answer: Sendable {
        case status(Int, String = "")
        /// Never.
        case silence
    }

    private struct State {
        var answers: [Answer]
        var requests: [HTTPRequest] = []
        var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
        var held: [@Sendable (HTTPResponse) -> Void] = []
    }

    private let state: Mutex<State>

    init(_ answers: [Answer] = []) { state = Mutex(State(answers: answers)) }

    var requests: [HTTPRequest] { state.withLock { $0.requests } }

    func handle(_ request: HTTPRequest, _ respond: @escaping @Sendable (HTTPResponse) -> Void) {
        let (answer, ready) = state.withLock { state in
            state.requests.append(request)
            let ready = state.waiting.filter { $0.count <= state.requests.count }
            state.waiting.removeAll { $0.count <= state.requests.count }
            let answer = state.answers.isEmpty ? .status(200) : state.answers.removeFirst()
            if case .silence = answer { state.held.append(respond) }
            return (answer, ready.map(\.continuation))
        }
        if case .status(let status, let text) = answer {
            respond(HTTPResponse(status, "text/plain", text))
        }
        for continuation in ready { continuation.resume() }
    }

    /// Waits until so many requests have come.
    func wait(for count: Int) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.requests.count >= count { return true }
                state.waiting.append((count, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    /// Lets go of what was never answered, so that the server can end.
    func release() {
        let held = state.withLock { state in
            defer { state.held = [] }
            return state.held
        }
        for respond in held { respond(HTTPResponse(200)) }
    }
}
