import Arguments
import Perilune
import PeriluneCore
import PeriluneFiles

let processAction: Action = Action(
    command: Command(
        name: "process", summary: "Run logs of events through the scripts",
        discussion: [
            "Reads logs of CloudEvents, one JSON object a line, also .gz and .zst, larger than memory. What scripts emit goes to the output, one value a line, in the order of the log; the bytes are the same for any number of workers.",
            "With --watch the last log is followed while others write it, also when it is written anew under its name, and new versions of the scripts are taken between two chunks of lines; standard error says from which line on. SIGINT ends it.",
            "An event that cannot be processed is kept in the quarantine with its bytes and the reason; all others go on.",
        ],
        operands: [
            Operand(
                "LOG", .anyNumber, accepts: .file,
                "A log; - is standard input. Without one, those of the configuration.")
        ],
        options: ScriptOptions.all
            + LogOptions.all(
                workers: "Threads that decide events.",
                longLines: "Longer lines are quarantined.") + [
                .value(
                    "output", short: "o", "FILE", accepts: .file, default: "standard output",
                    "Where emitted values go; with --records - and without this they are only counted."
                ),
                .value(
                    "records", "FILE", accepts: .file, default: "none",
                    "Write what became of every event, a JSON object a line; - is standard output."),
                .value(
                    "quarantine", "FILE", accepts: .file, default: "none",
                    "Keep events that could not be processed, with the reason."),
                .toggle(
                    "watch", "Follow the log as it grows, and take new versions of the scripts."),
                VersionTests.option,
                .value(
                    "summary", "KIND", accepts: .choice(["text", "json", "none"]), default: "text",
                    "How the counts are shown at the end, on standard error."),
                .toggle(
                    "progress", isNegatable: true, default: "on a terminal", "Show a progress line."
                ),
            ],
        examples: [
            Example(
                "perilune process links.jsonl --script rules.lua -o out.jsonl",
                "Decide a log and keep what the script emits."),
            Example(
                "perilune process urls.txt --as link -s rules.lua --records - | jq .outcome",
                "Plain URLs, and the outcome of each."),
            Example(
                "zcat old.gz | perilune process - -s rules.lua --dry-run",
                "Read standard input, carry out nothing."),
            Example(
                "perilune process events.jsonl -s rules.lua --watch",
                "Decide events as they are logged, by rules that are edited meanwhile."),
        ]),
    run: runProcess)

@Sendable
private func runProcess(_ values: Values, _ terminal: Terminal) async throws -> ExitStatus {
    let logs = values.operands.isEmpty ? values.project?.logs ?? [] : values.operands
    guard !logs.isEmpty else {
        throw UsageError(
            .missingOperand, "process needs a LOG, or sources.logs in the configuration",
            program: "perilune process")
    }
    let records = values.string("records")
    let host = try ScriptOptions.host(values, terminal, isDryRun: values.flag("dry-run")) {
        options in
        options.workers = values.integer("workers") ?? 1
        options.trusted = values.flag("trusted")
        options.keepsRecords = records != nil
    }
    var processor = LogProcessor(host)
    processor.limit = values.integer("limit") ?? Int.max
    processor.limits.line = values.integer("max-event") ?? processor.limits.line
    processor.convert = LogKind.converter(values)
    let following = values.flag("watch") ? try LogFollowing(host, values, terminal) : nil
    processor.follow = following?.follow
    var sink = try ProcessSink(
        output: values.string("output") ?? (records == "-" ? nil : "-"), records: records,
        quarantine: values.string("quarantine"),
        inputs: logs + ScriptOptions.files(values) + values.strings("state"), terminal: terminal,
        progress: values.flag("progress", default: terminal.isNoteTerminal))
    var failure: PeriluneError?
    do {
        try await processor.run(logs, into: &sink)
    } catch let error {
        failure = error
    }
    following?.stop()
    if failure?.code == "output.closed-pipe" { return .success }
    do {
        try sink.finish()
    } catch {
        if error.code == "output.closed-pipe" { return .success }
        if failure == nil { failure = error }
    }
    let summary = sink.summary
    // A run that never began has nothing to count.
    let began = failure == nil || summary.read > 0
    switch began ? values.string("summary") ?? "text" : "none" {
    case "json": terminal.note(summary.json(seconds: sink.seconds) + "\n")
    case "text" where failure != nil && summary.bytes == 0: break  // the error says it all
    case "text": terminal.note(summary.text(seconds: sink.seconds, style: terminal.noteStyle))
    default: break
    }
    if records == "-", values.string("output") == nil, summary.emitted > 0 {
        terminal.note(
            "\(Counted(summary.emitted, "emitted value")) not written, since records have standard output: --output FILE keeps them\n"
        )
    }
    if let failure { throw failure }
    return summary.failed > 0 ? .quarantined : .success
}
