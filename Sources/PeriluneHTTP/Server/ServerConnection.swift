import PeriluneCore
import Synchronization

/// A connection and the request that it is at.
///
/// Unchecked: everything belongs to the loop that serves the connection, but for the phase, which other
/// threads look at, and the exchange, through which they answer.
final class ServerConnection: @unchecked Sendable {
    /// What has come of the current request.
    enum Request {
        case head
        case body(HTTPRequest, Body)
        /// The handler has it.
        case asked
        /// The answer is on its way.
        case answered
        /// Nothing is answered any more: what is on its way is read, so that the client gets to see the
        /// last answer. Closing the socket on unread bytes would make the system throw that away.
        case closing(swallowed: Int)
    }

    /// What is left of a body.
    enum Body {
        case length(left: Int)
        case chunked(ChunkReader, limit: Int)
    }

    let core: ServerCore
    let loop: EventLoop
    /// `nil` where its connections are not counted.
    let address: ClientAddress?
    let transport: Transport
    var input = ServerInput()
    var output = ServerOutput()
    var request = Request.head
    /// Of the current request.
    var isForHead = false
    var isHTTP10 = false
    var keepsAlive = true
    /// Whether the client sends no more.
    var hasEnded = false
    /// Whether it is to be closed at once.
    var isDead = false
    /// Whether bytes came when they were of no use: the system need not tell of them before they are.
    var ignoresInput = false
    /// Whether the system no longer tells of it: the client is gone, and the handler not done.
    var isForgotten = false
    /// What the loop waits for, as it has told the system.
    var interest: UInt32 = 0
    private let stamp = Atomic(PhaseStamp(.fresh).word)
    private let served = Atomic(false)
    private let received = Atomic(0)
    private let exchange = Mutex(Exchange())

    init(
        _ transport: Transport, core: ServerCore, loop: EventLoop, address: ClientAddress?
    ) {
        self.transport = transport
        self.core = core
        self.loop = loop
        self.address = address
    }

    var socket: Int32 { transport.socket }
    var phase: PhaseStamp { PhaseStamp(word: stamp.load(ordering: .relaxed)) }
    /// Whether it has had an answer.
    var hasServed: Bool { served.load(ordering: .relaxed) }
    /// Bytes of the current body.
    var receivedBody: Int { received.load(ordering: .relaxed) }

    func enter(_ phase: Phase) {
        stamp.store(PhaseStamp(phase).word, ordering: .relaxed)
        if phase == .idle { served.store(true, ordering: .relaxed) }
    }

    func beginHead() {
        switch phase.phase {
        case .fresh: stamp.store(phase.head.word, ordering: .relaxed)
        case .head: break
        default: enter(.head)
        }
    }

    func countBody(_ bytes: Int) { received.store(bytes, ordering: .relaxed) }

    /// Asks the handler; the answer comes through the exchange.
    func ask(_ request: HTTPRequest) {
        let number = exchange.withLock { $0.ask() }
        core.handler.handle(request, Self.respond(ResponseToken(self, number)))
    }

    func takeAnswer() -> HTTPResponse? { exchange.withLock { $0.takeAnswerOrWait() } }

    /// Answers a request from any thread; no number means whichever there is.
    ///
    /// Only the first answer counts.
    func answer(_ number: UInt64?, _ response: HTTPResponse) {
        if exchange.withLock({ $0.answer(number, response) }) { loop.wake(self) }
    }

    /// Nobody is left who could answer a request; usually somebody has.
    func drop(_ number: UInt64) {
        guard exchange.withLock({ $0.isWaiting(for: number) }) else { return }
        answer(number, ServerAnswer.dropped.response)
    }

    /// The request is over, answered or not.
    func endExchange() { exchange.withLock { $0.end() } }

    private static func respond(_ token: ResponseToken) -> @Sendable (HTTPResponse) -> Void {
        { token.answer($0) }
    }
}
