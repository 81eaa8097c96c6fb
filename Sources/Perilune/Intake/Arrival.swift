internal import PeriluneCore

/// What came with one request or from a source, on its way into the inbox.
struct Arrival: Sendable {
    let source: String
    var deliveries: [Delivery]
    /// How far its source has read then.
    var positions: [SourcePosition] = []
    /// Entries that could not be read.
    var unreadable: Settlement?
    /// Whether all of this is one request: a repetition of it repeats the unreadable entries, too.
    var isRequest = false
    let respond: @Sendable (HTTPResponse) -> Void

    /// Events that are known again by one identity.
    struct Delivery: Sendable {
        var events: [LiveEvent]
        let identity: String?
        /// When a server stored it, in seconds since 1970; `nil` for now.
        var time: Int64?
    }

    /// Whether a request was known already, by the numbers that its deliveries got.
    func isRepetition(_ numbers: [Range<Int64>?]) -> Bool {
        isRequest && numbers.allSatisfy { $0 == nil }
    }

    var events: Int { deliveries.reduce(0) { $0 + $1.events.count } }
    var bytes: Int {
        deliveries.reduce(0) { $1.events.reduce($0) { $0 + $1.json.count } }
    }
}

/// How many events and bytes are accepted and not decided yet, within their limits.
struct IntakeCapacity: Sendable {
    private(set) var events = 0
    private(set) var bytes = 0

    mutating func reserve(_ events: Int, _ bytes: Int, of options: IntakeOptions) -> Bool {
        // A single large delivery is let in where there is nothing else.
        let fits =
            self.events + events <= options.eventLimit && self.bytes + bytes <= options.byteLimit
        guard fits || self.events == 0 else { return false }
        reserveUnbounded(events, bytes)
        return true
    }

    /// For what was let in before.
    mutating func reserveUnbounded(_ events: Int, _ bytes: Int) {
        self.events += events
        self.bytes += bytes
    }

    mutating func release(_ events: Int, _ bytes: Int) {
        self.events -= events
        self.bytes -= bytes
    }
}
