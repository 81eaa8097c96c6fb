import PeriluneCore
import Synchronization

/// A connection and its current request.
///
/// Unchecked: everything belongs to the event loop of the connection, except the phase, which other
/// threads read, and the exchange, through which they answer.
final class ServerConnection: @unchecked Sendable {
    /// The progress of the current request.
    enum Request {
        case head
        case body(HTTPRequest, Body)
        /// The handler has it.
        case asked
        /// The answer is being sent.
        case answered
        /// No more requests are answered. Bytes of the client are read and ignored, so that it
        /// receives the last answer: if a socket is closed with unread bytes, the kernel discards
        /// the answer.
        case closing(swallowed: Int)
    }

    /// The part of a body that is still to be received.
    enum Body {
        case length(left: Int)
        case chunked(ChunkReader, limit: Int)
    }

    /// The sequence number of the connection, which only the table uses.
    var number: UInt64 = 0
    let core: ServerCore
    let loop: EventLoop
    /// `nil` if connections from the address are not counted.
    let address: ClientAddress?
    let transport: Transport
    var input = ServerInput()
    var output = ServerOutput()
    var request = Request.head
    /// Whether the current request is a HEAD request.
    var isForHead = false
    var isHTTP10 = false
    var keepsAlive = true
    /// Whether the client has closed its side.
    var hasEnded = false
    /// Whether the connection is to be closed at once.
    var isDead = false
    /// Whether bytes arrived that are not needed yet, so epoll need not report them.
    var ignoresInput = false
    /// Whether epoll no longer reports the connection: the client is gone, and the handler is not
    /// done.
    var isForgotten = false
    /// The events that are registered with epoll.
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
    /// Whether an earlier request on this connection was answered.
    var hasServed: Bool { served.load(ordering: .relaxed) }
    /// The number of bytes received of the current body.
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

    /// Sets the number of bytes received of the current body; 0 when the connection no longer holds it.
    ///
    /// - Returns: By how much the memory for bodies has grown.
    @discardableResult
    func countBody(_ bytes: Int) -> Int {
        let before = ServerCore.counted(received.exchange(bytes, ordering: .relaxed))
        let growth = ServerCore.counted(bytes) - before
        if growth != 0 { core.countBodies(growth) }
        return growth
    }

    /// Calls the handler, which answers through the exchange.
    func callHandler(_ request: HTTPRequest) {
        let number = exchange.withLock { $0.beginRequest() }
        core.handler.handle(request, Self.respond(ResponseToken(self, number)))
    }

    func takeAnswer() -> HTTPResponse? { exchange.withLock { $0.takeAnswerOrWait() } }

    /// Answers a request from any thread; no number means whichever there is.
    ///
    /// Only the first answer counts.
    func answer(_ number: UInt64?, _ response: HTTPResponse) {
        if exchange.withLock({ $0.answer(number, response) }) { loop.wake(self) }
    }

    /// Called when the handler has released `respond`; usually, an answer was given before.
    func drop(_ number: UInt64) {
        guard exchange.withLock({ $0.isWaiting(for: number) }) else { return }
        answer(number, ServerAnswer.dropped.response)
    }

    /// Ends the request, whether it was answered or not.
    func endExchange() { exchange.withLock { $0.end() } }

    private static func respond(_ token: ResponseToken) -> @Sendable (HTTPResponse) -> Void {
        { token.answer($0) }
    }
}
