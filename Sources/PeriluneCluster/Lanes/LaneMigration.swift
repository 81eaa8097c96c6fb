package import PeriluneCore
import PeriluneNATS
package import PeriluneStore

/// Creates a cluster with the state and the rules of another one, for changing the number of lanes.
///
/// State is distributed in the same way as events: by the hash of the ordering key. All calls block.
package struct LaneMigration {
    private let old: Cluster
    private let new: Cluster
    /// An empty folder for stores.
    private let folder: String

    package init(from old: Cluster, to new: Cluster, folder: String) throws(PeriluneError) {
        guard old.name != new.name else {
            throw PeriluneError(
                "cluster.lanes", "the number of lanes of '\(old.name)' cannot be changed",
                hint: "name the new cluster with --cluster-name")
        }
        self.old = old
        self.new = new
        self.folder = folder
    }

    /// Copies everything; the old cluster is not changed.
    ///
    /// - Returns: The number of values of the state.
    /// - Throws: `cluster.busy` if the old cluster has unprocessed events, or the new one exists.
    package func run(lanes: Int, replicas: Int) throws(PeriluneError) -> StateCounts {
        let connection = try NATSConnection(old.connection)
        let streams = try NATSStreams(connection)
        guard try !streams.hasStream(new.events) else {
            throw busy("the cluster '\(new.name)' exists already", "name another one")
        }
        guard try ClusterStatus(old).members.isEmpty else {
            throw busy("members of '\(old.name)' are running", "stop them, after the senders")
        }
        let versions = try DeployedVersions(old)
        guard let active = try versions.active(), let order = active.order else {
            throw busy(
                "'\(old.name)' has no rules that tell how state is divided",
                "deploy its rules while members run: perilune cluster deploy DIR")
        }
        let stores = try read(streams, connection)
        let bundle = try versions.bundle(of: active)
        var counts = StateCounts()
        try new.create(lanes: lanes, replicas: replicas) { () throws(PeriluneError) in
            for lane in 0..<lanes {
                let copied = try write(lane, of: lanes, stores, order)
                counts.keys += copied.keys
                counts.values += copied.values
            }
            let target = try DeployedVersions(new)
            try target.activate(try target.propose(bundle), order: order)
        }
        return counts
    }

    /// Builds the stores of the old lanes from their snapshots and commits.
    private func read(
        _ streams: borrowing NATSStreams, _ connection: NATSConnection
    ) throws(PeriluneError) -> [String] {
        var stores: [String] = []
        for lane in 0..<(try old.lanes(connection)) {
            let store = "\(folder)/old-\(lane).db"
            try LaneSnapshots(cluster: old, lane: lane).restore(store)
            let log = try NATSCommitLog(
                connection, stream: old.commits, subject: old.commits(of: lane))
            let copy = try StoreReplica.build(store, from: log, source: old.source(of: lane))
            let position = copy.positions.first { $0.name == LaneSource.position }?.value
            let read = position.flatMap { UInt64($0) }
            let last = try streams.lastMessage(stream: old.events, subject: old.events(of: lane))
            guard copy.unfinished == 0, last?.sequence ?? 0 <= read ?? 0 else {
                throw busy(
                    "lane \(lane) of '\(old.name)' has not processed or passed on everything",
                    "start its members again, and wait until 'behind' is 0 for all lanes")
            }
            stores.append(store)
        }
        return stores
    }

    /// Stores the store of a new lane as its first snapshot.
    private func write(
        _ lane: Int, of lanes: Int, _ old: [String], _ order: String
    ) throws(PeriluneError) -> StateCounts {
        let store = "\(folder)/new-\(lane).db"
        let counts = try StateContents(path: store).save { (write) throws(PeriluneError) in
            for path in old {
                try StateContents(snapshotOf: path).forEach { (row) throws(PeriluneError) in
                    if Self.lane(of: row.key.key, lanes, order) == lane { try write(row) }
                }
            }
        }
        var first = 0
        let log = try NATSCommitLog(
            NATSConnection(new.connection), stream: new.commits, subject: new.commits(of: lane))
        try log.read(after: 0) { first = $0.number }
        try StoreReplica.adopt(store, commit: first)
        try LaneSnapshots(cluster: new, lane: lane).save(store)
        StoreReplica.remove(store)
        return counts
    }

    /// The lane of an ordering key, as for events in ``EventMessage``.
    static func lane(of key: String, _ lanes: Int, _ order: String) -> Int {
        order == MemberVersion.oneKey ? 0 : Int(FNV1a(key).value % UInt64(lanes))
    }

    private func busy(_ message: String, _ hint: String) -> PeriluneError {
        PeriluneError("cluster.busy", message, hint: hint)
    }
}
