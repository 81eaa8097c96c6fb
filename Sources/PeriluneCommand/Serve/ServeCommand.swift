import Arguments
import Glibc
import Perilune
import PeriluneCore
import PeriluneHTTP

let serveAction: Action = Action(
    command: Command(
        name: "serve", summary: "Receive events over HTTP and run the scripts on them",
        discussion: [
            "Receives CloudEvents at /events (structured, binary, batched or one per line), webhooks and logs in any format at the paths of plugins, and syslog and other messages at the sockets of the configuration. It also follows log files, and reads NATS streams and Kafka topics. A sender over HTTP gets 202 once its events are on disk; they are processed afterwards, in order of their key, even if the server is killed in between. A repeated delivery is accepted again but processed only once.",
            "SIGHUP reloads the scripts between two events; --watch reloads when files change. Both read \(Configuration.fileName) and folders of scripts again. SIGHUP also rereads the certificate and its key, the token, the connections of CRM organizations and plugins that are folders, and says what has changed and what needs a restart. If a version does not load or fails its tests, the reload is rejected with the line of the error, and the current version stays in use. Events that wait for effects finish with the version that they started with. /readyz?verbose shows the versions in use and why a reload was rejected.",
            "Under systemd it reports readiness, reloads and a heartbeat (Type=notify, WatchdogSec=), and listens on the socket of its socket unit instead of --listen. While it restarts, connections wait in that socket and none is refused.",
            "If the process crashes, the event that was in progress is processed once more, with no other event in progress. If the process crashes again, the event is quarantined with the signal and the line of the script, and the other events are processed.",
            "/livez, /readyz and /metrics (Prometheus) report the server's health. SIGHUP also reopens outputs that were renamed. SIGTERM or SIGINT shuts the server down after it has processed the accepted events; a second one shuts it down at once. Events that fail are quarantined in the store.",
        ],
        options: [
            .setting(.listen)
        ] + ScriptOptions.all.filter { $0.name != "state" } + [
            .setting(.store),
            .setting(
                .durable,
                "Accept events before they are on disk: faster, but a crash loses some. Without --store everything is in memory."
            ),
            .setting(.records),
            .setting(.output),
            .setting(.workers),
            .toggle("watch", "Reload the scripts when their files change."),
            VersionTests.option,
            .value(
                "shadow", "N", accepts: .integer(1...100_000), default: "none",
                "Before a reload, run the new version on the last N events in a dry run and compare it with the current one: a new failure rejects the reload; differences are only counted."
            ),
            .value(
                "shadow-log", "FILE", accepts: .file, default: "none",
                "Use the last events of this log for --shadow; 1000 unless --shadow is given."
            ),
            .value(
                "control", "FILE", accepts: .file, default: "STORE-control",
                "The control socket, for 'perilune top' and 'perilune tap' of the same user; without a store perilune.control."
            ),
            .toggle("no-control", "Disable the control socket."),
            .value(
                "audit", "FILE", accepts: .file, default: "none",
                "Append the start, reloads with the versions and grants of scripts, and changes through the control socket, one JSON object per line."
            ),
            .setting(.tokenFile),
            .setting(.anonymous),
            .setting(.certificate),
            .setting(.key),
            .setting(.maxBody),
            .setting(.maxWaiting),
            .setting(.stuckAfter),
            .setting(.maxKills),
            .setting(.maxQuarantine),
            .setting(.maxQuarantineSize),
            .setting(.quarantineDays),
            .setting(.deliveryDays),
            .setting(.maxDeliveries),
            .setting(.maxOutbox),
            .setting(.clusterServers),
            .setting(.clusterName),
            .setting(.clusterFolder),
            .value(
                "log-format", "FORMAT", accepts: .choice(["text", "json"]), default: "text",
                "How messages are written to standard error: text, or json, one object per line with time, level and message."
            ),
            ScriptOptions.setAsideDamaged,
        ] + TraceOptions.all + CommandPlugins.pageOptions + Verbosity.options
            + ConnectionOptions.all,
        examples: [
            Example(
                "perilune serve -s rules.lua -o emitted.jsonl --records -",
                "Receive events at http://127.0.0.1:8080/events, keep emitted values, and show records."
            ),
            Example(
                #"curl http://127.0.0.1:8080/events -H 'Content-Type: application/json' -H 'ce-specversion: 1.0' -H 'ce-id: 1' -H 'ce-source: me' -H 'ce-type: test' -d '{"n":1}'"#,
                "Send an event to the server."),
            Example(
                "perilune serve -s rules.lua --watch --shadow 1000",
                "Reload rules.lua when it changes, after a dry run on the last 1000 events."),
            Example(
                "perilune serve -l 0.0.0.0:8443 -s rules.lua --token-file token --certificate cert.pem --key key.pem",
                "Serve the network, with TLS and a token."),
            Example(
                "perilune serve -s rules.lua --cluster nats://127.0.0.1:4222",
                "Join the cluster that 'perilune cluster init' has created."),
            Example(
                "systemd-socket-activate -l 127.0.0.1:8080 perilune serve -s rules.lua",
                "Listen on a socket that the service manager has opened."),
        ]),
    run: runServe)

@Sendable
private func runServe(_ values: Values, _ standard: Terminal) async throws -> ExitStatus {
    var terminal = standard
    terminal.logsJSON = values.string("log-format") == "json"
    if !values.strings("cluster").isEmpty { return try await serveCluster(values, terminal) }
    return try await serve(values, terminal)
}

private func serve(_ values: Values, _ terminal: Terminal) async throws -> ExitStatus {
    DescriptorLimit.raise()
    let environment = try ServiceEnvironment.readAndClear()
    var options = try ServeOptions(values, inherited: environment.sockets)
    // From here on, a signal shuts the server down, even while it starts.
    let signals = StopSignals()
    Intake.handleFatalSignals()
    let problems = ProblemLog(terminal)
    let audit = try values.string("audit").map { (file) throws(PeriluneError) in
        try AuditTrail(file) { terminal.report($0, prefix: "\(terminal.time)audit trail: ") }
    }
    options.intake.inputs = try ScriptOptions.inputs(values)
    options.intake.host.spans = try TraceOptions.exporter(values, problems)
    let intake = try Intake(
        try ScriptOptions.components(values, terminal), options: options.intake,
        log: TerminalLog(terminal)
    ) { problems.show($0) }
    options.server.bodyLimit = { intake.bodyLimit(for: $0) }
    let servers = try options.servers.map { try HTTPServer($0, handler: intake) }
    intake.addGauge("perilune_http_connections", help: "Open connections.") {
        Double(servers.reduce(0) { $0 + $1.openConnections })
    }
    intake.addGauge(
        "perilune_http_connections_rejected",
        help: "Connections rejected because there were too many."
    ) {
        Double(servers.reduce(0) { $0 + $1.rejectedConnections })
    }
    intake.addGauge(
        "perilune_http_connections_replaced",
        help: "Slow connections replaced by new ones."
    ) {
        Double(servers.reduce(0) { $0 + $1.replacedConnections })
    }
    intake.addGauge(
        "perilune_http_body_bytes",
        help: "Bytes of request bodies being received, without the first 64 KB of each."
    ) {
        Double(servers.reduce(0) { $0 + $1.bodyBytes })
    }
    if servers.contains(where: { $0.certificateExpiry != nil }) {
        intake.addGauge(
            "perilune_certificate_expiry_timestamp_seconds",
            help: "When the certificate expires, in seconds since 1970."
        ) {
            Double(servers.compactMap(\.certificateExpiry).min() ?? 0)
        }
    }
    intake.addGauge(
        "perilune_build_info", help: "The version of the server; the value is always 1.",
        labels: [("version", version)]
    ) { 1 }
    let openSources = try intake.openSources()
    greet(intake, values, openSources, isInherited: !options.inherited.isEmpty, terminal)
    if intake.unfinished > 0 {
        terminal.info("resuming \(Counted(intake.unfinished, "event")) from the last run\n")
    }
    let places = zip(options.servers, servers).map { options.url(of: $0, port: $1.port) }
    let reports = ServiceReports(
        environment, intake, listeningOn: places.joined(separator: ", "), terminal)
    let settings = ServedSettings(intake, servers, options, values, audit)
    let reloads = try ServedScripts(intake, settings, values, reports, audit, terminal)
    let control = try options.control.flatMap { (control) throws(PeriluneError) in
        try ControlServer.start(control, intake, reloads, values, audit, terminal)
    }
    audit?.record(.start, "perilune \(version)", scripts: intake.scripts)
    let following = Task { await reloads.follow() }
    for place in places { terminal.info("listening on \(place)\n") }
    reports.ready()
    let watchdog = Task { await reports.watch() }
    let (limit, canAbort) = (options.stuckAfter, options.intake.isDurable)
    let supervision = Task { await watchWorkers(of: intake, limit, canAbort, terminal) }
    let days = options.intake.quarantineDays
    let expiry = Task { await expireQuarantine(of: intake, days, terminal) }
    let sources = Task { await intake.runSources() }
    let tests = Task { await reloads.warnOfFailingTests() }
    await signals.first()
    reports.stopping()
    let waiting = intake.unfinished
    let work = waiting > 0 ? "; \(Counted(waiting, "event")) to process" : ""
    terminal.info("stopping\(work)\n")
    tests.cancel()
    expiry.cancel()
    sources.cancel()
    // Events that sources have read are stored before the server stops accepting.
    await sources.value
    reloads.stop()
    await following.value
    // If the next process inherits the socket, no client is rejected: connected ones are served, others wait.
    if options.inherited.isEmpty { intake.stopAccepting() }
    await control?.shutdown(grace: .zero)
    intake.stopRoutes()
    for server in servers { await server.shutdown() }
    let left = await intake.drain()
    await options.intake.host.spans?.close()
    if left > 0 {
        let fate = options.intake.isDurable ? "kept for the next start" : "lost"
        terminal.show("\(Counted(left, "event")) not processed, \(fate)\n")
    }
    let lost = intake.lostRecords
    if let lost { terminal.show("error: \(lost)\n") }
    watchdog.cancel()
    supervision.cancel()
    intake.close()
    terminal.info("stopped\n")
    audit?.record(.stop, left > 0 ? "\(Counted(left, "event")) not processed" : "")
    return (left > 0 && !options.intake.isDurable) || lost != nil ? .inputOutput : .success
}

/// Deletes quarantined events that are too old, and prints their number.
private func expireQuarantine(of intake: Intake, _ days: Int, _ terminal: Terminal) async {
    await intake.expireQuarantine { result in
        switch result {
        case .success(let count):
            terminal.info(
                "\(terminal.time)deleted \(Counted(count, "event")) that had been in quarantine for more than \(Counted(days, "day"))\n"
            )
        case .failure(let error):
            terminal.report(error, prefix: "\(terminal.time)cannot delete old quarantined events: ")
        }
    }
}

/// Ends the process if a worker is stuck, so that the service manager restarts it.
///
/// Without a store, waiting events would be lost, so the process continues and `/readyz` keeps failing.
func watchWorkers(
    of intake: Intake, _ limit: Duration, _ canAbort: Bool, _ terminal: Terminal
) async {
    await intake.watchWorkers(limit) { worker in
        terminal.show("error: \(worker.error)\n")
        if canAbort { intake.abortProcess(for: worker) }
    }
}

/// Prints the sources and scripts of the server, and warnings.
private func greet(
    _ intake: Intake, _ values: Values, _ openSources: [String], isInherited: Bool,
    _ terminal: Terminal
) {
    let sender =
        values.string("token-file") == nil ? "without authentication" : "with a bearer token"
    var text = "  /events: CloudEvents, \(sender)\n"
    if isInherited {
        let unused = values.string("listen").map { "; --listen \($0) is not used" } ?? ""
        text += "  listens on the socket of the service manager\(unused)\n"
    }
    for source in intake.httpSources {
        text += "  \(source.path): \(source.summary)"
        text += source.usesServerToken ? ", \(sender)\n" : "\n"
    }
    for route in intake.httpRoutes { text += "  \(route.prefix): \(route.summary)\n" }
    for source in openSources { text += "  \(source)\n" }
    let scripts = values.strings("script")
    text += scripts.isEmpty ? "" : "  scripts: \(scripts.joined(separator: ", "))\n"
    if !scripts.isEmpty {
        text +=
            values.flag("watch")
            ? "  scripts are reloaded when they change\n"
            : "  to reload the scripts, run: kill -HUP \(getpid())\n"
    }
    if !scripts.isEmpty, values.string("output") == nil {
        let outputs = ScriptOptions.outputs(values).map(\.name).joined(separator: ", ")
        text +=
            outputs.isEmpty
            ? "  emitted values are not written; add --output FILE to keep them\n"
            : "  emitted values are written to the outputs \(outputs); those without the name of an output are not, unless you add --output FILE\n"
    }
    for warning in intake.sourceWarnings { text += "warning: \(warning)\n" }
    if scripts.isEmpty {
        text +=
            "warning: no scripts; name them with --script FILE or in \(Configuration.fileName)\n"
    }
    if intake.quarantined > 0 {
        text +=
            "\(Counted(intake.quarantined, "quarantined event")); 'perilune quarantine list' lists them\n"
    }
    terminal.info(text)
}
