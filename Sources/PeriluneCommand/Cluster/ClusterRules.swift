import Arguments
import Perilune
import PeriluneCluster
import PeriluneCommandKit
import PeriluneCore
import PeriluneFiles
import PeriluneHTTP
import PeriluneStore

/// Loads versions of the rules for a member of a cluster.
struct ClusterRules: Sendable {
    let cluster: Cluster
    let lanes: Int
    /// The folder of the replicas of the stores.
    let folder: String
    /// The values of the command line and the member's own configuration.
    let values: Values
    let inherited: [InheritedSocket]
    let terminal: Terminal
    let problems: ProblemLog
    /// Exports spans, if the member traces events.
    let spans: SpanExporter?

    /// A version with the intake that receives requests for it.
    struct Loaded {
        let intake: Intake
        let order: String?
        let setup: LaneSetup
    }

    /// The rules of the member's own configuration.
    func local() throws -> Loaded { try assemble(values) }

    /// Loads deployed rules, if their tests pass and their scripts can read the state of this member's lanes.
    func load(
        _ version: RuleVersion, _ bundle: RuleBundle
    ) async throws(PeriluneError) -> Loaded {
        for option in ["script", "to"] where values.isGiven(option) {
            throw PeriluneError(
                "cluster.deploy", "this member was started with --\(option)",
                hint: "start it with a configuration, or without rules")
        }
        let place = "\(folder)/versions/\(version.number)-\(bundle.hash.prefix(16))"
        do {
            try bundle.unpack(into: place)
            var values = values
            values.defaults = try Project.deployed(
                "\(place)/\(Configuration.fileName)", behind: self.values.project,
                serveAction.command.name)
            let loaded = try assemble(values)
            do {
                try await VersionTests.run(loaded.intake.scripts, values, loaded.intake.host)
                try checkState(loaded.intake)
            } catch {
                loaded.intake.close()
                throw error
            }
            return loaded
        } catch let error as PeriluneError {
            throw error
        } catch let error as ConfigurationError {
            throw error.mistakes.first ?? PeriluneError("configuration.lua", "\(error)")
        } catch {
            throw PeriluneError("cluster.bundle", "\(error)")
        }
    }

    /// Throws if a script could not read the state of a lane that was processed here.
    private func checkState(_ intake: Intake) throws(PeriluneError) {
        for lane in 0..<lanes {
            let file = LaneSetup.store(of: lane, in: folder)
            guard TextFile.exists(file) else { continue }
            try intake.host.checkState(in: try SQLiteStateStore(reading: file))
        }
    }

    private func assemble(_ values: Values) throws -> Loaded {
        var options = try ServeOptions(values, inherited: inherited)
        try ClusterOptions.check(values, options.intake.host.outputs)
        options.intake.host.live = nil
        options.intake.host.spans = spans
        let intake = try makeIntake(options.intake, values)
        return Loaded(
            intake: intake, order: MemberVersion.order(of: intake), setup: setup(options, values))
    }

    /// Creates the intake that accepts requests and publishes their events.
    private func makeIntake(
        _ first: IntakeOptions, _ values: Values
    ) throws(PeriluneError) -> Intake {
        var options = first
        options.store = nil
        options.isDurable = false
        options.cluster = .forwarding(EventPublisher(cluster, lanes: lanes))
        // The lanes write the outputs.
        options.host.outputs = options.host.namedOutputs.map { NamedOutput($0) }
        let problems = problems
        let intake = try Intake(
            try ScriptOptions.components(values, terminal), options: options,
            log: TerminalLog(terminal)
        ) { problems.show($0) }
        if let source = intake.eventSources.first {
            throw PeriluneError(
                "cluster.source", "a member of a cluster cannot run the source '\(source)'",
                hint:
                    "remove it from the configuration, and let a server without --cluster send its events"
            )
        }
        return intake
    }

    /// The setup for processing lanes.
    private func setup(_ options: ServeOptions, _ values: Values) -> LaneSetup {
        let (terminal, problems) = (terminal, problems)
        return LaneSetup(
            folder: folder,
            assemble: { (store, role, source) throws(PeriluneError) in
                var lane = options.intake
                lane.store = store
                lane.cluster = role
                return try Intake(
                    try ScriptOptions.components(values, terminal) + [.plugin(source)],
                    options: lane, log: TerminalLog(terminal)
                ) { problems.show($0) }
            },
            watch: { await watchWorkers(of: $0, options.stuckAfter, true, terminal) },
            report: { error, lane in problems.show(IntakeProblem(error, at: lane)) })
    }
}
