import Arguments
import Perilune
import PeriluneCore
import PeriluneFiles
import PeriluneStore

/// Functions that the quarantine commands share.
enum QuarantineSelection {
    static let store = Option.setting(
        .store, "The store of 'perilune serve' or 'perilune process'.")
    static let file = Option.value(
        "file", "FILE", accepts: .file, default: "none",
        "Read a file that 'perilune process --quarantine' wrote, instead of a store; the number of an event is its line number in this file."
    )
    static let code = Option.value(
        "code", "CODE", default: "any", "All events with this error code, such as http.connect.")
    static let all = Option.toggle("all", "All events.")
    static let age = Option.value(
        "older-than", "AGE", default: "any age",
        "Events that have been in the quarantine for longer than AGE: a number followed by s, m, h, d or w, such as 30d."
    )
    static let ids = Operand(
        "ID", .anyNumber,
        "The number of an event, as shown by 'perilune quarantine list'; with --cluster, LANE/ID.")

    static func path(_ values: Values) -> String { values.string("store") ?? "perilune.db" }

    static func ids(_ values: Values, _ program: String) throws -> [Int64] {
        try values.operands.map { text in
            guard let id = Int64(text) else {
                throw UsageError(
                    .invalidValue, "the ID of a quarantined event is a number, not '\(text)'",
                    program: program)
            }
            return id
        }
    }

    /// The time of `--older-than`, in seconds since 1970: older events are selected.
    private static func time(_ values: Values, _ program: String) throws -> Int64? {
        guard let text = values.string("older-than") else { return nil }
        let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800]
        guard let unit = text.last.flatMap({ units[$0] }), let count = Int64(text.dropLast()),
            (0...1_000_000).contains(count)
        else {
            throw UsageError(
                .invalidValue,
                "--older-than must be a number followed by s, m, h, d or w, such as 30d, not '\(text)'",
                program: program)
        }
        return Timestamp.now.microseconds / 1_000_000 - count * unit
    }

    /// Passes the chosen events of the store or the file to the body.
    static func entries(
        _ choice: QuarantineChoice, _ values: Values, _ terminal: Terminal,
        _ body: (Quarantine.Entry) throws(PeriluneError) -> Void
    ) throws {
        if let path = values.string("file") {
            var wanted: Set<Int64>? = nil
            if case .ids(let ids) = choice { wanted = Set(ids) }
            try QuarantineFile(path: path).entries { (entry) throws(PeriluneError) in
                if case .code(let code) = choice, entry.error.code.rawValue != code { return }
                if wanted != nil, wanted?.remove(entry.id) == nil { return }
                try body(entry)
            }
            guard let missing = wanted?.min() else { return }
            throw PeriluneError(
                "quarantine.missing", "there is no quarantined event \(missing)",
                at: .init(file: path))
        }
        let quarantine = try Quarantine(store: Self.path(values))
        defer { quarantine.close() }
        try quarantine.entries(choice, damaged: { terminal.report($0) }, body)
    }

    /// An event as an entry in a list.
    static func text(of entry: Quarantine.Entry, _ id: String) -> String {
        let head =
            "\(id)  \(entry.time.map { "\($0)  " } ?? "")\(entry.place)  \(entry.type ?? "?")  \(entry.event ?? "?")"
        let reason = "\(entry.error.code.rawValue): \(entry.error.message)"
        return "\(Redaction.redact(head).asLine)\n    \(Redaction.redact(reason).asMessage)\n"
    }

    /// Prints an event and its error.
    static func show(_ entry: Quarantine.Entry, _ terminal: Terminal) throws(PeriluneError) {
        try terminal.write("\(entry.text.withoutControls)\n")
        for intent in entry.intents {
            try terminal.write(
                "unknown outcome: \(intent.kind) \(intent.request)".asLine + "\n")
        }
        terminal.report(
            entry.error, event: entry.event,
            prefix: "\(entry.time.map { "\($0) " } ?? "")\(entry.path) ")
    }

    /// The selected events: by ID, by code, by age, or all.
    static func choice(
        _ values: Values, _ program: String, orElse fallback: QuarantineChoice? = nil
    ) throws -> QuarantineChoice {
        let ids = try ids(values, program)
        let code = values.string("code")
        let time = try time(values, program)
        guard
            [!ids.isEmpty, code != nil, time != nil, values.flag("all")].count(where: \.self) <= 1
        else {
            throw UsageError(
                .invalidValue, "IDs, --code, --older-than and --all cannot be combined",
                program: program)
        }
        if let time { return .before(time) }
        if let code { return .code(code) }
        if values.flag("all") { return .all }
        if !ids.isEmpty { return .ids(ids) }
        if let fallback { return fallback }
        throw UsageError(
            .missingOperand,
            "no events selected; give their IDs, --code CODE, --older-than AGE or --all",
            program: program)
    }
}

let quarantineShowAction: Action = Action(
    command: Command(
        name: "quarantine show", summary: "Show a quarantined event and why it failed",
        discussion: [
            "Shows the event as it was received, the requests whose outcome is unknown, and the error with place, hint and traceback."
        ],
        operands: [
            Operand(
                "ID", .oneOrMore, "The number of an event, as shown by 'perilune quarantine list'.")
        ],
        options: [
            QuarantineSelection.store, QuarantineSelection.file,
            .toggle("json", "Write JSON, one object per line."),
        ]
            + ClusterQuarantineCommands.options + Project.options,
        examples: [Example("perilune quarantine show 7", "Show the event with the number 7.")]),
    run: { values, terminal in
        if let cluster = try ClusterQuarantineCommands(
            values, terminal, "perilune quarantine show")
        {
            return try cluster.show()
        }
        let ids = try QuarantineSelection.ids(values, "perilune quarantine show")
        try QuarantineSelection.entries(.ids(ids), values, terminal) {
            (entry) throws(PeriluneError) in
            if values.flag("json") { return try terminal.write(entry.json(whole: true) + "\n") }
            try QuarantineSelection.show(entry, terminal)
        }
        return .success
    })

let quarantineDropAction: Action = Action(
    command: Command(
        name: "quarantine drop", summary: "Delete quarantined events",
        discussion: [
            "Deletes events permanently, without processing them. If a server is using the store, the command asks it to delete them, through its control socket."
        ],
        operands: [QuarantineSelection.ids],
        options: [QuarantineSelection.code, QuarantineSelection.age, QuarantineSelection.all]
            + ControlFile.options
            + ClusterQuarantineCommands.options,
        examples: [
            Example("perilune quarantine drop 7 9", "Delete two events."),
            Example(
                "perilune quarantine drop --older-than 30d",
                "Delete the events that have been there for more than 30 days."),
        ]),
    run: { values, terminal in
        if let cluster = try ClusterQuarantineCommands(
            values, terminal, "perilune quarantine drop")
        {
            return try cluster.drop()
        }
        let choice = try QuarantineSelection.choice(values, "perilune quarantine drop")
        let quarantine = try Quarantine(store: QuarantineSelection.path(values))
        defer { quarantine.close() }
        let count: Int
        do throws(PeriluneError) {
            count = try quarantine.drop(choice)
        } catch {
            guard error.code == .storeBusy else { throw error }
            let client = try ControlClient(ControlFile.find(values), orElse: error)
            let answer = try await client.post("/quarantine/drop", choice.json)
            guard let dropped = answer["dropped"]?.integer else { throw client.notAServerError }
            count = Int(dropped)
        }
        terminal.info("deleted \(Counted(count, "event"))\n")
        return .success
    })

/// Makes the server that is using the store process events again; `nil` if no server answers.
private func retryByServer(
    _ choice: QuarantineChoice, assuming outcome: AssumedOutcome?, _ values: Values
) async throws(PeriluneError) -> (events: Int, unreadable: Int)? {
    let store = QuarantineSelection.path(values)
    guard StoreLock.isTaken(store: store),
        let client = try? ControlClient(ControlFile.of(store: store, values))
    else { return nil }
    var request = choice.json
    if let outcome, case .object(var members) = request {
        members["assume"] = .string(outcome.rawValue)
        request = .object(members)
    }
    let answer = try await client.post("/quarantine/retry", request)
    guard let count = answer["retried"]?.integer else { throw client.notAServerError }
    return (Int(count), Int(answer["unreadable"]?.integer ?? 0))
}

let quarantineRetryAction: Action = Action(
    command: Command(
        name: "quarantine retry", summary: "Process quarantined events again",
        discussion: [
            "If a server is using the store, the command asks it to process the events again with its own scripts and outputs, through its control socket; give no scripts and no outputs then. 'perilune quarantine list' shows the events that have failed again.",
            "Otherwise, runs the scripts on the events as 'perilune serve' would, with the same options. For the store of 'perilune process', name the same outputs: emitted values are appended to them. Effects that succeeded before are not repeated; those that failed are. Events that succeed leave the quarantine; events that fail again stay, with the new error and a new number. An entry that could not be read is read again by its source, if the configuration still has it; otherwise it stays.",
            "If the outcome of a request is unknown (effect.unknown), find out whether it was carried out. With --assume done it is not sent again and processing of the event continues; with --assume not-done it is sent again. Without --assume, only requests that CRM can identify are sent again.",
            "When a sender delivers a quarantined event again, the server retries it too.",
        ],
        operands: [QuarantineSelection.ids],
        options: [
            QuarantineSelection.store, ControlFile.option, QuarantineSelection.code,
            QuarantineSelection.age, QuarantineSelection.all,
            .value(
                "assume", "OUTCOME", accepts: .choice(AssumedOutcome.allCases.map(\.rawValue)),
                default: "nothing",
                "What to assume about requests whose outcome is unknown: done or not-done."),
        ]
            + ScriptOptions.withoutDryRun.filter { $0.name != "state" } + [
                .setting(.records),
                .setting(
                    .output, default: "standard output",
                    "The file for emitted values. If --records is - and -o is not given, they are not written."
                ),
            ] + ClusterQuarantineCommands.options,
        examples: [
            Example(
                "perilune quarantine retry --code http.connect --crm crm.json -s hot_lead.lua",
                "Retry the events that failed while the CRM was unreachable."),
            Example(
                "perilune quarantine retry 7 -s fixed.lua", "Retry one event with a fixed script."),
            Example(
                "perilune quarantine retry 7 --assume done --crm crm.json -s hot_lead.lua",
                "Retry an event whose request was carried out although its answer was lost."),
        ]),
    run: { values, terminal in
        let outcome = values.string("assume").flatMap { AssumedOutcome(rawValue: $0) }
        if let cluster = try ClusterQuarantineCommands(
            values, terminal, "perilune quarantine retry")
        {
            return try cluster.retry(assuming: outcome)
        }
        let choice = try QuarantineSelection.choice(values, "perilune quarantine retry")
        let own = ["script", "records", "output", "to"].filter(values.isGiven)
        let store = QuarantineSelection.path(values)
        if !own.isEmpty, StoreLock.isTaken(store: store) {
            do throws(PeriluneError) {
                _ = try StoreLock(store: store)
            } catch {
                var error = error
                error.hint =
                    "stop that process first; or leave out \(own.map { "--\($0)" }.joined(separator: " and ")), and it retries the events itself"
                throw error
            }
        }
        if own.isEmpty, let retried = try await retryByServer(choice, assuming: outcome, values) {
            terminal.info("the server is processing \(Counted(retried.events, "event")) again\n")
            guard retried.unreadable > 0 else { return .success }
            terminal.info(
                "not processed, because they still cannot be read: \(retried.unreadable); the log of the server has the reasons\n"
            )
            return .quarantined
        }
        var options = IntakeOptions()
        options.store = store
        options.records = values.string("records")
        options.output = values.string("output") ?? (options.records == "-" ? nil : "-")
        options.host = ScriptOptions.hostOptions(values, isDryRun: false)
        let quarantine = try Quarantine(store: store)
        let format = OutputFormat.written(to: options.output ?? "", by: try quarantine.run())
        if !format.keepsLines {
            options.formatOutput = { lines throws(PeriluneError) in
                try format.bytes(ofLines: lines)
            }
        }
        options.host.emitsEvents = format == .cloudevents
        options.host.outputs = try ScriptOptions.outputsToWrite(values, "perilune quarantine retry")
        // Errors of scripts must be found before an event leaves the quarantine.
        let components = try ScriptOptions.components(values, terminal)
        try RetryCheck.check(values)
        var checked = HostOptions()
        checked.checksScripts = true
        checked.outputs = options.host.namedOutputs.map { NamedOutput($0) }
        _ = try Host(
            components, options: checked, store: MemoryStateStore(), log: SilentLog())
        if options.output == nil {
            terminal.info(
                "emitted values are not written, because records go to standard output; use --output FILE to keep them\n"
            )
        }
        quarantine.close()
        let problems = ProblemLog(terminal)
        let intake = try Intake(components, options: options, log: TerminalLog(terminal)) {
            problems.show($0)
        }
        let retried: Intake.Retried
        do {
            retried = try intake.retry(choice, assuming: outcome)
        } catch {
            intake.close()
            throw error
        }
        let left = await intake.drain(for: .seconds(600))
        let failed = intake.failures + retried.unreadable
        intake.close()
        let count = retried.events + retried.unreadable
        terminal.info(
            "retried \(Counted(count, "event")): \(count - failed) succeeded, \(failed) failed\n"
        )
        if left > 0 {
            terminal.info("\(Counted(left, "event")) not processed, kept for the next start\n")
        }
        return failed > 0 || left > 0 ? .quarantined : .success
    })
