package import PeriluneCore
package import PeriluneNATS
import PeriluneStore

/// The streams of a cluster on NATS servers.
///
/// One stream has the events, with a subject for each lane. Another one has the results, as the commits of each
/// lane's store. A bucket has the leases, which show who is processing each lane.
package struct Cluster: Sendable {
    /// The prefix of the names of all streams and subjects: up to 64 letters, digits, `-` and `_`.
    package let name: String
    let connection: NATSConnectionOptions

    /// - Throws: `cluster.name` if the name cannot be a part of those of streams.
    package init(name: String, _ connection: NATSConnectionOptions) throws(PeriluneError) {
        guard !name.isEmpty, name.utf8.count <= 64, name.utf8.allSatisfy(Self.isPlain) else {
            throw PeriluneError(
                "cluster.name", "'\(name)' cannot be the name of a cluster",
                hint: "use up to 64 letters, digits, '-' and '_'")
        }
        self.name = name
        self.connection = connection
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    var events: String { "\(name)-EVENTS" }
    var commits: String { "\(name)-COMMITS" }
    var snapshots: String { "\(name)-SNAPSHOTS" }
    var versions: String { "\(name)-VERSIONS" }
    /// The bucket of leases, as its stream is called.
    var leases: String { "KV_\(name)-leases" }

    func events(of lane: Int) -> String { "\(name).ev.\(lane)" }
    func commits(of lane: Int) -> String { "\(name).c.\(lane)" }
    func snapshots(of lane: Int) -> String { "\(name).s.\(lane)" }
    /// The subject at which the member that processes a lane answers requests; it belongs to no stream.
    func requests(of lane: Int) -> String { "\(name).q.\(lane)" }
    var proposedVersion: String { "\(name).v.proposed" }
    var activeVersion: String { "\(name).v.active" }
    func bundle(_ id: String) -> String { "\(name).v.bundle.\(id)" }
    /// The name of the source of a lane, in its store.
    func source(of lane: Int) -> String { "cluster/\(name)/\(lane)" }
    /// The subject of a key in the bucket of leases.
    func lease(_ key: String) -> String { "$KV.\(name)-leases.\(key)" }

    /// How long a lease is valid after its last renewal.
    static let leaseTime: Duration = .seconds(2)

    /// The maximum number of lanes.
    package static let maximumLanes = 256

    /// Creates the streams; existing ones with the same settings are left unchanged.
    ///
    /// - Parameters:
    ///   - lanes: The number of lanes.
    ///   - replicas: The number of servers that keep each event and each commit.
    ///   - fill: Called before members can begin.
    /// - Throws: `cluster.lanes` if the cluster has another number of lanes.
    package func create(
        lanes: Int, replicas: Int, _ fill: () throws(PeriluneError) -> Void = {}
    ) throws(PeriluneError) {
        let connection = try NATSConnection(self.connection)
        let streams = try NATSStreams(connection)
        if let known = try countLanes(streams), known != lanes {
            throw PeriluneError(
                "cluster.lanes",
                "the cluster '\(name)' has \(known) lanes, and their number cannot be changed",
                hint: "create another cluster with --cluster-name")
        }
        // The stream of events is created last, because it marks the cluster as complete.
        var settings = NATSStreams.Settings(subjects: ["\(name).c.*"])
        settings.replicas = replicas
        try streams.createStream(commits, settings)
        for lane in 0..<lanes {
            let log = try NATSCommitLog(connection, stream: commits, subject: commits(of: lane))
            try log.begin(StoreCommit.empty)
        }
        settings.subjects = ["\(name).s.>"]
        try streams.createStream(snapshots, settings)
        settings.subjects = ["\(name).v.>"]
        try streams.createStream(versions, settings)
        settings.subjects = [lease(">")]
        settings.keepsLastOnly = true
        settings.maximumAge = Self.leaseTime
        settings.duplicateWindow = Self.leaseTime
        try streams.createStream(leases, settings)
        try fill()
        settings = NATSStreams.Settings(subjects: (0..<lanes).map(events(of:)))
        settings.replicas = replicas
        try streams.createStream(events, settings)
    }

    /// The number of lanes, which is read from the servers.
    package func lanes() throws(PeriluneError) -> Int { try lanes(NATSConnection(connection)) }

    /// The number of lanes.
    ///
    /// - Throws: `cluster.missing` if the servers have no such cluster.
    func lanes(_ connection: NATSConnection) throws(PeriluneError) -> Int {
        if let lanes = try countLanes(NATSStreams(connection)) { return lanes }
        throw PeriluneError(
            "cluster.missing", "there is no cluster '\(name)' on these servers",
            hint: "create it: perilune cluster init --cluster-name \(name)")
    }

    private func countLanes(_ streams: borrowing NATSStreams) throws(PeriluneError) -> Int? {
        try streams.subjects(ofStream: events)?.count
    }
}
