import Arguments
import PeriluneCluster
import PeriluneCommandKit
import PeriluneCore
import PeriluneNATS

let clusterCheckAction: Action = Action(
    command: Command(
        name: "cluster check", summary: "Check the servers, streams and members of a cluster",
        discussion: [
            "Prints a line for each check: ok, note (worth knowing), warning or problem, with what to do. It checks the versions of the NATS servers, the settings and replicas of the streams, the storage, the members with their versions and clocks, and the lanes.",
            "It changes nothing. The exit code is 1 if there is a problem, else 0; warnings do not count.",
        ],
        options: ClusterOptions.all + [.toggle("json", "Write one JSON object.")],
        examples: [
            Example(
                "perilune cluster check --cluster nats://127.0.0.1:4222", "Check a cluster.")
        ]),
    run: { values, terminal in
        let found = try ClusterInspection(
            try ClusterOptions.cluster(values, "perilune cluster check"))
        return try Finding.show(ClusterFindings(found).all, values, terminal)
    })

/// The findings about a cluster.
private struct ClusterFindings {
    let found: ClusterInspection

    init(_ found: ClusterInspection) { self.found = found }

    var all: [Finding] { servers + streams + storage + members + lanes }

    /// The first server version that reports its version to clients; only there do members remove what is in
    /// snapshots.
    private static let strict = [2, 11]
    private static let payload = 1 << 20

    private var infos: [NATSServerInfo] { found.servers.compactMap { try? $0.info.get() } }

    private var servers: [Finding] {
        var findings = found.servers.map { url, result -> Finding in
            do throws(PeriluneError) {
                let info = try result.get()
                guard info.hasJetStream else {
                    return Finding(
                        "server", .problem, "\(url) runs without JetStream",
                        hint: "start it with --jetstream and a --store_dir")
                }
                guard found.replicas == 1 || !info.numbers.lexicographicallyPrecedes(Self.strict)
                else {
                    return Finding(
                        "server", .warning,
                        "\(url) has version \(info.version): events and commits are kept for ever",
                        hint: "use version 2.11 or later for streams with replicas")
                }
                return Finding("server", .ok, "\(url) has version \(info.version)")
            } catch {
                return Finding("server", error)
            }
        }
        let versions = Set(infos.map(\.version)).sorted()
        if versions.count > 1 {
            findings.append(
                Finding(
                    "server", .warning,
                    "servers have different versions: \(versions.joined(separator: ", "))",
                    hint: "upgrade the others, one at a time"))
        }
        if let payload = infos.map(\.maximumPayload).min(), payload < Self.payload {
            findings.append(
                Finding(
                    "server", .warning, "max_payload is \(payload) bytes, which limits a commit",
                    hint: "set max_payload: 8MB on all servers"))
        }
        findings.append(
            Finding(
                "server", .note,
                "servers do not tell when they write to the disk; by default that is within two minutes",
                hint: "for power failures, set sync_interval: always (version 2.10 or later)"))
        return findings
    }

    private var streams: [Finding] {
        found.streams.flatMap { stream -> [Finding] in
            guard let config = stream.info?["config"] else {
                return [
                    Finding(
                        "stream", .problem, "the stream '\(stream.name)' is missing",
                        hint: "run 'perilune cluster init' again, which creates what is missing")
                ]
            }
            var problems: [Finding] = []
            func add(_ state: Finding.State, _ message: String, _ hint: String) {
                problems.append(Finding("stream", state, "\(stream.name) \(message)", hint: hint))
            }
            if config["storage"]?.string != "file" {
                add(.problem, "is not kept in files", "move to a new cluster")
            }
            if !stream.isTransient {
                for limit in ["max_msgs", "max_bytes", "max_age", "max_msgs_per_subject"]
                where config[limit]?.integer ?? -1 > 0 {
                    add(
                        .problem, "has the limit \(limit), by which it loses what members need",
                        "nats stream edit \(stream.name), and remove the limit")
                }
                if config["num_replicas"]?.integer == 1 {
                    add(
                        .warning, "has one replica: if its server fails, the cluster stops",
                        "use three servers and 'cluster init --replicas 3'")
                }
            }
            if stream.name == found.streams.first?.name,
                let window = config["duplicate_window"]?.integer, window < 120_000_000_000
            {
                add(
                    .warning, "forgets ids after \(window / 1_000_000_000) s",
                    "set its duplicate window to two minutes or more")
            }
            let replicas = stream.info?["cluster"]?["replicas"]?.array ?? []
            for replica in replicas where replica["current"]?.bool != true {
                add(
                    .warning, "is not up to date on \(replica["name"]?.string ?? "a server")",
                    "check that the server runs, and wait until it has caught up")
            }
            if config["num_replicas"]?.integer ?? 1 > 1,
                stream.info?["cluster"]?["leader"]?.string?.isEmpty ?? true
            {
                add(.problem, "has no leader", "check that more than half of the servers run")
            }
            if problems.isEmpty {
                let messages = stream.info?["state"]?["messages"]?.integer ?? 0
                let copies = Int(config["num_replicas"]?.integer ?? 1)
                problems.append(
                    Finding(
                        "stream", .ok,
                        "\(stream.name): \(Counted(Int(messages), "message")), \(Counted(copies, "replica"))"
                    ))
            }
            return problems
        }
    }

    private var storage: [Finding] {
        let used = Int(found.account["storage"]?.integer ?? 0)
        let limit = Int(found.account["limits"]?["max_storage"]?.integer ?? -1)
        guard limit > 0 else {
            return [
                Finding(
                    "storage", .note,
                    "\(ReadableNumber.bytes(used)) used; the account has no limit",
                    hint: "watch the disks of the servers: a full disk stops the cluster")
            ]
        }
        let isFull = used > limit / 5 * 4
        return [
            Finding(
                "storage", isFull ? .warning : .ok,
                "\(ReadableNumber.bytes(used)) used of \(ReadableNumber.bytes(limit))",
                hint: isFull ? "raise max_store of the account or the servers" : nil)
        ]
    }

    private var members: [Finding] {
        let members = found.status.members
        guard members.count > 1 else {
            return [
                members.isEmpty
                    ? Finding(
                        "member", .problem, "no member is running",
                        hint: "start 'perilune serve --cluster'")
                    : Finding(
                        "member", .warning, "only one member is running",
                        hint: "start another one, which continues if this one is lost")
            ]
        }
        var findings: [Finding] = []
        for member in members {
            if let error = member.candidate?.error {
                findings.append(
                    Finding(
                        "member", .warning, "\(member.place) rejected a version: \(error)",
                        hint: "fix the rules, and deploy them again"))
            }
            if member.isDraining {
                findings.append(
                    Finding(
                        "member", .note, "\(member.place) is drained",
                        hint: "'perilune cluster rebalance' ends that"))
            }
            let seconds = Double(member.clockDifference) / 1e6
            if abs(seconds) > 1 {
                findings.append(
                    Finding(
                        "member", .warning,
                        "the clock of \(member.place) is \(abs(seconds).rounded()) s \(seconds > 0 ? "ahead of" : "behind") that of the servers",
                        hint: "synchronize the clocks; timers and expiry follow them"))
            }
        }
        let programs = Set(members.map(\.program)).sorted()
        if programs.count > 1 {
            findings.append(
                Finding(
                    "member", .warning,
                    "members run different versions of Perilune: \(programs.joined(separator: ", "))",
                    hint: "upgrade the others, one at a time"))
        }
        let versions = Set(members.map(\.version.description)).sorted()
        if versions.count > 1 {
            findings.append(
                Finding(
                    "rules", .warning,
                    "members use different versions of the rules: \(versions.joined(separator: ", "))",
                    hint: "see the log of the member that is behind"))
        } else {
            findings.append(
                found.active == nil
                    ? Finding(
                        "rules", .note, "members use the rules of their own configurations",
                        hint: "'perilune cluster deploy' gives all of them the same")
                    : Finding("rules", .ok, "all members use version \(versions[0])"))
        }
        return findings
            + (findings.contains { $0.check == "member" }
                ? [] : [Finding("member", .ok, "\(Counted(members.count, "member"))")])
    }

    private var lanes: [Finding] {
        let lanes = found.status.lanes
        var findings = lanes.compactMap { lane -> Finding? in
            guard lane.owner != nil else {
                return Finding(
                    "lane", .problem, "no member processes lane \(lane.number)",
                    hint: "start members; 'perilune cluster status' shows what they cannot read")
            }
            if lane.isOpen { return nil }
            return Finding(
                "lane", .warning,
                "lane \(lane.number) is not open: \(lane.error ?? "its member has just taken it")",
                hint: "see the log of \(lane.owner ?? "its member")")
        }
        if findings.isEmpty {
            findings.append(
                Finding("lane", .ok, "all \(Counted(lanes.count, "lane")) are processed"))
        }
        return findings
    }
}

extension ClusterInspection {
    /// The replicas of the stream of events.
    fileprivate var replicas: Int64 {
        streams.first?.info?["config"]?["num_replicas"]?.integer ?? 1
    }
}
