internal import PeriluneCore

/// The options of an ``Intake``.
public struct IntakeOptions: Sendable {
    /// The options of the host.
    public var host = HostOptions()
    /// The SQLite file with inbox, state, ledger and quarantine; `nil` for memory.
    public var store: String?
    /// Whether events are on disk before they are acknowledged; otherwise they may be in memory only.
    public var isDurable = true
    /// The file for records, one JSON object per line; `-` is standard output.
    public var records: String?
    /// The file for emitted values, one per line; `-` is standard output.
    public var output: String?
    /// Converts lines of emitted values to the bytes of the output; without it, they are written as they are.
    package var formatOutput: (@Sendable ([UInt8]) throws(PeriluneError) -> [UInt8])?
    /// The bearer token that senders of CloudEvents need; `nil` for none.
    public var token: [UInt8]?
    /// Whether sources of plugins may accept events without authentication; otherwise such a source is an error.
    public var allowsAnonymous = true
    /// Names that are accepted in `Host`, in addition to addresses and `localhost`; `*.example.com`
    /// for all names below it, `*` for any.
    ///
    /// A request with another name is rejected where senders need no credentials: a web page may
    /// use DNS rebinding to reach the server.
    public var hosts: [String] = []
    /// Origins of web pages that may send events, such as `https://app.example.com`.
    public var origins: [String] = []
    /// Maximum size of a body with CloudEvents in bytes, before and after decompression.
    public var bodyLimit = 1 << 20
    /// The maximum number of events that wait to be processed; further requests are answered with 503.
    public var eventLimit = 20_000
    /// Maximum size of these events, in bytes.
    public var byteLimit = 64 << 20
    /// Maximum number of quarantined events; if the quarantine is full, new events are answered
    /// with 503.
    public var quarantineLimit = 100_000
    /// Maximum size of the quarantined events, in bytes.
    public var quarantineByteLimit = 1 << 30
    /// Days after which quarantined events are deleted by ``Intake/expireQuarantine(_:)``; 0 for never.
    public var quarantineDays = 0
    /// Whether the start reads all rows of the store and moves damaged ones to a file beside it;
    /// otherwise, damage that is found at the start is an error.
    public var setsAsideDamagedRows = false
    /// How long the sender of a delivery that waits for the decision is kept waiting.
    ///
    /// Less than the sender itself waits: Dataverse ends a webhook after 60 s.
    public var decisionTime: Duration = .seconds(30)
    /// How often the process may be killed while processing an event alone, before the event is
    /// quarantined.
    ///
    /// Crashes count at once: after the second one, the event is quarantined.
    public var maximumKills = 3
    /// The number of recent events that a new version of the scripts processes in a shadow run; 0 for none.
    public var shadow = 0
    /// How deliveries are remembered to recognize repetitions: for how many days, and how many at most.
    public var memory: (days: Int, deliveries: Int) = (7, 1_000_000)

    /// The role in a cluster; `nil` for a single server.
    package var cluster: ClusterRole?
    /// Files that the process reads besides scripts, which no output may change.
    package var inputs: [String] = []

    /// Creates options with the defaults: durable, without a store.
    public init() {}
}
