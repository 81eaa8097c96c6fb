import Arguments
import Glibc
import Perilune
import PeriluneCluster
import PeriluneCommandKit
import PeriluneCore
import PeriluneHTTP
import PeriluneNATS
import Synchronization

/// Runs `serve` as a member of a cluster.
func serveCluster(_ values: Values, _ terminal: Terminal) async throws -> ExitStatus {
    DescriptorLimit.raise()
    let environment = try ServiceEnvironment.readAndClear()
    let cluster = try ClusterOptions.cluster(values, "perilune serve")
    // Mistakes of the command line are reported before the servers are queried.
    var options = try ServeOptions(values, inherited: environment.sockets)
    try ClusterOptions.check(values, options.intake.host.outputs)
    let folder = try ClusterOptions.folder(values)
    let signals = StopSignals()
    Intake.handleFatalSignals()
    guard let found = try await findCluster(cluster, signals, terminal) else { return .success }
    let problems = ProblemLog(terminal)
    let spans = try TraceOptions.exporter(values, problems)
    let rules = ClusterRules(
        cluster: cluster, lanes: found.lanes, folder: folder, values: values,
        inherited: environment.sockets, terminal: terminal, problems: problems,
        spans: spans)
    let version = found.active?.version ?? .local
    let first: ClusterRules.Loaded =
        if let bundle = found.bundle {
            try await rules.load(version, bundle)
        } else {
            try rules.local()
        }
    let handler = ClusterRequestHandler(first.intake)
    options.server.bodyLimit = { handler.current.bodyLimit(for: $0) }
    let servers = try options.servers.map { try HTTPServer($0, handler: handler) }
    let places = zip(options.servers, servers).map { options.url(of: $0, port: $1.port) }
    let place = places.map(memberPlace).joined(separator: ", ")
    let owned = OwnedLanes()
    owned.addMetrics(to: first.intake)
    let member = try ClusterMember(
        cluster, lanes: found.lanes, place: place,
        program: PeriluneVersion.current.description, folder: folder,
        MemberVersion(version, order: first.order, first.setup),
        load: { (version, bundle) throws(PeriluneError) in
            let loaded = try await rules.load(version, bundle)
            return MemberVersion(
                version, order: loaded.order, loaded.setup,
                use: {
                    owned.addMetrics(to: loaded.intake)
                    handler.replace(with: loaded.intake)
                }, discard: { loaded.intake.close() })
        },
        note: { terminal.info("\($0)\n") })
    owned.member.withLock { $0 = member }
    let reports = ServiceReports(
        environment, handler.current, listeningOn: places.joined(separator: ", "), terminal)
    let hangups = HangupSignals {
        terminal.info("members of a cluster do not reload scripts: use 'perilune cluster deploy'\n")
    }
    terminal.info(
        "  cluster '\(cluster.name)' with \(Counted(found.lanes, "lane")) and rules of version \(version); copies of stores are in \(folder)\n"
    )
    for place in places { terminal.info("listening on \(place)\n") }
    reports.ready()
    let watchdog = Task { await reports.watch() }
    let work = Task { await member.run() }
    await signals.first()
    reports.stopping()
    terminal.info("stopping\n")
    work.cancel()
    if options.inherited.isEmpty { handler.current.stopAccepting() }
    for server in servers { await server.shutdown() }
    await work.value
    await spans?.close()
    watchdog.cancel()
    handler.current.close()
    withExtendedLifetime(hangups) { terminal.info("stopped\n") }
    return .success
}

/// The address of this member for others; a wildcard address is replaced by the name of the machine.
private func memberPlace(_ place: String) -> String {
    var name = [CChar](repeating: 0, count: 256)
    guard unsafe gethostname(&name, name.count - 1) == 0 else { return place }
    let host = String(
        decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    for any in ["//0.0.0.0:", "//[::]:", "//:::"] where place.contains(any) {
        return place.replacing(any, with: "//\(host):")
    }
    return place
}

/// The metrics of the lanes that a member processes.
private final class OwnedLanes: Sendable {
    let member = Mutex<ClusterMember?>(nil)

    private var readings: [(lane: Int, isOpen: Bool, behind: Int)] {
        member.withLock(\.self)?.laneReadings ?? []
    }

    private var counts: [(lane: Int, commits: Int, errors: Int)] {
        member.withLock(\.self)?.laneCounts ?? []
    }

    func addMetrics(to intake: Intake) {
        intake.addGauge("perilune_cluster_lanes", help: "Lanes that this member processes.") {
            [self] in
            Double(member.withLock(\.self)?.ownedLanes ?? 0)
        }
        intake.addMetrics(
            "perilune_cluster_lane_open",
            help:
                "Whether the store of a lane of this member is open and its events are processed.",
            label: "lane"
        ) { [self] in readings.map { ("\($0.lane)", $0.isOpen ? 1 : 0) } }
        intake.addMetrics(
            "perilune_cluster_lane_behind",
            help: "Messages of a lane of this member that it has not read yet.", label: "lane"
        ) { [self] in readings.map { ("\($0.lane)", Double($0.behind)) } }
        intake.addMetrics(
            "perilune_cluster_lane_commits_total",
            help: "Commits of this member to the log of a lane.", label: "lane", onlyGrow: true
        ) { [self] in counts.map { ("\($0.lane)", Double($0.commits)) } }
        intake.addMetrics(
            "perilune_cluster_lane_errors_total",
            help: "Errors that stopped the processing of a lane of this member for a moment.",
            label: "lane", onlyGrow: true
        ) { [self] in counts.map { ("\($0.lane)", Double($0.errors)) } }
    }
}

/// The number of lanes, and the deployed version of the rules.
private struct FoundCluster {
    let lanes: Int
    let active: DeployedVersions.Entry?
    let bundle: RuleBundle?
}

/// Queries the servers until they answer; `nil` if a signal comes first.
private func findCluster(
    _ cluster: Cluster, _ signals: StopSignals, _ terminal: Terminal
) async throws(PeriluneError) -> FoundCluster? {
    var isWaiting = false
    while signals.received == nil {
        do throws(PeriluneError) {
            return try await onOwnThread { () throws(PeriluneError) in
                let lanes = try cluster.lanes()
                let versions = try DeployedVersions(cluster)
                let active = try versions.active()
                return FoundCluster(
                    lanes: lanes, active: active,
                    bundle: try active.map { (active) throws(PeriluneError) in
                        try versions.bundle(of: active)
                    })
            }
        } catch {
            guard ["nats.connection", "nats.stream"].contains(error.code) else { throw error }
            if !isWaiting { terminal.show("waiting for the NATS servers: \(error)\n") }
            isWaiting = true
        }
        try? await Task.sleep(for: .milliseconds(500))
    }
    return nil
}
