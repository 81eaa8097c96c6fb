import Arguments
import Perilune
import PeriluneCore
import PeriluneStore

/// What the commands of the quarantine share.
private enum Choosing {
    static let store = Option.value(
        "store", "FILE", accepts: .file, default: "perilune.db", "The store of 'perilune serve'.")
    static let code = Option.value(
        "code", "CODE", default: "any", "Those with this error, such as http.connect.")
    static let all = Option.toggle("all", "Every one.")
    static let ids = Operand("ID", .anyNumber, "Numbers that 'perilune quarantine list' shows.")

    static func path(_ values: Values) -> String { values.string("store") ?? "perilune.db" }

    static func ids(_ values: Values, _ program: String) throws -> [Int64] {
        try values.operands.map { text in
            guard let id = Int64(text) else {
                throw UsageError(
                    .invalidValue, "an event in quarantine is a number, not '\(text)'",
                    program: program)
            }
            return id
        }
    }

    /// What is meant: by number, by code, or all.
    static func choice(_ values: Values, _ program: String) throws -> QuarantineChoice {
        let ids = try ids(values, program)
        let code = values.string("code")
        guard [!ids.isEmpty, code != nil, values.flag("all")].count(where: \.self) <= 1 else {
            throw UsageError(
                .invalidValue, "numbers, --code and --all exclude each other", program: program)
        }
        if let code { return .code(code) }
        if values.flag("all") { return .all }
        if !ids.isEmpty { return .ids(ids) }
        throw UsageError(
            .missingOperand, "say which events: their numbers, --code CODE or --all",
            program: program)
    }
}

let quarantineListAction: Action = Action(
    command: Command(
        name: "quarantine list", summary: "List quarantined events",
        discussion: [
            "'perilune serve' keeps an event that failed in its store, with the reason. A line has its number, when it came there, its path, type and id, and why."
        ],
        options: [
            Choosing.store, Choosing.code, .toggle("json", "Write a JSON object a line."),
        ] + Project.options,
        examples: [
            Example("perilune quarantine list", "Those in perilune.db."),
            Example("perilune quarantine list --code http.connect --json", "For a machine."),
        ]),
    run: { values, terminal in
        let quarantine = try Quarantine(store: Choosing.path(values))
        defer { quarantine.close() }
        var count = 0
        try quarantine.entries(values.string("code").map { .code($0) } ?? .all) {
            (entry) throws(PeriluneError) in
            count += 1
            if values.flag("json") { return try terminal.write(entry.json(whole: false) + "\n") }
            let text =
                "\(entry.id)  \(entry.time)  \(entry.path)  \(entry.type ?? "?")  \(entry.event ?? "?")\n"
                + "    \(entry.error.code.rawValue): \(entry.error.message)\n"
            try terminal.write(text.withoutControls)
        }
        if count == 0, !values.flag("json") { terminal.note("nothing is in quarantine\n") }
        return .success
    })

let quarantineShowAction: Action = Action(
    command: Command(
        name: "quarantine show", summary: "Show a quarantined event and why it failed",
        discussion: ["The event as it came, and the whole reason: place, hint, traceback."],
        operands: [Operand("ID", .oneOrMore, "Numbers that 'perilune quarantine list' shows.")],
        options: [Choosing.store, .toggle("json", "Write a JSON object a line.")]
            + Project.options,
        examples: [Example("perilune quarantine show 7", "What it was, and what went wrong.")]),
    run: { values, terminal in
        let ids = try Choosing.ids(values, "perilune quarantine show")
        let quarantine = try Quarantine(store: Choosing.path(values))
        defer { quarantine.close() }
        try quarantine.entries(.ids(ids)) { (entry) throws(PeriluneError) in
            if values.flag("json") { return try terminal.write(entry.json(whole: true) + "\n") }
            try terminal.write("\(entry.text)\n")
            terminal.report(
                entry.error, event: entry.event, prefix: "\(entry.time) \(entry.path) ")
        }
        return .success
    })

let quarantineDropAction: Action = Action(
    command: Command(
        name: "quarantine drop", summary: "Delete quarantined events",
        discussion: ["They are gone for good; no script hears of them."],
        operands: [Choosing.ids],
        options: [Choosing.store, Choosing.code, Choosing.all] + Project.options,
        examples: [Example("perilune quarantine drop 7 9", "Drop two.")]),
    run: { values, terminal in
        let choice = try Choosing.choice(values, "perilune quarantine drop")
        let quarantine = try Quarantine(store: Choosing.path(values))
        defer { quarantine.close() }
        terminal.note("dropped \(Counted(try quarantine.drop(choice), "event"))\n")
        return .success
    })

let quarantineRetryAction: Action = Action(
    command: Command(
        name: "quarantine retry", summary: "Process quarantined events again",
        discussion: [
            "Runs them through the scripts as 'perilune serve' would, with its options; the server must not run meanwhile. Effects that happened are not repeated, their answers are known; those that failed are tried again. What succeeds leaves the quarantine, what fails again stays, with the new reason.",
            "A sender that delivers such an event again has the same effect, without this command.",
        ],
        operands: [Choosing.ids],
        options: [Choosing.store, Choosing.code, Choosing.all]
            + ScriptOptions.withoutDryRun.filter { $0.name != "state" } + [
                .value(
                    "records", "FILE", accepts: .file, default: "none",
                    "Write what became of every event, a JSON object a line; - is standard output."
                ),
                .value(
                    "output", short: "o", "FILE", accepts: .file, default: "none",
                    "Where emitted values go; - is standard output."),
            ],
        examples: [
            Example(
                "perilune quarantine retry --code http.connect --crm crm.json -s hot_lead.lua",
                "After CRM was away."),
            Example(
                "perilune quarantine retry 7 -s mended.lua", "One, after the script was mended."),
        ]),
    run: { values, terminal in
        let choice = try Choosing.choice(values, "perilune quarantine retry")
        var options = IntakeOptions()
        options.store = Choosing.path(values)
        options.records = values.string("records")
        options.output = values.string("output")
        options.host = ScriptOptions.hostOptions(values, isDryRun: false)
        // Whatever is wrong with a script is to be known before an event leaves the quarantine.
        let components = try ScriptOptions.components(values, terminal)
        _ = try await Host { components }
        let quarantine = try Quarantine(store: Choosing.path(values))
        let count = try quarantine.retry(choice)
        quarantine.close()
        let problems = ProblemLog(terminal)
        let intake = try Intake(components, options: options, log: TerminalLog(terminal)) {
            problems.show($0)
        }
        let left = await intake.drain(for: .seconds(600))
        let failed = intake.failures
        intake.close()
        terminal.note(
            "decided \(Counted(count, "event")) again: \(count - failed) left the quarantine, \(failed) did not\n"
        )
        if left > 0 { terminal.note("\(Counted(left, "event")) left to the next start\n") }
        return failed > 0 || left > 0 ? .quarantined : .success
    })
