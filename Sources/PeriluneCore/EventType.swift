/// A type of events, described for those who write rules about them.
public struct EventType: Sendable, Hashable {
    /// The dotted name, as in the event: `crm.lead.update`.
    public let name: String
    /// When there is such an event, in one sentence.
    public let summary: String

    /// Describes a type.
    public init(_ name: String, _ summary: String) {
        self.name = name
        self.summary = summary
    }
}
