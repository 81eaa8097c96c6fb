/// The result of an event at one delegate, for `explain`.
package struct TraceStep: Sendable {
    /// The event: what is decided, or one that was published meanwhile.
    package let event: String
    /// The part of the event, if it has several.
    package let part: TracePart?
    /// The delegate's name.
    package let delegate: String
    /// Its place in the order in which delegates are asked, from 0; those that were not asked for this event come last.
    package let order: Int
    /// What became of the event at this delegate.
    package let answer: Answer
    /// The number of the earlier part for which it answered, if it was asked about the whole event.
    package let answeredFor: Int?
    /// What it did, if it was asked.
    package let trace: DelegateTrace?

    /// What a delegate did.
    package enum Answer: Sendable {
        case notInterested(Mismatch)
        /// Another one had ended the event before its turn came.
        case notReached
        case declined
        case replied(Reply)
        case failed(PeriluneError)
    }
}

/// One part of an event that has several.
package struct TracePart: Hashable, Sendable {
    /// From 1.
    package let number: Int
    /// The number of parts of the event.
    package let count: Int
    /// The part as text, such as its link; it may hold secrets.
    package let text: String
}

/// Why a delegate is not interested in an event.
package struct Mismatch: Hashable, Sendable {
    /// What it declares: `type`, or the field of a condition.
    package let field: String
    /// What it wants there.
    package let wanted: Value
    /// In a few words, with what the event has.
    package let reason: String
}
