/// A function of a delegate's table that is called for events of one type, under a name of its own:
/// `didSelectCategory` for `chart.selection.category`.
///
/// It is called as `delegate:name(subject, data, commander)`, with the event's subject and data. Scripts
/// written for another kit keep the names they know; what they do is what `on` and `execute` do.
public struct DelegateFunction: Sendable, Hashable {
    /// The name in the table.
    public let name: String
    /// The type of the events.
    public let type: String
    /// How its result is used.
    public let result: Result
    /// What the function does, in one sentence.
    public let summary: String

    /// How the result of such a function is used.
    public enum Result: String, Sendable, Hashable, CaseIterable {
        /// Like that of `execute`: nothing, or a decision.
        case told
        /// `false` rejects the event; anything else leaves it to the next delegate.
        case asked
        /// A value that it returns is emitted.
        case answers
    }

    /// Declares a function.
    public init(_ name: String, for type: String, _ result: Result, _ summary: String) {
        self.name = name
        self.type = type
        self.result = result
        self.summary = summary
    }
}
