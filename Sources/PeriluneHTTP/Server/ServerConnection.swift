import PeriluneCore
import Synchronization

/// A connection and the request that it is at.
///
/// Unchecked: `request` belongs to the server thread that serves the connection; other threads
/// look at the phase and answer through the exchange.
final class ServerConnection: @unchecked Sendable {
    /// What has come of the current request.
    enum Request {
        case none
        /// The first line has come; `nil` where it names nothing that can be served.
        case target(ServerTarget?)
        case body(HTTPRequest, limit: Int)
        case asked
        /// Too large and told so: what is on its way is read, so that the client gets to see that.
        case refused(swallowed: Int)
    }

    let socket: Int32
    var request = Request.none
    private let stamp = Atomic(PhaseStamp(.fresh).word)
    private let exchange = Mutex(Exchange())

    init(socket: Int32) { self.socket = socket }

    var phase: PhaseStamp { PhaseStamp(word: stamp.load(ordering: .relaxed)) }

    func enter(_ phase: Phase) { stamp.store(PhaseStamp(phase).word, ordering: .relaxed) }

    /// Asks the handler; returns the answer where it came at once, else suspends the connection.
    func ask(
        _ handler: any HTTPHandler, _ request: HTTPRequest, _ connection: OpaquePointer,
        unless isStopping: () -> Bool
    ) -> HTTPResponse? {
        let number = exchange.withLock { $0.ask() }
        let suspendable = Suspendable(connection: connection)
        handler.handle(request, Self.respond(ResponseToken(self, number)))
        return exchange.withLock { exchange in
            if let answer = exchange.takeAnswer() { return answer }
            // Under the lock, so that either this sees the stop or the stop sees the connection.
            guard !isStopping() else { return ServerAnswer.stopping.response }
            suspendable.suspend()
            exchange.suspend(suspendable)
            return nil
        }
    }

    /// Answers a request from any thread; no number means whichever there is.
    ///
    /// Only the first answer counts.
    func answer(_ number: UInt64?, _ response: HTTPResponse) {
        exchange.withLock { $0.answer(number, response) }?.resume()
    }

    /// Nobody is left who could answer a request; usually somebody has.
    func drop(_ number: UInt64) {
        guard exchange.withLock({ $0.isWaiting(for: number) }) else { return }
        answer(number, ServerAnswer.dropped.response)
    }

    func takeAnswer() -> HTTPResponse? { exchange.withLock { $0.takeAnswer() } }

    /// The request is over, answered or not.
    func end() {
        exchange.withLock { $0.end() }
        request = .none
        enter(.idle)
    }

    private static func respond(_ token: ResponseToken) -> @Sendable (HTTPResponse) -> Void {
        { token.answer($0) }
    }
}
