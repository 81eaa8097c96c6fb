package import PeriluneCore
import PeriluneJSON
package import PeriluneNATS

/// What NATS servers report of a cluster, for operators.
package struct ClusterInspection: Sendable {
    /// A stream of the cluster.
    package struct Stream: Sendable {
        /// The name of the stream on the servers: `NAME-EVENTS`.
        package let name: String
        /// The server's description; `nil` if there is no such stream.
        package let info: Value?
        /// Whether messages may expire by age or number, as in the stream of the leases.
        package let isTransient: Bool
    }

    /// The configured servers, and the others that they report.
    package let servers: [(url: String, info: Result<NATSServerInfo, PeriluneError>)]
    /// The streams of events, commits, snapshots, versions and leases.
    package let streams: [Stream]
    /// The storage that the account uses, and its limits, as a server reports them in JSON.
    package let account: Value
    /// The lanes and members at the time of the inspection.
    package let status: ClusterStatus
    /// The version of the rules that members use; `nil` if none was deployed.
    package let active: RuleVersion?

    /// Queries the servers.
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
