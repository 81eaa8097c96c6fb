package import Perilune
package import PeriluneCore
import PeriluneHTTP
import PeriluneNATS
import PeriluneStore
import Synchronization

/// What a member needs to process a lane.
package struct LaneSetup: Sendable {
    /// The folder of the replicas of the stores.
    let folder: String
    /// Creates the intake of a lane, with its store, its role and its source.
    let assemble:
        @Sendable (_ store: String, ClusterRole, any Plugin) throws(PeriluneError) -> Intake
    /// Watches the workers of an intake until the task is cancelled.
    let watch: @Sendable (Intake) async -> Void
    /// Called with errors and the name of the lane.
    let report: @Sendable (PeriluneError, String) -> Void

    package init(
        folder: String,
        assemble:
            @escaping @Sendable (_ store: String, ClusterRole, any Plugin) throws(PeriluneError) ->
            Intake,
        watch: @escaping @Sendable (Intake) async -> Void,
        report: @escaping @Sendable (PeriluneError, String) -> Void
    ) {
        self.folder = folder
        self.assemble = assemble
        self.watch = watch
        self.report = report
    }

    /// The file with the replica of a lane's store.
    package static func store(of lane: Int, in folder: String) -> String {
        "\(folder)/lane-\(lane).db"
    }
}

/// Processes a lane with one version of the rules until it is stopped; after an error, reopens the store and
/// continues.
final class LaneRunner: Sendable {
    let lane: Int
    let version: RuleVersion
    let progress: LaneProgress
    private let task: Task<Void, Never>

    init(
        _ lane: Int, of cluster: Cluster, _ rules: MemberVersion, _ progress: LaneProgress
    ) {
        self.lane = lane
        self.progress = progress
        version = rules.version
        let session = LaneSession(
            lane: lane, cluster: cluster, version: rules.version, setup: rules.setup,
            progress: progress)
        task = Task { await session.run() }
    }

    /// Stops processing; afterwards, the last commit is in the log.
    func stop() async {
        task.cancel()
        await task.value
    }
}

/// The processing of a lane with an open store.
private struct LaneSession {
    let lane: Int
    let cluster: Cluster
    let version: RuleVersion
    let setup: LaneSetup
    let progress: LaneProgress

    /// The reason why the store was closed.
    private enum End {
        case stopped
        /// The store may differ from the log.
        case lost
        /// A batch is too large for a commit.
        case tooLarge
    }

    private static let firstBatch = 256
    /// The interval between checks of the intake.
    private static let interval: Duration = .milliseconds(50)
    /// How long a stop waits for calls in progress, whose outcome would otherwise be unknown to the next member.
    private static let patience: Duration = .seconds(30)

    /// The minimum size of commits for a snapshot.
    ///
    /// Beyond it, a snapshot is stored whenever the commits since the last one are larger than the store, so that
    /// rebuilding a store reads at most twice its size.
    private static let smallest = 4 << 20

    private var snapshots: LaneSnapshots { LaneSnapshots(cluster: cluster, lane: lane) }
    private var store: String { LaneSetup.store(of: lane, in: setup.folder) }

    func run() async {
        var batch = Self.firstBatch
        while !Task.isCancelled {
            do throws(PeriluneError) {
                switch try await process(batch) {
                case .stopped: return
                case .lost:
                    // If another member has the lane, the lease will show it soon.
                    try? await Task.sleep(for: .milliseconds(Int.random(in: 50...150)))
                case .tooLarge: batch = max(1, batch / 2)
                }
            } catch {
                setup.report(error, "lane \(lane)")
                progress.close(
                    error, isUnreadable: [.storeNewer, Self.newerVersion].contains(error.code))
                if [.storeCorrupt, .storeRow, "store.diverged"].contains(error.code) {
                    StoreReplica.remove(store)
                }
                try? await Task.sleep(for: .milliseconds(Int.random(in: 250...750)))
            }
        }
    }

    private func process(_ batch: Int) async throws(PeriluneError) -> End {
        let source = LanePlugin(
            source: LaneSource(cluster: cluster, lane: lane, progress: progress))
        let (intake, volume) = try await onOwnThread {
            [self] () throws(PeriluneError) in
            let log = try NATSCommitLog(
                NATSConnection(cluster.connection), stream: cluster.commits,
                subject: cluster.commits(of: lane), headers: [(RuleVersion.header, version.text)])
            try checkVersion(log)
            try snapshots.restore(store)
            return (try setup.assemble(store, .lane(log, batch: batch), source), log.volume)
        }
        progress.open()
        let reading = Task { await intake.runSources() }
        let watching = Task { await setup.watch(intake) }
        let answering = Task {
            await LaneRequests(cluster: cluster, lane: lane, intake: intake).run()
        }
        var saving: SnapshotTask?
        var end = End.stopped
        var reported: PeriluneError?
        while !Task.isCancelled {
            try? await Task.sleep(for: Self.interval)
            progress.committed(volume.takeAppended())
            if intake.hasLostStore { end = .lost }
            let failure = intake.commitFailure
            if batch > 1, failure?.code == .commitSize { end = .tooLarge }
            if let failure, failure != reported, failure.code != .storeClosed, end == .stopped {
                setup.report(failure, "lane \(lane)")
                progress.fail(with: failure)
                reported = failure
            }
            if end != .stopped { break }
            if saving?.isRunning != true,
                volume.bytes > max(Self.smallest, StoreSnapshot.size(ofFile: store))
            {
                volume.reset()
                saving = SnapshotTask { await saveSnapshot() }
            }
        }
        progress.close(nil)
        reading.cancel()
        watching.cancel()
        answering.cancel()
        await reading.value
        if end == .stopped {
            // In another task, because this one is cancelled.
            _ = await Task { await intake.finishCalls(within: Self.patience) }.value
        }
        progress.committed(volume.takeAppended())
        intake.abandon()
        // The file of the store may be replaced next.
        if end != .stopped { await saving?.finish() }
        return end
    }

    private static let newerVersion: PeriluneError.Code = "cluster.version"

    /// Throws if a newer version of the rules has processed the lane.
    ///
    /// If that happens later, the commits of the newer version fence those of this member.
    private func checkVersion(_ log: NATSCommitLog) throws(PeriluneError) {
        let last = RuleVersion.number(try log.lastHeaders()[RuleVersion.header])
        guard last > version.number else { return }
        throw PeriluneError(
            Self.newerVersion,
            "lane \(lane) was processed by version \(last) of the rules, and this member has \(version)",
            hint: "if this persists, find out why the member has not loaded the version")
    }

    /// Stores a snapshot, so that older commits can be removed; if this fails, the log keeps growing.
    private func saveSnapshot() async {
        do throws(PeriluneError) {
            try await onOwnThread { [self] () throws(PeriluneError) in try snapshots.save(store) }
        } catch {
            setup.report(error, "lane \(lane)")
        }
    }
}

/// Provides the intake of a lane with its source.
private struct LanePlugin: Plugin {
    let name = "cluster"
    let source: LaneSource

    func register(in registry: inout Registry) throws(PeriluneError) {
        try registry.add(source)
    }
}

/// A snapshot that is being stored.
private final class SnapshotTask: Sendable {
    private let isFinished = Atomic(false)
    private let task = Mutex<Task<Void, Never>?>(nil)

    init(_ body: @escaping @Sendable () async -> Void) {
        let started = Task { [weak self] in
            await body()
            self?.isFinished.store(true, ordering: .relaxed)
        }
        task.withLock { $0 = started }
    }

    var isRunning: Bool { !isFinished.load(ordering: .relaxed) }

    func finish() async { await task.withLock(\.self)?.value }
}
