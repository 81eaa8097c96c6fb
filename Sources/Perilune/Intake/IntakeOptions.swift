/// How a host takes events in over HTTP.
public struct IntakeOptions: Sendable {
    /// How the host decides.
    public var host = HostOptions()
    /// The SQLite file with inbox, state, ledger and quarantine; `nil` keeps all that in memory.
    public var store: String?
    /// Answers "accepted" only when the events are on the disk; without it they are in memory only.
    public var isDurable = true
    /// Where records go, a JSON object a line; `-` is standard output.
    public var records: String?
    /// Where emitted values go, one a line; `-` is standard output.
    public var output: String?
    /// What a sender of CloudEvents has to show as its bearer token; `nil` asks for none.
    public var token: [UInt8]?
    /// Whether sources of plugins may take events from anybody; where not, one that does is an error.
    public var allowsAnonymous = true
    /// Names under which senders reach it, beside addresses and `localhost`; `*.example.com` for all below one,
    /// `*` for any.
    ///
    /// A request under another name is refused where senders need not show who they are: its name may lead here
    /// only so that a page in a browser gets in (DNS rebinding).
    public var hosts: [String] = []
    /// Origins of pages in browsers that may send events, such as `https://app.example.com`.
    public var origins: [String] = []
    /// Bytes that a body with CloudEvents may have, before and after it is decompressed.
    public var bodyLimit = 1 << 20
    /// Events that may be accepted and not decided yet; more is answered with 503.
    public var eventLimit = 20_000
    /// Bytes that those may have.
    public var byteLimit = 64 << 20
    /// Events that the quarantine of the store may hold; where it is full, new events are answered with 503.
    public var quarantineLimit = 100_000
    /// Bytes that those may have.
    public var quarantineByteLimit = 1 << 30
    /// Whether damaged rows of the store go to a file beside it at the start, which reads all rows then; without
    /// it, damage that is found at the start is an error.
    public var setsAsideDamagedRows = false
    /// How long the sender of a delivery that waits for the decision is kept waiting.
    public var decisionTime: Duration = .seconds(30)
    /// How often the process may be killed while it processes an event alone, before the event is quarantined.
    ///
    /// Crashes of the process itself count at once: the second one quarantines.
    public var maximumKills = 3
    /// How many of the last events a new version of the scripts is tried on before it decides anything.
    public var shadow = 0
    /// How long, and how many, deliveries are remembered, to know one that comes again.
    public var memory: (days: Int, deliveries: Int) = (7, 1_000_000)

    /// The usual: durable, with a store to be named.
    public init() {}
}
