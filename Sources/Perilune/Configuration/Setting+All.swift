import PeriluneCore
internal import PeriluneFiles

extension Setting {
    /// All settings, in the order of the reference.
    ///
    /// The last argument of each setting is its documentation: one sentence for the help, editors and the reference.
    package static let all: [Setting] = [
        seed, order, workers, redact, state, store, durable,
        timeLimit, memoryLimit, instructionLimit, callLimit, stuckAfter, maxKills, maxEvent,
        reloadTests,
        logs, logFormat, codecOptions, listen, tokenFile, anonymous, certificate, key, maxBody,
        maxWaiting, maxConnections, maxConnectionsPerAddress, trustedProxies, headTimeout,
        bodyTimeout, minBodyRate, idleTimeout, allowedHosts, allowedOrigins, deliveryDays,
        maxDeliveries,
        outputs, output, records, quarantine, maxQuarantine, maxQuarantineSize, quarantineDays,
        maxOutbox,
        traceEndpoint, traceEvery,
        clusterServers, clusterName, clusterFolder,
    ]

    package static let seed = Setting(
        "seed", "seed", "N", .number(0 ... .max), default: "0",
        "Random seed, combined with the event's id.")
    package static let order = Setting(
        "order", "order", "ORDER", .choice(of: DelegateOrder.self), default: "first",
        "Order of matching scripts with the same priority: as listed, or the most specific url rule first."
    )
    package static let workers = Setting(
        "workers", "workers", short: "w", "N", .number(1...256), default: "1",
        "Threads that process events.")
    static let redact = Setting(
        "redact", "redact", nil, .texts,
        "Names of parameters, members and headers whose values are masked, beside the known ones.")
    package static let state = Setting(
        "state", "state", "FILE", .file, default: "in memory",
        "The SQLite file in which process and open keep the scripts' state.")
    package static let store = Setting(
        "store", "store", "FILE", .file, default: "perilune.db",
        "The SQLite file in which serve keeps accepted events, state, effects and the quarantine.")
    package static let durable = Setting(
        "durable", "not-durable", isNegated: true,
        "Whether serve writes events to disk before it accepts them.")
}

// MARK: - Limits and reloads

extension Setting {
    package static let timeLimit = Setting(
        "limits.time", "time-limit", "MS", .number(0...600_000), default: "50",
        isReloaded: true,
        "Time limit of a script for one event, in milliseconds; 0 for none.")
    package static let memoryLimit = Setting(
        "limits.memory", "memory-limit", "MB", .number(0...4096), default: "32",
        isReloaded: true,
        "Memory limit of a script on each worker, in megabytes; 0 for none.")
    package static let instructionLimit = Setting(
        "limits.instructions", "instruction-limit", "N", .number(0 ... .max), isReloaded: true,
        "Limit of VM instructions of a script for one event; unlike a time limit it is reproducible."
    )
    package static let callLimit = Setting(
        "limits.calls", "call-limit", "SECONDS", .number(0...86_400), default: "30",
        "Deadline for all CRM, mail and HTTP calls of one event together, including retries, in seconds; 0 for none."
    )
    package static let stuckAfter = Setting(
        "limits.stuckAfter", "stuck-after", "SECONDS", .number(1...86_400), default: "30",
        "Maximum time that a worker may spend on one event, in seconds; after that, serve ends the process. /readyz fails after a sixth of this time. Scripts have their own time limit, so this concerns plugins. Requires a store."
    )
    package static let maxKills = Setting(
        "limits.maxKills", "max-kills", "N", .number(1...1000), default: "3",
        "Number of times that the process may be killed while it processes only this event; after that, serve quarantines the event."
    )
    package static let maxEvent = Setting(
        "limits.event", "max-event", "BYTES", .number(1024...(64 << 20)), default: "4194304",
        "Maximum length of a line of a log.")

    package static let reloadTests = Setting(
        "reload.tests", "no-tests", isNegated: true, isReloaded: true,
        "Whether a new version of a script must pass its tests before a reload accepts it.")
}

// MARK: - Sources

extension Setting {
    package static let logs = Setting(
        "sources.logs", "LOG", nil, .inputs, "Logs that process reads by default.")
    package static let logFormat = Setting(
        "sources.as", "as", "CODEC", .text, default: "cloudevents",
        "The format of the logs, such as json, combined, syslog or csv; auto detects it. Documentation/LogFormats.md lists them."
    )
    package static let codecOptions = Setting(
        "sources.codec", "codec", "KEY=VALUE", .table,
        "Options of the codec, by name, such as id={request}; on the command line, an option in a table has a dotted name, such as time.field=ts."
    )
    package static let listen = Setting(
        "sources.listen", "listen", short: "l", "HOST:PORT", .text, default: "127.0.0.1:8080",
        "The address to listen on, such as [::1]:8080 for IPv6; port 0 picks a free port.")
    package static let tokenFile = Setting(
        "sources.tokenFile", "token-file", "FILE", .secretFile,
        "Require the bearer token in this file from senders to /events; credential:NAME names a systemd credential."
    )
    package static let anonymous = Setting(
        "sources.anonymous", "anonymous",
        "Accept events without authentication on addresses other than loopback: at /events without a token, at webhooks without a key."
    )
    package static let certificate = Setting(
        "sources.certificate", "certificate", "FILE", .input,
        "Serve HTTPS with this certificate chain (PEM).")
    package static let key = Setting(
        "sources.key", "key", "FILE", .secretFile,
        "The private key of the certificate (PEM); credential:NAME names a systemd credential.")
    package static let maxBody = Setting(
        "sources.maxBody", "max-body", "BYTES", .number(1024...(256 << 20)), default: "1048576",
        "Maximum size of a request body at /events.")
    package static let maxWaiting = Setting(
        "sources.maxWaiting", "max-waiting", "N", .number(1...10_000_000), default: "20000",
        "Maximum number of accepted events that wait to be processed; beyond it requests are rejected with 503."
    )
    package static let maxConnections = Setting(
        "sources.maxConnections", "max-connections", "N", .number(16...1_000_000),
        default: "4000",
        "Maximum number of connections, or fewer if the limit of open files requires it. At the limit, a new connection replaces the one that has waited longest for its client."
    )
    package static let maxConnectionsPerAddress = Setting(
        "sources.maxConnectionsPerAddress", "max-connections-per-address", "N",
        .number(0...1_000_000), default: "100",
        "Maximum number of connections from one address; 0 for no limit. Loopback addresses and trusted proxies are exempt."
    )
    package static let trustedProxies = Setting(
        "sources.trustedProxies", "trusted-proxy", "ADDRESS", .texts,
        default: "loopback addresses",
        "The address or network (10.0.0.0/8) of a reverse proxy, which is exempt from the limit of connections per address."
    )
    package static let headTimeout = Setting(
        "sources.headTimeout", "head-timeout", "SECONDS", .number(1...3600), default: "10",
        "Timeout for the head of a request (request line and headers), in seconds.")
    package static let bodyTimeout = Setting(
        "sources.bodyTimeout", "body-timeout", "SECONDS", .number(1...3600), default: "30",
        "Timeout for the body of a request, in seconds, plus what the minimum rate adds.")
    package static let minBodyRate = Setting(
        "sources.minBodyRate", "min-body-rate", "BYTES", .number(0...1_000_000_000),
        default: "10000",
        "Adds a second to the timeout of the body for each BYTES bytes received; 0 adds nothing.")
    package static let idleTimeout = Setting(
        "sources.idleTimeout", "idle-timeout", "SECONDS", .number(1...86_400), default: "60",
        "Timeout between two requests on a connection, in seconds.")
    package static let allowedHosts = Setting(
        "sources.allowedHosts", "allow-host", "NAME", .texts, default: "addresses and localhost",
        "A name in the Host header that the server accepts from senders without credentials; *.example.com for all names below it, * for any."
    )
    package static let allowedOrigins = Setting(
        "sources.allowedOrigins", "allow-origin", "ORIGIN", .texts,
        "The origin of web pages that may send events, such as https://app.example.com.")
    package static let deliveryDays = Setting(
        "sources.deliveryDays", "delivery-days", "DAYS", .number(1...3650), default: "7",
        "Days for which serve remembers deliveries, so that it recognizes repeated ones.")
    package static let maxDeliveries = Setting(
        "sources.maxDeliveries", "max-deliveries", "N", .number(1...1_000_000_000),
        default: "1000000", "Maximum number of deliveries that serve remembers.")
}

// MARK: - Outputs and sinks

extension Setting {
    package static let outputs = Setting(
        "outputs", "to", "NAME=FILE", .outputs,
        "Named outputs, to which scripts emit values with commander:emit(value, \"NAME\"): { file = FILE }, or { sink = NAME } with the options of the sink."
    )
    package static let output = Setting(
        "sinks.output", "output", short: "o", "FILE", .file,
        "The file for emitted values; - is standard output. Without it they are not written.")
    package static let records = Setting(
        "sinks.records", "records", "FILE", .file,
        "Write the record of every event, one JSON object per line; - is standard output.")
    package static let quarantine = Setting(
        "sinks.quarantine", "quarantine", "FILE", .file,
        "Where process writes events that could not be processed, with the error.")
    package static let maxQuarantine = Setting(
        "sinks.maxQuarantine", "max-quarantine", "N", .number(1...100_000_000),
        default: "100000",
        "Maximum number of quarantined events. At the limit, serve answers new events with 503 and process stops."
    )
    package static let maxQuarantineSize = Setting(
        "sinks.maxQuarantineSize", "max-quarantine-size", "BYTES", .number(1024...(1 << 40)),
        default: "1073741824",
        "Maximum size of the quarantined events of serve. At the limit, serve answers new events with 503."
    )
    package static let quarantineDays = Setting(
        "sinks.quarantineDays", "quarantine-days", "DAYS", .number(0...3650), default: "0",
        "Days after which serve deletes quarantined events without processing them; 0 for never.")
    package static let maxOutbox = Setting(
        "sinks.maxOutbox", "max-outbox", "BYTES", .number(1024...(1 << 40)), default: "67108864",
        "Maximum size of the records that wait for sinks of plugins. At the limit, serve answers new events with 503 and process waits."
    )
}

// MARK: - Traces

extension Setting {
    package static let traceEndpoint = Setting(
        "traces.endpoint", "trace-endpoint", "URL", .text,
        "The collector to which serve sends spans of batches and events, as OTLP in JSON over HTTP. If the URL has no path, /v1/traces is used."
    )
    package static let traceEvery = Setting(
        "traces.every", "trace-every", "N", .number(0...1_000_000_000), default: "0",
        "Send a span for one event in N of those without a traceparent; 0 for none. Events that fail, and those whose traceparent is sampled, always have one."
    )
}

// MARK: - Cluster

extension Setting {
    package static let clusterServers = Setting(
        "cluster.servers", "cluster", "URL", .texts,
        "The NATS servers of a cluster: serve becomes a member, which accepts events for all members and processes its share of the lanes. Credentials and TLS are those of plugins.nats."
    )
    package static let clusterName = Setting(
        "cluster.name", "cluster-name", "NAME", .text, default: "perilune",
        "The name of the cluster; the names of its streams begin with it.")
    package static let clusterFolder = Setting(
        "cluster.folder", "cluster-folder", "DIR", .file, default: "perilune-cluster",
        "The folder in which a member keeps copies of the stores of its lanes. Each member needs its own; a copy that is missing is built again."
    )
}
