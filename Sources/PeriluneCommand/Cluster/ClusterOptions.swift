import Arguments
import Perilune
import PeriluneCluster
import PeriluneCommandKit
import PeriluneCore
import PeriluneFiles
import PeriluneNATS

/// The options of commands about clusters.
enum ClusterOptions {
    static let all: [Option] = withoutProject + Project.options

    /// The options for commands that already have those of the configuration.
    static let withoutProject: [Option] =
        [
            .setting(
                .clusterServers, default: "those of the configuration",
                "A NATS server of the cluster."),
            .setting(.clusterName),
        ] + CommandPlugins.options.filter { $0.name == "nats" }

    static let timeout: Option = .value(
        "timeout", "S", accepts: .integer(1...3600), default: "60", "Seconds to wait.")

    /// The cluster of a command, or another one on the same servers.
    static func cluster(
        _ values: Values, _ program: String, name: String? = nil
    ) throws -> Cluster {
        var connection = try CommandPlugins.natsConnection(values)
        let servers = values.strings("cluster")
        guard !servers.isEmpty else {
            throw UsageError(
                .invalidValue, "name a NATS server of the cluster: --cluster nats://HOST:4222",
                program: program)
        }
        for server in servers {
            guard let problem = NATSConnectionOptions.problem(of: server) else { continue }
            throw UsageError(
                .invalidValue, "--cluster \(problem); write nats://HOST:PORT or tls://HOST:PORT",
                program: program)
        }
        connection.servers = servers
        if servers.contains(where: { $0.hasPrefix("tls://") }) { connection.isSecure = true }
        return try Cluster(
            name: name ?? values.string("cluster-name") ?? "perilune", connection)
    }

    /// The folder of the replicas of the stores; created if it does not exist.
    static func folder(_ values: Values) throws(PeriluneError) -> String {
        let folder = values.string("cluster-folder") ?? "perilune-cluster"
        try FolderTree.make(folder)
        return folder
    }

    /// Options of `serve` that a member of a cluster does not have.
    private static let excluded: [(option: String, reason: String)] = [
        ("store", "the store of each lane is in --cluster-folder"),
        ("output", "lanes move between members: emit values to an output with a sink"),
        ("records", "lanes move between members: use a sink that gets records"),
        ("shadow", "members do not reload scripts"),
        ("shadow-log", "members do not reload scripts"),
        ("watch", "members do not reload scripts: restart them one after the other"),
        ("control", "'perilune cluster status' shows the lanes"),
        ("audit", "the stream of versions has each deploy"),
        ("not-durable", "events are stored by the NATS servers"),
        ("set-aside-damaged", "a damaged copy of a store is built again"),
        ("dry-run", "effects would be missing for all members"),
    ]

    /// Throws for options that a member of a cluster does not support.
    static func check(_ values: Values, _ outputs: [NamedOutput]) throws(UsageError) {
        for (option, reason) in excluded where values.flag(option) || values.string(option) != nil {
            throw misuse("--\(option) cannot be combined with --cluster: \(reason)")
        }
        if let output = outputs.first(where: { $0.file != nil }) {
            throw misuse(
                "the output '\(output.name)' is a file, which cannot be combined with --cluster: lanes move between members, so use a sink"
            )
        }
    }

    private static func misuse(_ message: String) -> UsageError {
        UsageError(.invalidValue, message, program: "perilune serve")
    }
}
