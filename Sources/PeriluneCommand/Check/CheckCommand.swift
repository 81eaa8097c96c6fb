import Arguments
import Perilune
import PeriluneCore
import PeriluneFiles

let checkAction: Action = Action(
    command: Command(
        name: "check", summary: "Find mistakes in scripts without running events",
        discussion: [
            "Reports syntax errors, unknown fields and functions, leaked globals, and data cached in locals, which differs between workers. It then loads the scripts as a host would and compares them: conditions that no event meets, scripts and patterns that get no event because an earlier script takes them all, events that two scripts match, each with an example and the script that gets it first, and grants of the configuration that no script uses. Mistakes in the outputs of the configuration are reported too.",
            "With --against it also compares the scripts with a recorded log and reports fields that no event has, comparisons with a wrong type or with a value that never occurs, and event types and conditions that no event matches.",
        ],
        operands: [
            Operand(
                "FILE", .anyNumber, accepts: .file,
                "A Lua script or a folder of scripts; default: the scripts of the configuration.")
        ],
        options: [
            .value(
                "against", short: "a", "LOG", accepts: .file, isRepeatable: true,
                "A log, plain, .gz, .zst, .bz2 or .xz.")
        ] + LogCodec.options + [
            .value(
                "max-overlaps", "N", accepts: .integer(0...1_000_000), default: "100",
                "List at most N pairs of scripts that match the same events, and count the others."
            ),
            .toggle("strict", "Treat warnings as errors."),
            .toggle("module", "Check the files as modules for require, which return no delegate."),
            .toggle("json", "Write findings as JSON, one object per line."),
            .toggle("sarif", "Write findings as SARIF 2.1.0, for code hosts."),
        ] + Verbosity.options + Project.options + PluginOptions.all,
        examples: [
            Example("perilune check rules/*.lua", "Check all scripts of a folder."),
            Example(
                "perilune check rules --against yesterday.jsonl.gz",
                "Check that the scripts read fields that events have."),
            Example(
                "perilune check --json | jq 'select(.code == \"overlapping-pattern\") | .example'",
                "Show the events that two scripts of the configuration match."),
            Example(
                "perilune check rules --sarif > check.sarif", "Write a report for a code host."),
        ]),
    run: runCheck)

@Sendable
private func runCheck(_ values: Values, _ terminal: Terminal) async throws -> ExitStatus {
    let others = try PluginOptions.load(values, terminal).map(\.plugin)
    let paths =
        values.operands.isEmpty
        ? values.project?.scripts ?? [] : try ScriptFiles.expand(values.operands)
    guard !paths.isEmpty else {
        throw UsageError(
            .missingOperand,
            "no scripts to check; name a FILE, or list scripts in the configuration",
            program: "perilune check")
    }
    terminal.detail(paths.compactMap { try? values.configuredScript($0) })
    let options = values.project?.configuration.hostOptions
    var session = try CheckSession(
        CommandPlugins.all + others, order: options?.order ?? .first,
        outputs: options?.namedOutputs,
        log: TerminalLog(terminal)
    ) { (path) throws(PeriluneError) in try values.configuredScript(path) }
    for path in paths {
        // Test files and modules do not return a delegate.
        try session.check(path, isModule: values.flag("module") || ScriptFiles.isTest(path))
    }
    session.checkTogether(maximumOverlaps: values.integer("max-overlaps") ?? 100)
    if let configuration = values.project?.configuration {
        session.check(configuration)
        session.add(
            ConfigMistakes.outputProblems(of: configuration, others), in: configuration.file)
    }
    let logs = values.strings("against")
    if !logs.isEmpty {
        let skipped = try session.check(
            against: logs, codec: try LogCodec.chosen(values, terminal, for: logs))
        LogHint.warn(ofLinesWithoutEvents: skipped, of: logs, terminal)
    }
    if values.flag("sarif"), values.flag("json") {
        throw UsageError(
            .invalidValue, "--json and --sarif cannot be combined", program: "perilune check")
    }
    if values.flag("sarif") {
        try terminal.write(CheckSARIF.text(session.ordered))
    } else if values.flag("json") {
        try terminal.write(session.ordered.map { $0.json + "\n" }.joined())
    } else {
        try terminal.write(session.ordered.map { "\($0.text)\n".withoutControls }.joined())
        terminal.info(
            "\(Counted(paths.count, "file")), \(Counted(session.errors, "error")), \(Counted(session.warnings, "warning"))\n"
        )
    }
    let isFound = session.errors > 0 || (values.flag("strict") && session.warnings > 0)
    return isFound ? .found : .success
}
