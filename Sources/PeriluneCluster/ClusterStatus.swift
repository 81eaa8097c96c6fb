package import PeriluneCore
import PeriluneJSON
import PeriluneNATS

/// The lanes of a cluster, and the members that process them.
package struct ClusterStatus: Sendable {
    /// A lane.
    package struct Lane: Sendable {
        /// The number of the lane, from 0, which is also in its subjects.
        package let number: Int
        /// The id of the member that processes it; `nil` if there is none.
        package let owner: String?
        /// The number of messages with events; the events of one request are in one message.
        package let messages: Int
        /// The number of commits of its store in the stream.
        package let commits: Int
        /// The number of messages that its member has not read yet; `nil` if no member processes it.
        package let behind: Int?
        /// The number of commits since its member took it; `nil` if no member processes it.
        package let committed: Int?
        /// The number of the rules' version with which it is processed; `nil` if no member processes it.
        package let version: Int?
        /// Whether its store is open, and events are processed.
        package let isOpen: Bool
        /// The last error.
        package let error: String?
    }

    /// A member, as it has described itself in its lease.
    package struct Member: Sendable {
        /// The name of its lease, which the member chooses at its start.
        package let id: String
        /// Where the member runs, for operators: the URLs of its HTTP server.
        package let place: String
        /// The version of Perilune.
        package let program: String
        /// The version of the rules that it uses.
        package let version: RuleVersion
        /// The ordering key of the member's rules; `nil` if it has no rules.
        package let order: String?
        /// Whether it gives up its lanes and accepts no others.
        package let isDraining: Bool
        /// How far its clock is ahead of that of the servers, in microseconds.
        package let clockDifference: Int64
        /// The state of the version that was proposed last.
        package let candidate: Candidate?

        /// The state of a proposed version on a member.
        package struct Candidate: Sendable {
            /// The number of the proposed version.
            package let version: Int
            /// Whether loading has ended; ``error`` says whether it failed.
            package let isFinished: Bool
            /// Why the member cannot use it; `nil` if it can, or is still loading it.
            package let error: String?
            /// The ordering key of its rules, like ``ClusterStatus/Member/order``.
            package let order: String?
        }
    }

    /// The members with a valid lease, by their places.
    package let members: [Member]
    /// All lanes in the order of their numbers, including those without a member.
    package let lanes: [Lane]

    /// Queries the servers.
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

/// Queries a cluster repeatedly over one connection.
///
/// Calls block, and must not overlap.
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

    /// The current lanes and members.
    package func status() throws(PeriluneError) -> ClusterStatus {
        try table.update()
        return try ClusterStatus(self)
    }

    /// Asks a member to give up its lanes, or to accept lanes again; repeat until its status shows it.
    package func setDraining(_ member: String, to isDraining: Bool) throws(PeriluneError) {
        try table.put("drain.\(member)", ["on": .bool(isDraining)])
    }
}
