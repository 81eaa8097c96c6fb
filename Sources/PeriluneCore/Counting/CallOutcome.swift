/// How a turn of a delegate ended: for the metric of running times.
package enum CallOutcome: String, Hashable, Sendable, CaseIterable {
    /// It handled the event.
    case handled
    /// It left the event to the default handler.
    case `default`
    /// It rejected the event, or a part of it.
    case rejected
    /// It declined the event, or passed it to the next delegate.
    case declined
    /// It failed.
    case failed
    /// It waits for an answer.
    case waiting

    init(_ reply: Reply) {
        switch reply {
        case .handled: self = .handled
        case .byDefault: self = .default
        case .reject, .rejectPart: self = .rejected
        case .pass: self = .declined
        }
    }

    init(_ handling: Handling) {
        switch handling {
        case .declined: self = .declined
        case .handled: self = .handled
        case .replied(let reply): self.init(reply)
        case .suspended: self = .waiting
        }
    }
}
