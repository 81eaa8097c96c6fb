import Arguments
import Glibc
import Perilune
import PeriluneCore
import PeriluneHTTP

let serveAction: Action = Action(
    command: Command(
        name: "serve", summary: "Receive events over HTTP and run the scripts on them",
        discussion: [
            "Takes CloudEvents at /events - structured, binary or batched - and the webhooks of plugins at their own paths. A sender gets 202 when its events are on the disk; they are decided afterwards, in order by key, also when the server is killed in between. A delivery that comes again is accepted again and decided once.",
            "SIGHUP takes new versions of the scripts between two events, and --watch does so as soon as their files change; \(Configuration.fileName) and folders of scripts are looked at again too. A version that does not load, or of which a test fails, is refused with its line, and the one before goes on; events that wait for an answer end with the version that they began with. /readyz?verbose says which versions decide and why one was refused.",
            "/livez, /readyz and /metrics (Prometheus) tell how it is. SIGHUP also opens outputs anew that were renamed. SIGTERM or SIGINT ends it: what was accepted is decided first; a second one ends it at once. What cannot be processed is kept in the store with the reason.",
        ],
        options: [
            .value(
                "listen", short: "l", "HOST:PORT", default: "127.0.0.1:8080",
                "Where to listen; [::1]:8080 for IPv6, port 0 for any that is free.")
        ] + ScriptOptions.all.filter { $0.name != "state" } + [
            .value(
                "store", "FILE", accepts: .file, default: "perilune.db",
                "Keep accepted events, state and effects in this SQLite file."),
            .toggle(
                "not-durable",
                "Accept events before they are on the disk: faster, and a crash loses some. Without --store everything is in memory."
            ),
            .value(
                "records", "FILE", accepts: .file, default: "none",
                "Write what became of every event, a JSON object a line; - is standard output."),
            .value(
                "output", short: "o", "FILE", accepts: .file, default: "none",
                "Where emitted values go; - is standard output."),
            .value(
                "workers", short: "w", "N", accepts: .integer(1...256), default: "1",
                "Threads that decide events."),
            .toggle("watch", "Take new versions of the scripts as soon as their files change."),
            VersionTests.option,
            .value(
                "shadow", "N", accepts: .integer(1...100_000), default: "none",
                "Let a new version decide the last N events first, without effects, beside the one before: a failure refuses it, differences are counted."
            ),
            .value(
                "shadow-log", "FILE", accepts: .file, default: "none",
                "Take the last events of this log for that (1000 where --shadow says nothing else)."
            ),
            .value(
                "control", "FILE", accepts: .file, default: "STORE-control",
                "The Unix socket of 'perilune top' and 'perilune tap', for this user only; perilune.control where there is no store."
            ),
            .toggle("no-control", "Let nobody look on."),
            .value(
                "token-file", "FILE", accepts: .file, default: "none",
                "Senders to /events must show the text of this file as their bearer token."),
            .toggle(
                "anonymous",
                "Let anybody on the network send events when listening beyond loopback, to /events without a token and to webhooks without a key."
            ),
            .value(
                "certificate", "FILE", accepts: .file, default: "none",
                "Serve HTTPS with this certificate chain, PEM."),
            .value("key", "FILE", accepts: .file, default: "none", "Its private key, PEM."),
            .value(
                "max-body", "BYTES", accepts: .integer(1024...(256 << 20)), default: "1048576",
                "Larger bodies with CloudEvents are refused."),
            .value(
                "max-waiting", "N", accepts: .integer(1...10_000_000), default: "20000",
                "Events that may wait to be decided; more are refused with 503."),
        ],
        examples: [
            Example(
                "perilune serve -s rules.lua --records -",
                "Decide what comes to http://127.0.0.1:8080/events, and show it."),
            Example(
                #"curl http://127.0.0.1:8080/events -H 'Content-Type: application/json' -H 'ce-specversion: 1.0' -H 'ce-id: 1' -H 'ce-source: me' -H 'ce-type: test' -d '{"n":1}'"#,
                "Send it an event."),
            Example(
                "perilune serve -s rules.lua --watch --shadow 1000",
                "Edit rules.lua while it runs; each version is tried on the last 1000 events."),
            Example(
                "perilune serve -l 0.0.0.0:8443 -s rules.lua --token-file token --certificate cert.pem --key key.pem",
                "For the network, with TLS and a token."),
        ]),
    run: runServe)

@Sendable
private func runServe(_ values: Values, _ terminal: Terminal) async throws -> ExitStatus {
    var options = try ServeOptions(values)
    // From here on a signal ends the server in order, also while it starts.
    let signals = StopSignals()
    let problems = ProblemLog(terminal)
    let intake = try Intake(
        try ScriptOptions.components(values, terminal), options: options.intake,
        log: TerminalLog(terminal)
    ) { problems.show($0) }
    options.server.bodyLimit = { intake.bodyLimit(for: $0) }
    let server = try HTTPServer(options.server, handler: intake)
    intake.show("perilune_http_connections", help: "Connections open now.") { [weak server] in
        Double(server?.openConnections ?? 0)
    }
    intake.show("perilune_build_info", help: "1.", labels: [("version", version)]) { 1 }
    greet(intake, values, terminal)
    if intake.unfinished > 0 {
        terminal.note("deciding \(Counted(intake.unfinished, "event")) from before\n")
    }
    let reloads = try ServedScripts(intake, values, terminal)
    let control = try options.control.flatMap { (control) throws(PeriluneError) in
        try ControlServer.start(control, intake, reloads, values, terminal)
    }
    let following = Task { await reloads.follow() }
    terminal.note("listening on \(options.url(port: server.port))\n")
    let sources = Task { await intake.runSources() }
    let tests = Task { await reloads.warnOfFailingTests() }
    await signals.first()
    tests.cancel()
    sources.cancel()
    reloads.stop()
    await following.value
    intake.stopAccepting()
    await control?.shutdown(grace: .zero)
    await server.shutdown()
    let left = await intake.drain()
    if left > 0 {
        let fate = options.intake.isDurable ? "kept for the next start" : "lost"
        terminal.note("\(Counted(left, "event")) not decided, \(fate)\n")
    }
    intake.close()
    return left > 0 && !options.intake.isDurable ? .inputOutput : .success
}

/// What the server takes, by what it decides, and what its owner should know.
private func greet(_ intake: Intake, _ values: Values, _ terminal: Terminal) {
    let sender = values.string("token-file") == nil ? "from anybody" : "with the token"
    var text = "  /events: CloudEvents, \(sender)\n"
    for source in intake.httpSources { text += "  \(source.path): \(source.summary)\n" }
    let scripts = values.strings("script")
    text += scripts.isEmpty ? "" : "  decided by \(scripts.joined(separator: ", "))\n"
    if !scripts.isEmpty {
        text +=
            values.flag("watch")
            ? "  new versions are taken when the files change\n"
            : "  kill -HUP \(getpid()) takes new versions\n"
    }
    for warning in intake.httpSources.flatMap(\.warnings) { text += "warning: \(warning)\n" }
    if scripts.isEmpty {
        text +=
            "warning: there is no script; --script FILE or scripts in \(Configuration.fileName) name some\n"
    }
    if intake.quarantined > 0 {
        text +=
            "\(Counted(intake.quarantined, "event")) in quarantine: 'perilune quarantine list' shows them\n"
    }
    terminal.note(text)
}
