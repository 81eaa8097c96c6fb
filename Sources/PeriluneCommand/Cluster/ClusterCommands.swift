import Arguments
import PeriluneCluster
import PeriluneCommandKit
import PeriluneCore
import PeriluneFiles
import PeriluneStore

let clusterInitAction: Action = Action(
    command: Command(
        name: "cluster init", summary: "Create a cluster on NATS servers",
        discussion: [
            "Creates the streams of a cluster: events in lanes, the commits of each lane, and a bucket that says which member processes a lane. Events with the same ordering key are in one lane and stay in order. The number of lanes limits how many members can work, and cannot be changed later. A cluster that exists with the same number of lanes is left as it is.",
            "Afterwards start members with 'perilune serve --cluster URL'.",
            "With --from, the new cluster has the state, timers and deployed rules of another one, whose members must have processed everything and been stopped: so a cluster with another number of lanes replaces it.",
        ],
        options: ClusterOptions.all + [
            .value(
                "lanes", "N", accepts: .integer(1...Cluster.maximumLanes), default: "8",
                "The number of lanes."),
            .value(
                "replicas", "R", accepts: .integer(1...5), default: "1",
                "The number of servers that store each event and each commit. With 3, one server can be lost."
            ),
            .value(
                "from", "NAME", default: "none",
                "The name of a cluster on the same servers whose state and rules the new one gets."),
        ],
        examples: [
            Example(
                "perilune cluster init --cluster nats://127.0.0.1:4222 --lanes 8",
                "Create a cluster on one server."),
            Example(
                "perilune cluster init --cluster nats://n1:4222 --cluster nats://n2:4222 --cluster nats://n3:4222 --lanes 16 --replicas 3",
                "Create a cluster that survives the loss of a server."),
            Example(
                "perilune cluster init --cluster nats://n1:4222 --cluster-name sales2 --lanes 32 --replicas 3 --from sales",
                "Create a cluster with more lanes in place of 'sales'."),
        ]),
    run: { values, terminal in
        let cluster = try ClusterOptions.cluster(values, "perilune cluster init")
        let lanes = values.integer("lanes") ?? 8
        let replicas = values.integer("replicas") ?? 1
        if let name = values.string("from") {
            let folder = try ClusterProcess.temporaryFolder()
            defer { try? FolderTree.remove(folder) }
            let old = try ClusterOptions.cluster(values, "perilune cluster init", name: name)
            let copied = try LaneMigration(from: old, to: cluster, folder: folder)
                .run(lanes: lanes, replicas: replicas)
            terminal.info(
                "copied \(StateCounts(keys: copied.keys, values: copied.values).text) from '\(name)'\n"
            )
        } else {
            try cluster.create(lanes: lanes, replicas: replicas)
        }
        terminal.info(
            "the cluster '\(cluster.name)' has \(Counted(lanes, "lane")) and \(Counted(replicas, "replica"))\n"
        )
        if replicas == 1 {
            terminal.info(
                "warning: with one replica, the cluster stops while its server is down; use --replicas 3 on three servers\n"
            )
        }
        return .success
    })

let clusterStatusAction: Action = Action(
    command: Command(
        name: "cluster status", summary: "Show the lanes and members of a cluster",
        discussion: [
            "Shows for each lane the member that processes it, how many events and commits the servers store, how many events the member has not read yet, and which version of the rules it uses; then the members and the last errors. The exit code is 1 if a lane has no member."
        ],
        options: ClusterOptions.all + [.toggle("json", "Write one JSON object.")],
        examples: [
            Example(
                "perilune cluster status --cluster nats://127.0.0.1:4222",
                "Show who processes what.")
        ]),
    run: { values, terminal in
        let cluster = try ClusterOptions.cluster(values, "perilune cluster status")
        let status = try ClusterStatus(cluster)
        if values.flag("json") {
            try terminal.write(ClusterText(status: status).json(cluster).json + "\n")
        } else {
            let lines = ClusterText(status: status).lines
            try terminal.write(lines.map { $0 + "\n" }.joined().withoutControls)
        }
        return status.lanes.allSatisfy { $0.owner != nil } ? .success : .found
    })
