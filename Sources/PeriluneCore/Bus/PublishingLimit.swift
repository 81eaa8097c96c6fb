/// How much an event may publish, counting the events that those publish in turn.
public struct PublishingLimit: Hashable, Sendable {
    /// Maximum number of events.
    public var events: Int
    /// Maximum size of these events as JSON, in bytes.
    public var bytes: Int

    /// Makes a limit.
    public init(events: Int = 1000, bytes: Int = 16 << 20) {
        self.events = events
        self.bytes = bytes
    }

    /// No events.
    package static let none = PublishingLimit(events: 0, bytes: 0)

    /// The error for a count that exceeds the limit; otherwise `nil`.
    func error(for count: PublishingLimit) -> PeriluneError? {
        if count.events <= events, count.bytes <= bytes { return nil }
        let limit = count.events > events ? "\(events) events" : "\(bytes) bytes of events"
        return PeriluneError(
            "publish.limit",
            "an event published more than \(limit), counting those that its events published",
            hint:
                "publish under a condition, so that events do not multiply; one event with a list can replace many"
        )
    }
}
