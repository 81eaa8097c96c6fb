package import PeriluneCore
import PeriluneJSON
import PeriluneNATS

/// The lanes of a cluster, and who processes them.
package struct ClusterStatus: Sendable {
    /// A lane.
    package struct Lane: Sendable {
        /// From 0; also the number in the subjects of the lane.
        package let number: Int
        /// The member that processes it, as it calls itself; `nil` for none.
        package let owner: String?
        /// Messages with events; the events of one request are in one message.
        package let messages: Int
        /// Commits of its store that the stream keeps.
        package let commits: Int
        /// Messages that its member has not read yet; `nil` if no member processes it.
        package let behind: Int?
        /// Commits since its member began with it; `nil` if no member processes it.
        package let committed: Int?
        /// The number of the version of the rules that processes it; `nil` if no member processes it.
        package let version: Int?
        /// Whether its store is open, and events are processed.
        package let isOpen: Bool
        /// What went wrong last.
        package let error: String?
    }

    /// A member, as it has described itself in its lease.
    package struct Member: Sendable {
        /// Chosen by the member at its start; the name of its lease.
        package let id: String
        /// Where the member runs, for operators: the URLs of its HTTP server.
        package let place: String
        /// The version of Perilune.
        package let program: String
        /// The version of the rules that it uses.
        package let version: RuleVersion
        /// What the key of its events is; `nil` if it has no rules.
        package let order: String?
        /// Whether it gives up its lanes and accepts no others.
        package let isDraining: Bool
        /// How far its clock is ahead of that of the servers, in microseconds.
        package let clockDifference: Int64
        /// What became of the version that was proposed last.
        package let candidate: Candidate?

        /// A version that was proposed, as far as the member has loaded it.
        package struct Candidate: Sendable {
            /// The number of the proposed version.
            package let version: Int
            /// Whether the attempt to load it has ended; ``error`` says whether it has failed.
            package let isFinished: Bool
            /// Why the member cannot use it; `nil` if it can, or is still loading it.
            package let error: String?
            /// What the key of its events would be, as ``ClusterStatus/Member/order``.
            package let order: String?
        }
    }

    /// The members with a valid lease, by their places.
    package let members: [Member]
    /// All lanes in the order of their numbers, also those that nobody processes.
    package let lanes: [Lane]

    /// Asks the servers.
    package init(_ cluster: Cluster) throws(PeriluneError) {
        try self.init(ClusterWatch(cluster))
    }

    init(_ watch: ClusterWatch) throws(PeriluneError) {
        let (cluster, table) = (watch.cluster, watch.table)
        let streams = try NATSStreams(table.connection)
        let events = try streams.counts(ofStream: cluster.events)
        let commits = try streams.counts(ofStream: cluster.commits)
        members = table.keys("member.").compactMap { key in
            table.value(key).flatMap { Member(key, $0, table.stored(key)) }
        }.sorted { $0.place < $1.place }
        lanes = (0..<watch.lanes).map { lane in
            let lease = table.value("lane.\(lane)")
            return Lane(
                number: lane, owner: lease?["place"]?.string,
                messages: Int(clamping: events[cluster.events(of: lane)] ?? 0),
                commits: Int(clamping: commits[cluster.commits(of: lane)] ?? 0),
                behind: lease?["behind"]?.integer.map { Int($0) },
                committed: lease?["commits"]?.integer.map { Int($0) },
                version: lease?["version"]?.integer.map { Int($0) },
                isOpen: lease?["open"]?.bool ?? false, error: lease?["error"]?.string)
        }
    }
}

extension ClusterStatus.Member {
    fileprivate init?(_ key: String, _ value: Value, _ stored: Int64) {
        guard let place = value["place"]?.string else { return nil }
        id = String(key.dropFirst("member.".count))
        self.place = place
        program = value["program"]?.string ?? ""
        version = RuleVersion(
            number: Int(value["version"]?.integer ?? 0), hash: value["hash"]?.string ?? "")
        order = value["order"]?.string
        isDraining = value["draining"]?.bool ?? false
        clockDifference =
            value["time"]?.integer.map { time in
                let (difference, overflow) = time.subtractingReportingOverflow(stored)
                return overflow ? 0 : difference
            } ?? 0
        candidate = value["candidate"].flatMap { value in
            value["version"]?.integer.map { version in
                Candidate(
                    version: Int(version), isFinished: value["loaded"]?.bool ?? false,
                    error: value["error"]?.string, order: value["order"]?.string)
            }
        }
    }
}

/// Looks at a cluster again and again, over one connection.
///
/// Calls block; one at a time may be made.
package final class ClusterWatch: Sendable {
    let cluster: Cluster
    let table: LeaseTable
    let lanes: Int

    package init(_ cluster: Cluster) throws(PeriluneError) {
        self.cluster = cluster
        table = try LeaseTable(cluster)
        lanes = try cluster.lanes(table.connection)
        try table.update(milliseconds: 500)
    }

    /// The lanes and members now.
    package func status() throws(PeriluneError) -> ClusterStatus {
        try table.update()
        return try ClusterStatus(self)
    }

    /// Requests that a member moves its lanes off, or accepts lanes again; repeat until its status shows it.
    package func setDraining(_ member: String, to isDraining: Bool) throws(PeriluneError) {
        try table.put("drain.\(member)", ["on": .bool(isDraining)])
    }
}
