public import PeriluneCore

extension Event {
    /// Takes the batch form of CloudEvents apart: a JSON array of events.
    ///
    /// Each event keeps its bytes. What an event needs is not looked at here: one that lacks its id is
    /// refused when it is decided, and the others are not.
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
