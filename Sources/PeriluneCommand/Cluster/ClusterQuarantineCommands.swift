import Arguments
import Perilune
import PeriluneCluster
import PeriluneCommandKit
import PeriluneCore
import PeriluneStore

/// The quarantine commands for the lanes of a cluster.
struct ClusterQuarantineCommands {
    /// The options for choosing a cluster, which must be on the command line: the configuration alone does not choose
    /// one.
    static let options: [Option] = [
        .setting(
            .clusterServers, default: "none",
            "The quarantine of all lanes of the cluster on this NATS server, instead of a store; the number of an event is then LANE/ID. The configuration does not set this option."
        ),
        .setting(.clusterName),
    ]

    /// Options of the commands that only apply to a store or a file.
    private static let others = ["store", "file", "control", "script", "records", "output"]

    private let values: Values
    private let terminal: Terminal
    private let program: String
    private let quarantine: ClusterQuarantine

    /// Creates the commands; `nil` if the command line chooses a store or a file.
    init?(_ values: Values, _ terminal: Terminal, _ program: String) throws {
        guard values.isGiven("cluster") else { return nil }
        for option in Self.others
        where values.isGiven(option) {
            throw UsageError(
                .invalidValue, "--\(option) cannot be combined with --cluster", program: program)
        }
        self.values = values
        self.terminal = terminal
        self.program = program
        quarantine = try ClusterQuarantine(ClusterOptions.cluster(values, program))
    }

    private typealias LaneChoice = (lane: Int, choice: QuarantineChoice)

    /// The chosen events of each lane: by ID, by code, by age, or all.
    private func choices() throws -> [LaneChoice] {
        if values.operands.isEmpty {
            return each(try QuarantineSelection.choice(values, program))
        }
        guard !values.isGiven("code"), !values.isGiven("older-than"), !values.flag("all") else {
            throw UsageError(
                .invalidValue, "IDs, --code, --older-than and --all cannot be combined",
                program: program)
        }
        return try choicesByID()
    }

    private func each(_ choice: QuarantineChoice) -> [LaneChoice] {
        (0..<quarantine.lanes).map { ($0, choice) }
    }

    private func choicesByID() throws -> [LaneChoice] {
        var ids: [Int: [Int64]] = [:]
        for text in values.operands {
            let parts = text.split(separator: "/", omittingEmptySubsequences: false)
            guard parts.count == 2, let lane = Int(parts[0]), let id = Int64(parts[1]),
                (0..<quarantine.lanes).contains(lane)
            else {
                throw UsageError(
                    .invalidValue,
                    "the ID of a quarantined event of a cluster is LANE/NUMBER, not '\(text)'",
                    program: program)
            }
            ids[lane, default: []].append(id)
        }
        return ids.sorted { $0.key < $1.key }.map { ($0.key, .ids($0.value)) }
    }

    func list() throws -> ExitStatus {
        var list = QuarantineList(values, terminal)
        let choice = values.string("code").map { QuarantineChoice.code($0) } ?? .all
        for (lane, choice) in each(choice) {
            try quarantine.entries(of: lane, choice, whole: false) { entry in
                try list.add(entry, lane: lane)
            }
        }
        try list.end()
        return .success
    }

    func show() throws -> ExitStatus {
        for (lane, choice) in try choicesByID() {
            try quarantine.entries(of: lane, choice, whole: true) { entry in
                if values.flag("json") {
                    return try terminal.write(entry.json(whole: true, lane: lane) + "\n")
                }
                try QuarantineSelection.show(entry, terminal)
            }
        }
        return .success
    }

    func retry(assuming outcome: AssumedOutcome?) throws -> ExitStatus {
        var count = 0
        for (lane, choice) in try choices() {
            count += try quarantine.retry(of: lane, choice, assuming: outcome)
        }
        terminal.info("the members are processing \(Counted(count, "event")) again\n")
        return .success
    }

    func drop() throws -> ExitStatus {
        var count = 0
        for (lane, choice) in try choices() { count += try quarantine.drop(of: lane, choice) }
        terminal.info("deleted \(Counted(count, "event"))\n")
        return .success
    }
}
