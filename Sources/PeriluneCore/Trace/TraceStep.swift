/// The result of an event at one delegate, for `explain`.
package struct TraceStep: Sendable {
    /// The id of the event, which may have been published during the processing of the traced one.
    package let event: String
    /// The part of the event, if it has several.
    package let part: TracePart?
    /// The delegate's name.
    package let delegate: String
    /// Its place in the order in which delegates are asked, from 0; those that were not asked for this event come last.
    package let order: Int
    /// The answer of the delegate.
    package let answer: Answer
    /// The number of the earlier part at which it gave this answer, if it was asked about the whole event.
    package let answeredFor: Int?
    /// What the delegate did; `nil` if it was not asked.
    package let trace: DelegateTrace?

    /// The answer of a delegate, or why it was not asked.
    package enum Answer: Sendable {
        case notInterested(Mismatch)
        /// Another delegate had already ended the event.
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
    /// The declared field: `type`, or the field of a condition.
    package let field: String
    /// The declared value.
    package let wanted: Value
    /// The reason in a few words, with the value of the event.
    package let reason: String
}
