package import PeriluneCore
import PeriluneJSON
package import PeriluneNATS

/// What NATS servers report of a cluster, for operators.
package struct ClusterInspection: Sendable {
    /// A stream of the cluster.
    package struct Stream: Sendable {
        package let name: String
        /// What the server tells of it; `nil` if there is no such stream.
        package let info: Value?
        /// Whether it may lose messages by their age or number, as that of the leases does.
        package let isTransient: Bool
    }

    /// The servers that were named, and those that they know.
    package let servers: [(url: String, info: Result<NATSServerInfo, PeriluneError>)]
    package let streams: [Stream]
    package let account: Value
    package let status: ClusterStatus
    package let active: RuleVersion?

    /// Asks the servers.
    package init(_ cluster: Cluster) throws(PeriluneError) {
        var servers: [(url: String, info: Result<NATSServerInfo, PeriluneError>)] = []
        var names: Set<String> = []
        for url in cluster.connection.servers {
            do throws(PeriluneError) {
                let info = try NATSServerInfo(url)
                if names.insert(info.name).inserted { servers.append((url, .success(info))) }
            } catch {
                servers.append((url, .failure(error)))
            }
        }
        self.servers = servers
        let watch = try ClusterWatch(cluster)
        let asked = try NATSStreams(watch.table.connection)
        var streams: [Stream] = []
        for (name, isTransient) in [
            (cluster.events, false), (cluster.commits, false), (cluster.snapshots, false),
            (cluster.versions, false), (cluster.leases, true),
        ] {
            let info = try asked.info(ofStream: name)
            streams.append(
                Stream(
                    name: name, info: info["error"] == nil ? info : nil, isTransient: isTransient))
        }
        self.streams = streams
        account = try asked.accountInfo()
        status = try watch.status()
        active = try DeployedVersions(cluster).active()?.version
    }
}
