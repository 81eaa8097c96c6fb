import Arguments
import Perilune
import PeriluneCore

let explainAction: Action = Action(
    command: Command(
        name: "explain", summary: "Show why an event got its outcome",
        discussion: [
            "Lists the scripts in the order in which they are called. For a script that was not called it shows the condition that failed; for the others the decision, the fields of the event that it read, the functions that it called, and the lines that ran.",
            "It is a dry run: effects are not carried out and state is not saved. A script that needs the answer to an effect stops there. --live carries out effects and saves state.",
        ],
        operands: [Operand("URL", .optional, "A link; or use --event, or --log with --id.")],
        options: ScriptOptions.withoutDryRun + EventOptions.all + [
            .value(
                "record", "FILE", accepts: .file,
                "Compare with the event's record in this file; requires --id and --log."
            ),
            .toggle(
                "replay",
                "First process the events before it in the log, to restore the state."),
            .toggle("live", "Carry out effects and save state."),
            .toggle("verbose", short: "v", "Show all fields, calls and emitted values in full."),
            .toggle("lines", "Show the source of the scripts and mark the lines that ran."),
            .toggle("json", "Write one JSON object."),
        ],
        examples: [
            Example(
                "perilune explain 'mstr://?evt=4001' -s a.lua -s b.lua",
                "Show which of two scripts handles a link."
            ),
            Example(
                "perilune explain --event lead.json -s hot_lead.lua --lines",
                "Explain an event in a file and show which lines ran."),
            Example(
                "perilune explain --log monday.jsonl.zst --id tap-04 -s rules.lua --replay",
                "Explain an event of a log, with the state at that time."),
            Example(
                "perilune explain --record records.jsonl --log monday.jsonl --id tap-04 -s rules.lua",
                "Compare a recorded decision with the current one."),
        ]),
    run: runExplain)

@Sendable
private func runExplain(_ values: Values, _ terminal: Terminal) async throws -> ExitStatus {
    let program = "perilune explain"
    let before = try RecordedDecision(values, program: program)
    guard let chosen = try EventOptions.event(values, terminal, program: program) else {
        throw UsageError(
            .missingOperand,
            "no event to explain; give a link, or --event FILE, or --log FILE with --id ID",
            program: program)
    }
    let isLive = values.flag("live")
    let store =
        try isLive ? ScriptOptions.store(values, terminal) : ScriptOptions.storeToRead(values)
    let host = try ScriptOptions.host(
        of: ScriptOptions.components(values, terminal),
        options: ScriptOptions.hostOptions(values, isDryRun: !isLive),
        store: isLive ? store : ShadowStore(store), terminal)
    if values.flag("replay") {
        guard let replay = chosen.replay else {
            throw UsageError(.missingOperand, "--replay requires --log FILE", program: program)
        }
        try await replay.run(on: host)
    }
    let explanation = try await host.explain(chosen.event, of: chosen.origin)
    if values.flag("json") {
        let now = explanation.json(redacting: { (value: Value) in Redaction.redact(value) })
        try terminal.write((before?.json(with: now) ?? now) + "\n")
    } else {
        var text = ExplainText(explanation, style: terminal.style)
        text.isVerbose = values.flag("verbose")
        text.width = terminal.isOutputTerminal ? terminal.width : 100
        text.canonical = chosen.canonicalLink
        text.dossier = chosen.dossier
        if values.flag("lines") { text.sources = SourceFiles(try ScriptOptions.files(values)) }
        let subject = Redaction.redact(
            chosen.subject ?? explanation.results.records.first?.event ?? "event")
        if let log = values.string("log"), let error = explanation.results.records.first?.error {
            let hint = LogHint.text(for: error, in: log, read: LogCodec.name(values))
            text.hint = hint == error.hint ? nil : hint
        }
        let now = text.text(of: subject)
        try terminal.write(
            before.map { $0.text(before: now, explanation, style: terminal.style) } ?? now)
    }
    return explanation.results.summary.failed > 0 ? .quarantined : .success
}
