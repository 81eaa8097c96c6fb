import PeriluneCluster
import PeriluneCommandKit
import PeriluneCore

/// Formats the state of a cluster as text and as JSON.
struct ClusterText {
    let status: ClusterStatus
    /// The commits per second of each lane, if they are known.
    var commitRates: [Double]?

    var lines: [String] {
        var head = ["lane", "messages", "commits", "behind", "version", "member"]
        if commitRates != nil { head.insert("commits/s", at: 3) }
        let rows = status.lanes.map { lane in
            var row = [
                "\(lane.number)", "\(lane.messages)", "\(lane.commits)",
                lane.behind.map { "\($0)" } ?? "-", lane.version.map { "\($0)" } ?? "-",
                (lane.owner ?? "-") + (lane.owner == nil || lane.isOpen ? "" : ", opening"),
            ]
            if let rates = commitRates {
                row.insert(ReadableNumber.rate(rates[lane.number]), at: 3)
            }
            return row
        }
        let last = head.count - 1
        var lines = TextColumns([head] + rows) { $0 < last }.lines
        let members = status.members.map { member in
            [member.place, "\(member.version)", member.program, Self.state(of: member)]
        }
        lines += [""]
        lines +=
            members.isEmpty
            ? ["no members"]
            : TextColumns([["member", "version", "perilune", "state"]] + members) { _ in false }
                .lines
        let errors = status.lanes.compactMap { lane in
            lane.error.map { "lane \(lane.number): \($0)".asMessage }
        }
        return lines + (errors.isEmpty ? [] : [""] + errors)
    }

    private static func state(of member: ClusterStatus.Member) -> String {
        var parts = [member.isDraining ? "drained" : "active"]
        if let candidate = member.candidate {
            if let error = candidate.error {
                parts.append("rejected version \(candidate.version): \(error)")
            } else {
                parts.append(
                    "\(candidate.isFinished ? "loaded" : "loading") version \(candidate.version)")
            }
        }
        return parts.joined(separator: ", ")
    }

    func json(_ cluster: Cluster) -> Value {
        func number(_ value: Int?) -> Value { value.map { .integer(Int64($0)) } ?? .null }
        let lanes = status.lanes.map { lane -> Value in
            [
                "lane": number(lane.number), "owner": lane.owner.map { .string($0) } ?? .null,
                "messages": number(lane.messages), "commits": number(lane.commits),
                "behind": number(lane.behind), "version": number(lane.version),
                "open": .bool(lane.isOpen), "error": lane.error.map { .string($0) } ?? .null,
            ]
        }
        let members = status.members.map { member -> Value in
            [
                "place": .string(member.place), "perilune": .string(member.program),
                "version": number(member.version.number), "hash": .string(member.version.hash),
                "draining": .bool(member.isDraining),
                "rejected": member.candidate?.error.map { .string($0) } ?? .null,
            ]
        }
        return [
            "cluster": .string(cluster.name), "members": .array(members), "lanes": .array(lanes),
        ]
    }
}
