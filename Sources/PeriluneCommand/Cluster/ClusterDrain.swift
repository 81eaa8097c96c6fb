import Arguments
import PeriluneCluster
import PeriluneCommandKit
import PeriluneCore

let clusterDrainAction: Action = Action(
    command: Command(
        name: "cluster drain", summary: "Move all lanes off a member",
        discussion: [
            "The member hands its lanes to the others and accepts no lanes until 'perilune cluster rebalance' or its restart. It still receives requests. The command returns when other members own its lanes."
        ],
        operands: [
            Operand("MEMBER", .one, "The address of the member, as 'cluster status' shows it.")
        ],
        options: ClusterOptions.all + [ClusterOptions.timeout],
        examples: [
            Example(
                "perilune cluster drain http://10.0.0.3:8080",
                "Drain a member before maintenance.")
        ]),
    run: { values, terminal in
        let watch = try ClusterWatch(
            try ClusterOptions.cluster(values, "perilune cluster drain"))
        let name = values.operands[0]
        let members = try watch.status().members
        guard
            let member = members.first(where: {
                $0.place == name || $0.place.hasSuffix("//\(name)")
            })
        else {
            throw PeriluneError(
                "cluster.member", "there is no member '\(name)'",
                hint: "members: \(members.map(\.place).joined(separator: ", "))")
        }
        guard members.contains(where: { $0.id != member.id && !$0.isDraining }) else {
            throw PeriluneError(
                "cluster.member", "no other member can accept the lanes of '\(name)'",
                hint: "start another one first")
        }
        return try await setDraining([member.id], to: true, watch, values, terminal) { status in
            status.lanes.allSatisfy { $0.owner != nil && $0.owner != member.place }
        }
    })

let clusterRebalanceAction: Action = Action(
    command: Command(
        name: "cluster rebalance", summary: "Let all members accept lanes again",
        discussion: [
            "Members divide the lanes evenly on their own. This command ends the effect of 'perilune cluster drain' for all members."
        ],
        options: ClusterOptions.all + [ClusterOptions.timeout],
        examples: [
            Example("perilune cluster rebalance", "Give lanes to members that were drained.")
        ]),
    run: { values, terminal in
        let watch = try ClusterWatch(
            try ClusterOptions.cluster(values, "perilune cluster rebalance"))
        let drained = try watch.status().members.filter(\.isDraining).map(\.id)
        return try await setDraining(drained, to: false, watch, values, terminal) { status in
            let counts = status.members.map { member in
                status.lanes.count { $0.owner == member.place }
            }
            return (counts.max() ?? 0) - (counts.min() ?? 0) <= 1
                && status.lanes.allSatisfy { $0.owner != nil }
        }
    })

/// Requests draining, or its end, until all members confirm it and `isDone` returns true.
private func setDraining(
    _ members: [String], to isDraining: Bool, _ watch: ClusterWatch, _ values: Values,
    _ terminal: Terminal, until isDone: (ClusterStatus) -> Bool
) async throws -> ExitStatus {
    let timeout = Duration.seconds(values.integer("timeout") ?? 60)
    let end = ContinuousClock.now + timeout
    while true {
        let status = try watch.status()
        let pending = status.members.filter {
            members.contains($0.id) && $0.isDraining != isDraining
        }
        if pending.isEmpty, isDone(status) {
            try terminal.write(
                ClusterText(status: status).lines.map { $0 + "\n" }.joined().withoutControls)
            return .success
        }
        if .now > end {
            throw PeriluneError(
                "cluster.member", "the lanes were not handed over within \(timeout)",
                hint: "'perilune cluster status' shows where they are")
        }
        for member in pending { try watch.setDraining(member.id, to: isDraining) }
        try await Task.sleep(for: .milliseconds(250))
    }
}
