import Synchronization

/// One attempt to send a message, which the transports report on.
///
/// It tells a failure before the message was sent, such as a token that cannot be obtained, from one after
/// which the message may have been carried out.
final class MessageAttempt: Sendable {
    /// The attempt that this task makes.
    @TaskLocal static var current: MessageAttempt?

    private enum State: UInt8, AtomicRepresentable {
        /// A client that does not report: the message may be on its way.
        case unreported
        case preparing
        case sent
    }

    /// Whether the message must reach the organization at most once.
    let isOnce: Bool
    private let state = Atomic(State.unreported)

    init(isOnce: Bool) { self.isOnce = isOnce }

    /// Notes that the client starts: nothing of the message has been sent.
    static func markPreparing() { current?.state.store(.preparing, ordering: .relaxed) }

    /// Notes that the message is being sent; returns whether the request must be sent at most once.
    ///
    /// Without an attempt, it is unknown whether a repetition does harm.
    static func markSent() -> Bool {
        guard let current else { return true }
        current.state.store(.sent, ordering: .relaxed)
        return current.isOnce
    }

    /// The organization did not accept the sender, so the message was not carried out.
    static func markRefused() { current?.state.store(.preparing, ordering: .relaxed) }

    /// Whether the message may have reached the organization.
    var mayBeSent: Bool { state.load(ordering: .relaxed) != .preparing }
}
