import Arguments
import Perilune
import PeriluneCluster
import PeriluneCommandKit
import PeriluneCore
import PeriluneHTTP
import PeriluneNATS

/// Runs `serve` as a member of a cluster.
func serveCluster(_ values: Values, _ terminal: Terminal) async throws -> ExitStatus {
    DescriptorLimit.raise()
    let environment = try ServiceEnvironment.take()
    var options = try ServeOptions(values, inherited: environment.sockets)
    try ClusterOptions.check(values, options.intake.host.outputs)
    let cluster = try ClusterOptions.cluster(values, "perilune serve")
    let folder = try ClusterOptions.folder(values)
    let signals = StopSignals()
    Intake.handleFatalSignals()
    let problems = ProblemLog(terminal)
    options.intake.host.spans = try TraceOptions.exporter(values, problems)
    guard let lanes = try await countLanes(cluster, signals, terminal) else { return .success }
    options.intake.host.live = nil
    let door = try clusterDoor(cluster, lanes, options.intake, values, terminal, problems)
    options.server.bodyLimit = { door.bodyLimit(for: $0) }
    let servers = try options.servers.map { try HTTPServer($0, handler: door) }
    let places = zip(options.servers, servers).map { options.url(of: $0, port: $1.port) }
    let setup = laneSetup(folder, options, values, terminal, problems)
    let member = try ClusterMember(
        cluster, lanes: lanes, place: places.joined(separator: ", "), setup
    ) { terminal.note("\($0)\n") }
    door.show("perilune_cluster_lanes", help: "Lanes that this member processes.") {
        Double(member.ownedLanes)
    }
    let reports = ServiceReports(
        environment, door, listeningOn: places.joined(separator: ", "), terminal)
    let hangups = HangupSignals {
        terminal.note("members of a cluster do not reload scripts: restart this one\n")
    }
    terminal.note(
        "  cluster '\(cluster.name)' with \(Counted(lanes, "lane")); copies of stores are in \(folder)\n"
    )
    for place in places { terminal.note("listening on \(place)\n") }
    reports.ready()
    let watchdog = Task { await reports.watch() }
    let work = Task { await member.run() }
    await signals.first()
    reports.stopping()
    terminal.note("stopping\n")
    work.cancel()
    if options.inherited.isEmpty { door.stopAccepting() }
    for server in servers { await server.shutdown() }
    await work.value
    await options.intake.host.spans?.close()
    watchdog.cancel()
    door.close()
    withExtendedLifetime(hangups) { terminal.note("stopped\n") }
    return .success
}

/// The number of lanes, as soon as the servers answer; `nil` if a signal comes before.
private func countLanes(
    _ cluster: Cluster, _ signals: StopSignals, _ terminal: Terminal
) async throws(PeriluneError) -> Int? {
    var isWaiting = false
    while signals.received == nil {
        do throws(PeriluneError) {
            return try await onOwnThread { () throws(PeriluneError) in try cluster.lanes() }
        } catch {
            guard ["nats.connection", "nats.stream"].contains(error.code) else { throw error }
            if !isWaiting { terminal.show("waiting for the NATS servers: \(error)\n") }
            isWaiting = true
        }
        try? await Task.sleep(for: .milliseconds(500))
    }
    return nil
}

/// The intake that takes requests in and publishes their events.
private func clusterDoor(
    _ cluster: Cluster, _ lanes: Int, _ intake: IntakeOptions, _ values: Values,
    _ terminal: Terminal, _ problems: ProblemLog
) throws(PeriluneError) -> Intake {
    var options = intake
    options.store = nil
    options.isDurable = false
    options.cluster = .door(EventPublisher(cluster, lanes: lanes))
    // Lanes write the outputs.
    options.host.outputs = options.host.outputs.map { NamedOutput($0.name) }
    let door = try Intake(
        try ScriptOptions.components(values, terminal), options: options,
        log: TerminalLog(terminal)
    ) { problems.show($0) }
    if let source = door.eventSources.first {
        throw PeriluneError(
            "cluster.source", "a member of a cluster cannot run the source '\(source)'",
            hint:
                "remove it from the configuration, and let a server without --cluster send its events"
        )
    }
    return door
}

/// How a lane is processed.
private func laneSetup(
    _ folder: String, _ options: ServeOptions, _ values: Values, _ terminal: Terminal,
    _ problems: ProblemLog
) -> LaneSetup {
    LaneSetup(
        folder: folder,
        assemble: { (store, role, source) throws(PeriluneError) in
            var lane = options.intake
            lane.store = store
            lane.cluster = role
            return try Intake(
                try ScriptOptions.components(values, terminal) + [.plugin(source)], options: lane,
                log: TerminalLog(terminal)
            ) { problems.show($0) }
        },
        watch: { await watchWorkers(of: $0, options.stuckAfter, true, terminal) },
        report: { error, lane in problems.show(IntakeProblem(error, at: lane)) })
}
