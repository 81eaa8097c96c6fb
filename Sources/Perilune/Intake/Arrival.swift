internal import PeriluneCore

/// The events of one request, or of one delivery of a source, on their way into the inbox.
struct Arrival: Sendable {
    let source: String
    var deliveries: [Delivery]
    /// The positions of the source after these events.
    var positions: [SourcePosition] = []
    /// Entries that could not be read.
    var unreadable: Settlement?
    /// Whether all of this is one request: if it is repeated, so are its unreadable entries.
    var isRequest = false
    let respond: @Sendable (HTTPResponse) -> Void

    /// Events with a common identity, by which a repetition is recognized.
    struct Delivery: Sendable {
        var events: [LiveEvent]
        let identity: String?
        /// When a server stored the events, in seconds since 1970; `nil` for now.
        var time: Int64?
    }

    /// Whether a request is a repetition, from the numbers that its deliveries were given.
    func isRepetition(_ numbers: [Range<Int64>?]) -> Bool {
        isRequest && numbers.allSatisfy { $0 == nil }
    }

    var events: Int { deliveries.reduce(0) { $0 + $1.events.count } }
    var bytes: Int {
        deliveries.reduce(0) { $1.events.reduce($0) { $0 + $1.json.count } }
    }
}

/// The number and size of accepted events that are not processed yet, with their limits.
struct IntakeCapacity: Sendable {
    private(set) var events = 0
    private(set) var bytes = 0

    mutating func reserve(_ events: Int, _ bytes: Int, of options: IntakeOptions) -> Bool {
        // A delivery larger than the limit is accepted if there is nothing else.
        let fits =
            self.events + events <= options.eventLimit && self.bytes + bytes <= options.byteLimit
        guard fits || self.events == 0 else { return false }
        reserveUnbounded(events, bytes)
        return true
    }

    /// Adds events that were accepted before, regardless of the limits.
    mutating func reserveUnbounded(_ events: Int, _ bytes: Int) {
        self.events += events
        self.bytes += bytes
    }

    mutating func release(_ events: Int, _ bytes: Int) {
        self.events -= events
        self.bytes -= bytes
    }
}
