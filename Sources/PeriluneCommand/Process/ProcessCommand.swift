import Arguments
import Glibc
import Perilune
import PeriluneCore
import PeriluneFiles

let processAction: Action = Action(
    command: Command(
        name: "process", summary: "Run logs of events through the scripts",
        discussion: [
            "Reads logs of any size: CloudEvents, one JSON object per line, or with --as another format; plain, .gz, .zst, .bz2 or .xz. Emitted values go to the output, one per line, in the order of the log; the output is the same, byte for byte, for any number of workers.",
            "With --watch it follows the last log as it grows or is rotated, and reloads the scripts when they change; standard error shows the line from which a new version is used. SIGINT ends it.",
            "With --store, an interrupted run continues where it stopped when the same command is run again: the files are the same as without the interruption. SIGINT and SIGTERM end a run after the lines that are in progress.",
            "With --cluster, members of a cluster process the events: the log is sent to its lanes, and outputs are those of the members. An entry is recognized by the path of the log, its line and its contents, so a run can be repeated.",
            "An event that cannot be processed is quarantined with its bytes and the error; processing continues with the next event.",
        ],
        operands: [
            Operand(
                "LOG", .anyNumber, accepts: .file,
                "A log; - is standard input; default: the logs of the configuration.")
        ],
        options: ScriptOptions.all
            + LogOptions.all(
                workers: "Threads that process events.",
                longLines: "Quarantine longer lines.") + [
                .setting(
                    .output, default: "standard output",
                    "The file for emitted values; an existing file is replaced, unless a run with --store continues. If --records is - and -o is not given, emitted values are counted but not written."
                ),
                .value(
                    "output-format", "FORMAT",
                    accepts: .choice(RowFormat.Name.allCases.map(\.rawValue)), default: "json",
                    "How emitted values are written to the output: json, one value per line; text, strings without quotes; csv, with --columns; cloudevents, one event per line, with a value as its data."
                ),
                .value(
                    "columns", "NAMES", default: "none",
                    "The columns of csv, separated by commas: members of the values, or COLUMN=PATH."
                ),
                .setting(.records),
                .setting(.quarantine, "Write events that could not be processed, with the error."),
                .value(
                    "time-from", "arrival|mtime|FIELD", default: "none",
                    "The time of events without one: arrival (when they are read), mtime (when the log was last written), or a member such as data.at (RFC 3339, or seconds or milliseconds since 1970)."
                ),
                .setting(
                    .maxQuarantine, default: "none",
                    "Stop with exit code 74 when more than N events could not be processed. Chunks of 256 KB that are in progress are processed and written to the end, so the quarantine may have more than N."
                ),
                .setting(.maxOutbox),
                .setting(
                    .store, default: "none",
                    "Keep state, progress and the answers of calls in this SQLite file, so that the run can be resumed."
                ),
                .toggle(
                    "restart",
                    "Process the logs from the beginning; clears the state and progress in the store."
                ),
                ScriptOptions.setAsideDamaged,
                .toggle(
                    "watch", "Follow the log as it grows, and reload scripts when they change."),
                VersionTests.option,
                .value(
                    "summary", "KIND", accepts: .choice(["text", "json", "none"]), default: "text",
                    "The format of the summary on standard error."),
                .toggle(
                    "progress", isNegatable: true, default: "on a terminal", "Show progress."
                ),
            ] + ClusterProcess.options + Verbosity.options,
        examples: [
            Example(
                "perilune process links.jsonl --script rules.lua -o out.jsonl",
                "Process a log and keep the emitted values."),
            Example(
                "perilune process links.jsonl -s rules.lua -o out.csv --output-format csv --columns id,user=data.user",
                "Write the emitted values as a table."),
            Example(
                "perilune process urls.txt --as link -s rules.lua --records - | jq .outcome",
                "Show the outcome of each URL in a file."),
            Example(
                "perilune process big.jsonl.gz -s rules.lua --store run.db -o out.jsonl",
                "Process a log in a run that can be interrupted and resumed."),
            Example(
                "zcat old.gz | perilune process - -s rules.lua --dry-run",
                "Process standard input in a dry run."),
            Example(
                "perilune process events.jsonl -s rules.lua --watch",
                "Process events as they are logged, while you edit the rules."),
            Example(
                "perilune process events.jsonl.gz --cluster nats://127.0.0.1:4222",
                "Let the members of a cluster process a log."),
        ]),
    run: runProcess)

@Sendable
private func runProcess(_ values: Values, _ terminal: Terminal) async throws -> ExitStatus {
    let logs = values.operands.isEmpty ? values.project?.logs ?? [] : values.operands
    guard !logs.isEmpty else {
        throw UsageError(
            .missingOperand,
            "no log to process; name a LOG, or set sources.logs in the configuration",
            program: "perilune process")
    }
    if values.isGiven("cluster") {
        return try await ClusterProcess(values, terminal).run(logs)
    }
    warnOfRepeated(logs, terminal)
    let records = values.string("records")
    let outputs = try ScriptOptions.outputsToWrite(values, "perilune process")
    let format = try OutputFormat.chosen(values)
    let output = values.string("output") ?? (records == "-" ? nil : "-")
    let files = [output, records, values.string("quarantine")].compactMap(\.self)
    let written = files + outputs.compactMap(\.file)
    let stores = (values.strings("state") + values.strings("store")).flatMap(StoreFiles.all)
    let inputs = try logs + ScriptOptions.inputs(values) + stores
    // Checked before --restart clears the state.
    try ProcessSink.check(written, inputs: inputs)
    let run = try ProcessRun.open(logs, values, terminal)
    let host = try ScriptOptions.host(
        values, terminal, isDryRun: values.flag("dry-run"), store: run?.store
    ) { options in
        options.run = run
        options.workers = values.integer("workers") ?? 1
        options.checksScripts = true
        options.trusted = values.flag("trusted")
        options.keepsRecords = records != nil
        options.emitsEvents = format == .cloudevents
        let unwritable = inputs + files.filter { $0 != "-" }
        options.outputs = outputs.map { $0.avoiding(unwritable) }
        options.outboxLimit = values.integer("max-outbox") ?? options.outboxLimit
    }
    var processor = LogProcessor(host)
    processor.limit = values.integer("limit") ?? Int.max
    processor.limits.line = values.integer("max-event") ?? processor.limits.line
    processor.codec = try LogCodec.chosen(values, terminal, for: logs)
    processor.timeSource = values.string("time-from").map { text in
        switch text {
        case "arrival": .arrival
        case "mtime": .modification
        default: .field(FieldPath(text))
        }
    }
    try run?.begin(
        ProcessRun.identity(logs, host.scripts, values), output: output,
        outputs: written)
    let signals = StopSignals()
    let limit = QuarantineLimit(values.integer("max-quarantine") ?? .max)
    processor.shouldStop = { signals.received != nil || limit.isExceeded }
    let following = values.flag("watch") ? try LogFollowing(host, values, terminal) : nil
    processor.follow = following?.follow
    var sink = try ProcessSink(
        output: output, format: format, named: outputs, records: records,
        quarantine: values.string("quarantine"), limit: limit,
        inputs: inputs + host.scripts.flatMap(\.files), run: run, terminal: terminal,
        progress: values.flag("progress", default: terminal.isErrorTerminal))
    if let codec = processor.codec { sink.codec = codec.name }
    ProcessRun.report(run, logs, records: records, values, terminal)
    var failure: PeriluneError?
    do {
        let isWhole = try await processor.run(logs, into: &sink)
        try run?.commit(sink.sync(), isFinished: isWhole && following == nil)
        failure = limit.error(isResumable: run != nil, follows: following != nil)
    } catch let error {
        failure = error
    }
    following?.stop()
    if let error = await SinkDelivery.finish(host, terminal, signals) {
        failure = failure ?? error
    }
    if failure?.code == "output.closed-pipe" { return .success }
    do {
        try sink.finish()
    } catch {
        if error.code == "output.closed-pipe" { return .success }
        if failure == nil { failure = error }
    }
    let summary = sink.summary
    // A run that could not begin has no counts.
    let began = failure == nil || summary.read > 0
    var warnings =
        began
        ? sink.warnings(logs, codec: processor.codec, host.scripts) + host.sinkWarnings
            + ProcessRun.warnings(run)
        : []
    if host.registry.delegates.isEmpty, summary.read > 0 {
        warnings.append("no scripts; name them with --script FILE or in \(Configuration.fileName)")
    }
    if began {
        warnings += host.fileWarnings
        warnings += UnreachedRules(logs, codec: processor.codec, host.registry).warnings(summary)
    }
    switch began ? values.string("summary") ?? "text" : "none" {
    case "json":
        let isResumable = run != nil && signals.received != nil
        terminal.show(
            summary.json(
                seconds: sink.seconds, isResumable: isResumable, warnings: warnings) + "\n")
    case "text" where failure != nil && summary.bytes == 0: break  // the error says it all
    case "text": terminal.info(summary.text(seconds: sink.seconds, style: terminal.errorStyle))
    default: break
    }
    let showsText = values.string("summary") ?? "text" == "text"
    if showsText {
        for warning in warnings { terminal.info("warning: \(warning)\n".withoutControls) }
    }
    if sink.unwritten > 0 {
        terminal.info(
            "\(Counted(sink.unwritten, "emitted value")) not written, because records go to standard output; use --output FILE to keep them\n"
        )
    }
    if let failure { throw failure }
    try ProcessRun.checkForNewEntries(run, logs, read: summary.read, showsText ? terminal : nil)
    if let signal = signals.received, following == nil {
        if showsText { terminal.info(ProcessRun.interruption(run, logs)) }
        return signal == SIGINT ? .interrupted : .terminated
    }
    return summary.failed > 0 ? .quarantined : .success
}

/// Warns if two names are those of one file, as when a pattern and a name overlap.
private func warnOfRepeated(_ logs: [String], _ terminal: Terminal) {
    var names: [FileIdentity: String] = [:]
    for log in logs {
        guard log != "-", let file = FileIdentity(path: log) else { continue }
        if let other = names.updateValue(log, forKey: file) {
            let both =
                other == log ? "\(log) is named twice" : "\(other) and \(log) are the same file"
            terminal.info("warning: \(both), so its entries are processed twice\n".withoutControls)
        }
    }
}
