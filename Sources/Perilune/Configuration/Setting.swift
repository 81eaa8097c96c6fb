/// A setting of `perilune.lua` that is one value: what it may be, and which option of the command line says
/// the same.
///
/// Reading, suggestions, `perilune config show` and the definitions for editors all follow this table.
package struct Setting: Sendable {
    /// What a value may be.
    package enum Kind: Sendable {
        case number(ClosedRange<Int>)
        case flag
        case choice([String])
        case text
        /// A file that must be there.
        case input
        /// A file that must be there, or `credential:NAME` for one that the service manager passes.
        case secretFile
        /// A file that is made where it is not there; `-` is standard output.
        case output
        /// Files to read; `-` is standard input.
        case inputs
        /// One string, or a list of strings.
        case texts
        /// A table whose fields are declared elsewhere.
        case table
        /// A table of outputs by name.
        case outputs
    }

    /// Where it stands: `limits.time`.
    package let path: String
    /// The option that says the same.
    package let option: String
    package let kind: Kind
    /// One sentence for the definitions.
    package let summary: String
    /// Whether `false` switches the option on.
    package let isNegated: Bool

    private init(
        _ path: String, _ option: String, _ kind: Kind, isNegated: Bool = false, _ summary: String
    ) {
        self.path = path
        self.option = option
        self.kind = kind
        self.isNegated = isNegated
        self.summary = summary
    }

    package static let all: [Setting] = [
        Setting("seed", "seed", .number(0...Int.max), "Random seed."),
        Setting(
            "order", "order", .choice(DelegateOrder.allCases.map(\.rawValue)),
            "Order of matching scripts with the same priority: as listed, or the most specific url rule first."
        ),
        Setting("workers", "workers", .number(1...256), "Threads that process events."),
        Setting(
            "redact", "redact", .texts,
            "Names of parameters, members and headers whose values are masked, beside the known ones."
        ),
        Setting(
            "state", "state", .output,
            "The SQLite file in which process and open keep the scripts' state."),
        Setting(
            "store", "store", .output,
            "The SQLite file in which serve keeps accepted events, state, effects and the quarantine."
        ),
        Setting(
            "durable", "not-durable", .flag, isNegated: true,
            "Whether serve writes events to disk before it accepts them."),
        Setting(
            "limits.time", "time-limit", .number(0...600_000),
            "Time limit of a script for one event, in milliseconds."),
        Setting(
            "limits.memory", "memory-limit", .number(0...4096),
            "Memory limit of a script on each worker, in megabytes."),
        Setting(
            "limits.instructions", "instruction-limit", .number(0...Int.max),
            "Instruction limit of a script for one event, in VM instructions."),
        Setting(
            "limits.calls", "call-limit", .number(0...86_400),
            "Deadline for all CRM, mail and HTTP calls of one event together, in seconds."),
        Setting(
            "limits.stuckAfter", "stuck-after", .number(1...86_400),
            "Time of a worker for one event, in seconds, after which serve ends the process."),
        Setting(
            "limits.maxKills", "max-kills", .number(1...1000),
            "Times that the process may be killed while it processes an event alone: then serve quarantines the event."
        ),
        Setting(
            "limits.event", "max-event", .number(1024...(64 << 20)),
            "Maximum length of a line of a log, in bytes."),
        Setting(
            "reload.tests", "no-tests", .flag, isNegated: true,
            "Whether a new version of a script must pass its tests before a reload accepts it."),
        Setting("sources.logs", "LOG", .inputs, "Logs that process reads by default."),
        Setting(
            "sources.as", "as", .text,
            "The format of the logs: the name of a codec, or auto, which detects it."),
        Setting(
            "sources.codec", "codec", .table,
            "Options of the codec, by name; on the command line, each is KEY=VALUE."),
        Setting(
            "sources.listen", "listen", .text, "The address on which serve listens, as HOST:PORT."),
        Setting(
            "sources.tokenFile", "token-file", .secretFile,
            "A file with the bearer token that senders to /events must present, or credential:NAME."
        ),
        Setting(
            "sources.anonymous", "anonymous", .flag,
            "Whether to accept events without authentication."),
        Setting("sources.certificate", "certificate", .input, "The certificate chain, PEM."),
        Setting(
            "sources.key", "key", .secretFile,
            "The private key of the certificate, PEM, or credential:NAME."),
        Setting(
            "sources.maxBody", "max-body", .number(1024...(256 << 20)),
            "Maximum size of a request body with CloudEvents, in bytes."),
        Setting(
            "sources.maxWaiting", "max-waiting", .number(1...10_000_000),
            "Maximum number of accepted events that wait to be processed."),
        Setting(
            "sources.maxConnections", "max-connections", .number(16...1_000_000),
            "Maximum number of connections."),
        Setting(
            "sources.maxConnectionsPerAddress", "max-connections-per-address",
            .number(0...1_000_000),
            "Maximum number of connections from one address, except from trusted proxies."),
        Setting(
            "sources.trustedProxies", "trusted-proxy", .texts,
            "Addresses and networks of reverse proxies."),
        Setting(
            "sources.headTimeout", "head-timeout", .number(1...3600),
            "Timeout for the head of a request (request line and headers), in seconds."),
        Setting(
            "sources.bodyTimeout", "body-timeout", .number(1...3600),
            "Timeout for the body of a request, in seconds, plus what minBodyRate adds."),
        Setting(
            "sources.minBodyRate", "min-body-rate", .number(0...1_000_000_000),
            "Adds a second to bodyTimeout for each time this number of bytes is received."),
        Setting(
            "sources.idleTimeout", "idle-timeout", .number(1...86_400),
            "Timeout between two requests on a connection, in seconds."),
        Setting(
            "sources.allowedHosts", "allow-host", .texts,
            "Names in the Host header that the server accepts from senders without credentials."),
        Setting(
            "sources.allowedOrigins", "allow-origin", .texts,
            "Origins of web pages that may send events."),
        Setting(
            "outputs", "to", .outputs,
            "Named outputs to which scripts can emit values: { file = FILE }, or { sink = NAME } with the options of the sink."
        ),
        Setting("sinks.output", "output", .output, "Where emitted values go."),
        Setting("sinks.records", "records", .output, "Where records go."),
        Setting(
            "sinks.quarantine", "quarantine", .output,
            "Where process writes quarantined events."),
        Setting(
            "sinks.maxQuarantine", "max-quarantine", .number(1...100_000_000),
            "Maximum number of quarantined events: at the limit, serve accepts no more events and process stops."
        ),
        Setting(
            "sinks.maxOutbox", "max-outbox", .number(1024...(1 << 40)),
            "Maximum size of the records that wait for sinks of plugins, in bytes: at the limit, serve accepts no more events and process waits."
        ),
    ]

    /// The table it stands in; empty for the outermost.
    var section: String {
        path.firstIndex(of: ".").map { String(path[..<$0]) } ?? ""
    }

    /// Its name in that table.
    var name: String {
        path.firstIndex(of: ".").map { String(path[path.index(after: $0)...]) } ?? path
    }

    /// The tables that only hold settings of this kind.
    static let sections = ["limits", "reload", "sources", "sinks"]

    static func names(in section: String) -> [String] {
        all.filter { $0.section == section }.map(\.name)
    }
}
