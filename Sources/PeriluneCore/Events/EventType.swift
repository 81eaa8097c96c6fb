/// A type of events, with a description for authors of rules.
public struct EventType: Sendable, Hashable {
    /// The dotted name, as in the event: `crm.lead.update`.
    public let name: String
    /// When such an event occurs, in one sentence.
    public let summary: String

    /// Describes a type.
    public init(_ name: String, _ summary: String) {
        self.name = name
        self.summary = summary
    }
}

extension EventType {
    /// The type of the event that comes after the last event of the logs of a run.
    package static let logEnd = "log.end"

    /// The types of events that the host itself creates.
    package static let ofHost = [
        EventType(logEnd, "The logs of a run were read to their end."),
        EventType("timer", "A timer is due; only the script that set it gets the event."),
    ]
}
