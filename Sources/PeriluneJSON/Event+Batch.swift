public import PeriluneCore

extension Event {
    /// Splits the batch form of CloudEvents: a JSON array of events.
    ///
    /// Each event keeps its bytes. Events are not validated here: one without an id is rejected when it is processed,
    /// without affecting the others.
    public static func batch(json bytes: [UInt8]) throws(PeriluneError) -> [Event] {
        guard let elements = try JSONParser().elements(of: bytes) else {
            throw PeriluneError(
                "event.batch", "a batch must be a JSON array of events",
                at: .init(line: 1, column: 1),
                hint: "put [ and ] around a single event")
        }
        return elements.map { Event(json: $0) }
    }
}
