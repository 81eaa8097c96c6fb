import Arguments
import Perilune
import PeriluneCommandKit
import PeriluneCore
import PeriluneStore

let quarantineListAction: Action = Action(
    command: Command(
        name: "quarantine list", summary: "List quarantined events",
        discussion: [
            "Lists the failed events (dead letters) that 'perilune serve' and 'perilune process --store' keep in their store, with number, time, path or line, type, id and error. With --group, shows each error once, most frequent first, with the number of its events, the first event and its message."
        ],
        options: [
            QuarantineSelection.store, QuarantineSelection.file, QuarantineSelection.code,
            .toggle("group", "Show each error once: by code, and by line of the script."),
            .value(
                "limit", short: "n", "N", accepts: .integer(1...Int.max), default: "all",
                "Show the first N events, or errors with --group."),
            .toggle("json", "Write JSON, one object per line."),
        ] + ClusterQuarantineCommands.options + Project.options,
        examples: [
            Example("perilune quarantine list", "List the events in perilune.db."),
            Example("perilune quarantine list --group", "Count the events by error."),
            Example(
                "perilune quarantine list --code http.connect --json",
                "List the events with one error code, as JSON."),
        ]),
    run: { values, terminal in
        if let cluster = try ClusterQuarantineCommands(
            values, terminal, "perilune quarantine list")
        {
            return try cluster.list()
        }
        var list = QuarantineList(values, terminal)
        try QuarantineSelection.entries(
            values.string("code").map { .code($0) } ?? .all, values, terminal
        ) { (entry) throws(PeriluneError) in try list.add(entry) }
        try list.end()
        return .success
    })

/// Formats the output of `quarantine list`.
struct QuarantineList {
    /// Events with the same error.
    private struct Group {
        let code: String
        let place: String?
        let message: String
        let first: String
        var count = 0
    }

    private let isJSON: Bool
    private let isGrouped: Bool
    private let limit: Int
    /// The error code of the events that are wanted; `nil` for all.
    private let code: String?
    private let terminal: Terminal
    private var count = 0
    private var groups: [String: Group] = [:]

    /// The maximum number of groups; further errors are counted together.
    private static let mostGroups = 10_000

    init(_ values: Values, _ terminal: Terminal) {
        isJSON = values.flag("json")
        isGrouped = values.flag("group")
        limit = values.integer("limit") ?? .max
        code = values.string("code")
        self.terminal = terminal
    }

    mutating func add(_ entry: Quarantine.Entry, lane: Int? = nil) throws(PeriluneError) {
        count += 1
        let id = lane.map { "\($0)/\(entry.id)" } ?? "\(entry.id)"
        if isGrouped { return group(entry, id) }
        guard count <= limit else { return }
        guard !isJSON else {
            let line = lane.map { entry.json(whole: false, lane: $0) } ?? entry.json(whole: false)
            return try terminal.write(line + "\n")
        }
        try terminal.write(QuarantineSelection.text(of: entry, id))
    }

    private mutating func group(_ entry: Quarantine.Entry, _ id: String) {
        let place = entry.error.place
        // The place of an entry that could not be read is in the log, and no other entry has it.
        let isOfLog = entry.type == nil
        let line = place.file.flatMap { file in isOfLog ? nil : place.line.map { "\(file):\($0)" } }
        // Messages without a place seldom vary between events.
        let key = "\(entry.error.code.rawValue)\n\(line ?? entry.error.message)"
        let known = groups[key] != nil || groups.count < Self.mostGroups
        groups[
            known ? key : "",
            default: Group(
                code: known ? entry.error.code.rawValue : "others", place: known ? line : nil,
                message: known ? entry.error.message : "other errors", first: id)
        ].count += 1
    }

    func end() throws(PeriluneError) {
        if count == 0 {
            let text = code.map { "no event has the error code '\($0)'\n" }
            if !isJSON { terminal.info((text ?? "the quarantine is empty\n").withoutControls) }
            return
        }
        if isGrouped { return try showGroups() }
        if count > limit, !isJSON {
            terminal.info("\(limit) of \(Counted(count, "event")) shown\n")
        }
    }

    private func showGroups() throws(PeriluneError) {
        let sorted = groups.values.sorted {
            ($1.count, $0.code, $0.place ?? $0.message) < (
                $0.count, $1.code, $1.place ?? $1.message
            )
        }
        for group in sorted.prefix(limit) {
            guard !isJSON else {
                var members: Value.Members = .init([
                    ("events", .integer(Int64(group.count))), ("code", .string(group.code)),
                ])
                if let place = group.place { members["place"] = .string(place) }
                members["message"] = .string(Redaction.redact(group.message))
                members["first"] = .string(group.first)
                try terminal.write(Value.object(members).json + "\n")
                continue
            }
            let place = group.place.map { "  \($0)" } ?? ""
            let head =
                "\(Counted(group.count, "event"))  \(group.code)\(place)  first: \(group.first)"
            try terminal.write(
                "\(Redaction.redact(head).asLine)\n    \(Redaction.redact(group.message).asMessage)\n"
            )
        }
        if sorted.count > limit, !isJSON {
            terminal.info("\(limit) of \(Counted(sorted.count, "error")) shown\n")
        }
    }
}
