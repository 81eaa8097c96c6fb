import Arguments
import LinkDrillPlugin
import Perilune
import PeriluneCore

let explainAction: Action = Action(
    command: Command(
        name: "explain", summary: "Show why an event got its outcome",
        discussion: [
            "Lists every script in the order in which it is asked: whether it could be interested and if not, which condition failed; what it answered, which fields of the event it read, whom it called, and where it ended.",
            "Effects are not carried out and state is not saved, unless --live says so: a script that needs the answer to an effect stops there.",
        ],
        operands: [Operand("URL", .optional, "A link; or give --event, or --log with --id.")],
        options: ScriptOptions.withoutDryRun + EventOptions.all + [
            .value(
                "record", "FILE", accepts: .file,
                "Compare with the record of the event in this file of records; needs --id and --log."
            ),
            .toggle(
                "replay",
                "Decide the events before it in the log first, so that state is as it was."),
            .toggle("live", "Carry effects out and save state; else they are described only."),
            .toggle("verbose", short: "v", "Show all fields, calls and emitted values, uncut."),
            .toggle("lines", "Show the source of the scripts, with the lines that ran marked."),
            .toggle("json", "Write one JSON object."),
        ],
        examples: [
            Example(
                "perilune explain 'mstr://?evt=4001' -s a.lua -s b.lua", "Who took it, and who not."
            ),
            Example(
                "perilune explain --event lead.json -s hot_lead.lua --lines",
                "An event of another kind, and which lines ran."),
            Example(
                "perilune explain --log monday.jsonl.zst --id tap-04 -s rules.lua --replay",
                "An event of a log, with the state that the ones before it left."),
            Example(
                "perilune explain --record records.jsonl --log monday.jsonl --id tap-04 -s rules.lua",
                "What was decided then, and what would be now."),
        ]),
    run: runExplain)

@Sendable
private func runExplain(_ values: Values, _ terminal: Terminal) async throws -> ExitStatus {
    let program = "perilune explain"
    let before = try RecordedDecision(values, program: program)
    guard let chosen = try EventOptions.event(values, program: program) else {
        throw UsageError(
            .missingOperand, "explain needs a link, or --event FILE, or --log FILE with --id",
            program: program)
    }
    let store = try ScriptOptions.store(values)
    let isLive = values.flag("live")
    let host = try ScriptOptions.host(
        of: ScriptOptions.components(values, terminal),
        options: ScriptOptions.hostOptions(values, isDryRun: !isLive),
        store: isLive ? store : ShadowStore(store), terminal)
    if values.flag("replay") {
        guard let replay = chosen.replay else {
            throw UsageError(.missingOperand, "--replay needs --log FILE", program: program)
        }
        try await replay.run(on: host)
    }
    let explanation = try await host.explain(chosen.event)
    if values.flag("json") {
        let now = explanation.json(redacting: { (value: Value) in Redaction.redact(value) })
        try terminal.write((before?.json(with: now) ?? now) + "\n")
    } else {
        var text = ExplainText(explanation, style: terminal.style)
        text.isVerbose = values.flag("verbose")
        text.width = terminal.isOutputTerminal ? terminal.width : 100
        if values.flag("lines") { text.sources = SourceFiles(try ScriptOptions.files(values)) }
        let subject = chosen.subject ?? explanation.results.records.first?.event ?? "event"
        let now = text.text(of: subject)
        try terminal.write(
            before.map { $0.text(before: now, explanation, style: terminal.style) } ?? now)
    }
    return explanation.results.summary.failed > 0 ? .quarantined : .success
}
