import PeriluneCore
import Synchronization

/// Answers at once with what it got.
struct EchoHandler: HTTPHandler {
    func handle(_ request: HTTPRequest, _ respond: @escaping @Sendable (HTTPResponse) -> Void) {
        let text =
            "{\(request.method) \(request.path) \(request.query ?? "-") \(request.body.count)}"
        respond(HTTPResponse(200, "text/plain", text))
    }
}

/// Counts the requests that the server refuses.
final class CountingHandler: HTTPHandler {
    private let codes = Mutex<[String]>([])

    var refused: [String] { codes.withLock(\.self) }

    func handle(_ request: HTTPRequest, _ respond: @escaping @Sendable (HTTPResponse) -> Void) {
        respond(HTTPResponse(200, "text/plain", "\n"))
    }

    func countRefusal(_ code: PeriluneError.Code) { codes.withLock { $0.append(code.rawValue) } }
}

/// Does what a closure says.
struct ClosureHandler: HTTPHandler {
    typealias Body = @Sendable (HTTPRequest, @escaping @Sendable (HTTPResponse) -> Void) -> Void
    let body: Body

    init(_ body: @escaping Body) { self.body = body }

    func handle(_ request: HTTPRequest, _ respond: @escaping @Sendable (HTTPResponse) -> Void) {
        body(request, respond)
    }
}

/// Keeps every `respond` until the test answers.
final class WaitingHandler: HTTPHandler {
    private let waiting = Mutex<[@Sendable (HTTPResponse) -> Void]>([])

    var count: Int { waiting.withLock { $0.count } }

    func handle(_ request: HTTPRequest, _ respond: @escaping @Sendable (HTTPResponse) -> Void) {
        waiting.withLock { $0.append(respond) }
    }

    func answerAll(_ response: HTTPResponse) {
        let all = waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        for respond in all { respond(response) }
    }

    func waitUntil(_ count: Int) async {
        while self.count < count { try? await Task.sleep(for: .milliseconds(2)) }
    }
}
