/// Events that a source hands over together, such as those of a request.
public struct EventDelivery: Sendable {
    /// The events, in order.
    public var events: [Event]
    /// Entries that could not be read, which go to the quarantine.
    ///
    /// A request that is not a log, but one event, is refused instead.
    public var unreadable: [UnreadableEntry] = []
    /// Identifies repeated deliveries; `nil` if every delivery is new.
    public var identity: String?
    /// When the sender gets its answer.
    public var answer: HTTPSource.Answer
    /// The response if a sender that waits for the outcome has waited too long; `nil` for 504.
    public var late: HTTPResponse?
    /// How many events are between it and one from outside, each of which caused the next by an effect.
    ///
    /// Beyond the host's limit it fails, so that a rule that triggers itself ends.
    public var depth = 0
    /// Whether its events have a time and are as the host would accept them, which it then does not check.
    package var isChecked = false
    /// The structure of its only event, if it is known.
    package var index: (any BuiltEvent)?
    /// For the entries of a log: its file if it is one, and the line of each event.
    package var lines: (file: String?, numbers: [Int])?
    /// When a server stored it, in seconds since 1970; `nil` for now.
    package var time: Int64?

    /// Makes a delivery.
    public init(_ events: [Event], identity: String? = nil, answer: HTTPSource.Answer = .accepted) {
        self.events = events
        self.identity = identity
        self.answer = answer
    }
}
