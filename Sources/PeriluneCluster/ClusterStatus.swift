package import PeriluneCore
import PeriluneJSON
import PeriluneNATS

/// The lanes of a cluster, and who processes them.
package struct ClusterStatus: Sendable {
    /// A lane.
    package struct Lane: Sendable {
        package let number: Int
        /// The member that processes it, as it calls itself; `nil` for none.
        package let owner: String?
        package let events: Int
        package let commits: Int
        /// Events that its member has not read yet; `nil` if no member processes it.
        package let behind: Int?
    }

    package let members: [String]
    package let lanes: [Lane]

    /// Asks the servers.
    package init(_ cluster: Cluster) throws(PeriluneError) {
        let table = try LeaseTable(cluster)
        let count = try cluster.lanes(table.connection)
        try table.update(milliseconds: 500)
        let streams = try NATSStreams(table.connection)
        let events = try streams.counts(ofStream: cluster.events)
        let commits = try streams.counts(ofStream: cluster.commits)
        members = table.keys("member.").compactMap { table.value($0)?["place"]?.string }.sorted()
        lanes = (0..<count).map { lane in
            let lease = table.value("lane.\(lane)")
            return Lane(
                number: lane, owner: lease?["place"]?.string,
                events: Int(clamping: events[cluster.events(of: lane)] ?? 0),
                commits: Int(clamping: commits[cluster.commits(of: lane)] ?? 0),
                behind: lease?["behind"]?.integer.map { Int($0) })
        }
    }
}
