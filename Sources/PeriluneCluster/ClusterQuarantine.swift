import Glibc
package import Perilune
package import PeriluneCore
import PeriluneNATS
package import PeriluneStore

/// The quarantine of a cluster's lanes, through the members that process them.
///
/// All calls block.
package struct ClusterQuarantine {
    private let cluster: Cluster
    private let connection: NATSConnection
    /// The number of lanes.
    package let lanes: Int

    private static let timeout: Int64 = 30_000
    /// How long to wait for a lane that is moving to another member.
    private static let patience: Duration = .seconds(5)

    package init(_ cluster: Cluster) throws(PeriluneError) {
        self.cluster = cluster
        connection = try NATSConnection(cluster.connection)
        lanes = try cluster.lanes(connection)
    }

    /// Passes the chosen events of a lane to the body, the oldest first.
    package func entries(
        of lane: Int, _ choice: QuarantineChoice, whole: Bool,
        _ body: (Quarantine.Entry) throws -> Void
    ) throws {
        var after: Int64 = 0
        while true {
            let answer = try ask(
                lane,
                [
                    "do": "list", "choice": choice.json, "after": .integer(after),
                    "whole": .bool(whole),
                ])
            for value in answer["entries"]?.array ?? [] {
                guard let entry = Quarantine.Entry(transferred: value) else {
                    throw unreadableAnswer(lane)
                }
                try body(entry)
                after = entry.id
            }
            guard answer["more"]?.bool ?? false else { return }
        }
    }

    /// Makes the member process events again; returns their number.
    package func retry(
        of lane: Int, _ choice: QuarantineChoice, assuming outcome: AssumedOutcome?
    ) throws(PeriluneError) -> Int {
        try count(
            lane,
            [
                "do": "retry", "choice": choice.json,
                "assume": outcome.map { .string($0.rawValue) } ?? .null,
            ])
    }

    /// Deletes events permanently; returns their number.
    package func drop(
        of lane: Int, _ choice: QuarantineChoice
    ) throws(PeriluneError) -> Int {
        try count(lane, ["do": "drop", "choice": choice.json])
    }

    private func count(_ lane: Int, _ request: Value) throws(PeriluneError) -> Int {
        guard let count = try ask(lane, request)["count"]?.integer else {
            throw unreadableAnswer(lane)
        }
        return Int(count)
    }

    private func ask(_ lane: Int, _ request: Value) throws(PeriluneError) -> Value {
        let end = ContinuousClock.now + Self.patience
        while true {
            let answer = try connection.request(
                cluster.requests(of: lane), Array(request.json.utf8), milliseconds: Self.timeout)
            if let answer {
                let value = try Value(json: answer)
                if let error = value["error"] { throw PeriluneError(recorded: error) }
                return value
            }
            guard ContinuousClock.now < end else {
                throw PeriluneError(
                    "cluster.lane", "no member processes lane \(lane)",
                    hint: "see 'perilune cluster status'")
            }
            usleep(100_000)
        }
    }

    private func unreadableAnswer(_ lane: Int) -> PeriluneError {
        PeriluneError(
            "cluster.request", "the member of lane \(lane) sent an unreadable answer",
            hint: "upgrade Perilune on all members of the cluster")
    }
}
