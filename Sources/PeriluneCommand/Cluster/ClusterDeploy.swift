import Arguments
import PeriluneCluster
import PeriluneCommandKit
import PeriluneCore

let clusterDeployAction: Action = Action(
    command: Command(
        name: "cluster deploy", summary: "Deploy a folder of rules to the members of a cluster",
        discussion: [
            "Stores the folder - \"perilune.lua\", scripts, tests, lookups; hidden files are left out - as a new version of the rules. Each member loads it and runs its tests. If one of them rejects it, nothing changes, and the exit code is 1. Otherwise all members use it, one lane after the other, and each commit names the version.",
            "To roll back, deploy the previous folder again. A member's own configuration says how it reaches the servers and overrides settings of the version, but not its scripts, plugins and outputs.",
        ],
        operands: [Operand("DIR", .one, accepts: .file, "The folder with perilune.lua.")],
        options: ClusterOptions.all + [
            .value(
                "timeout", "S", accepts: .integer(1...3600), default: "60",
                "Seconds to wait until members have loaded the version, and again until lanes use it."
            ),
            .toggle(
                "unchecked", "Activate the version although no member runs that could check it."),
        ],
        examples: [
            Example("perilune cluster deploy rules", "Deploy the rules in the folder rules.")
        ]),
    run: { values, terminal in
        let cluster = try ClusterOptions.cluster(values, "perilune cluster deploy")
        let deploy = Deploy(
            versions: try DeployedVersions(cluster), watch: try ClusterWatch(cluster),
            timeout: .seconds(values.integer("timeout") ?? 60), terminal: terminal)
        let bundle = try RuleBundle(folder: values.operands[0])
        return try await deploy.run(bundle, isChecked: !values.flag("unchecked"))
    })

/// A deploy, from the proposal until all lanes use the version.
private struct Deploy {
    let versions: DeployedVersions
    let watch: ClusterWatch
    let timeout: Duration
    let terminal: Terminal

    private static let look: Duration = .milliseconds(250)

    func run(_ bundle: RuleBundle, isChecked: Bool) async throws -> ExitStatus {
        let active = try versions.active()
        if let active, active.version.hash == bundle.hash {
            terminal.info("the cluster uses these rules already: version \(active.version)\n")
            return .success
        }
        if isChecked, try watch.status().members.isEmpty {
            throw PeriluneError(
                "cluster.deploy", "no running member can check the version",
                hint:
                    "start a member, or use --unchecked to activate the version for members that start later"
            )
        }
        let entry = try versions.propose(bundle)
        terminal.info("version \(entry.version) is stored; members load it\n")
        let members = isChecked ? try await load(entry) : []
        let rejections = members.compactMap { member in
            member.candidate?.error.map { (member.place, $0) }
        }
        guard rejections.isEmpty else {
            for (place, error) in rejections { terminal.show("\(place): \(error)\n") }
            terminal.show("version \(entry.version) was rejected; members keep the current one\n")
            return .found
        }
        try versions.activate(
            entry, order: members.lazy.compactMap { $0.candidate?.order }.first)
        terminal.info("version \(entry.version) is active\n")
        return isChecked ? try await roll(entry) : .success
    }

    /// Waits until all members have loaded or rejected a version.
    private func load(_ entry: DeployedVersions.Entry) async throws -> [ClusterStatus.Member] {
        let end = ContinuousClock.now + timeout
        while true {
            let members = try watch.status().members
            let open = members.filter { member in
                member.candidate?.version != entry.version.number
                    || member.candidate?.isFinished != true
            }
            if !members.isEmpty, open.isEmpty { return members }
            if .now > end {
                let names = open.map(\.place).joined(separator: ", ")
                throw PeriluneError(
                    "cluster.deploy",
                    "\(names.isEmpty ? "no member" : names) has not loaded the version within \(timeout)",
                    hint:
                        "see the log of the member; the version was not activated and can be deployed again"
                )
            }
            try await Task.sleep(for: Self.look)
        }
    }

    /// Waits until all lanes are processed with a version.
    private func roll(_ entry: DeployedVersions.Entry) async throws -> ExitStatus {
        let end = ContinuousClock.now + timeout
        while true {
            let lanes = try watch.status().lanes
            let left = lanes.filter {
                !$0.isOpen || $0.version ?? 0 < entry.version.number
            }
            if left.isEmpty {
                terminal.info("all \(Counted(lanes.count, "lane")) use it\n")
                return .success
            }
            if .now > end {
                for lane in left {
                    terminal.show("lane \(lane.number): \(lane.error ?? "not handed over yet")\n")
                }
                terminal.show(
                    "\(Counted(left.count, "lane")) not handed over within \(timeout); the others go on. To roll back, deploy the previous folder\n"
                )
                return .found
            }
            try await Task.sleep(for: Self.look)
        }
    }
}
