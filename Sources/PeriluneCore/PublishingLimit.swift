/// How much an event may publish, with all that its events publish in turn.
public struct PublishingLimit: Hashable, Sendable {
    /// Events.
    public var events: Int
    /// Bytes of these events as JSON.
    public var bytes: Int

    /// Makes a limit.
    public init(events: Int = 1000, bytes: Int = 16 << 20) {
        self.events = events
        self.bytes = bytes
    }

    /// Nothing.
    package static let none = PublishingLimit(events: 0, bytes: 0)

    /// Why so much is too much; `nil` where it is not.
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
