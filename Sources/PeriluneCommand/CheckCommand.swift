import Arguments
import Perilune
import PeriluneCore
import PeriluneFiles

let checkAction: Action = Action(
    command: Command(
        name: "check", summary: "Find mistakes in scripts without running events",
        discussion: [
            "Finds what would fail or surprise later: syntax errors, fields and functions that do not exist, leaked globals, caches that differ from worker to worker. Then loads each script, as a host would, and looks at all of them together, in the order in which they are asked: scripts and patterns that get no event, since an earlier script keeps them all, and links that two scripts want. Of the configuration it tells the grants that no script uses.",
            "With --against, scripts are held against a recorded log: fields that they read and no event has, comparisons with another type or with a value that never occurs, types and conditions that no event meets. What cannot be followed through the script is not judged.",
        ],
        operands: [
            Operand(
                "FILE", .anyNumber, accepts: .file,
                "A Lua script, or a folder of them. Without one, those of the configuration.")
        ],
        options: [
            .value(
                "against", short: "a", "LOG", accepts: .file, isRepeatable: true,
                "A log of events as the scripts will get them, plain, .gz or .zst."),
            LogKind.option,
            .toggle("strict", "Warnings count as errors."),
            .toggle("module", "The files are modules for require: they return no delegate."),
            .toggle("json", "Write findings as JSON, an object a line."),
            .toggle("sarif", "Write findings as one SARIF 2.1.0 document, for code hosts."),
        ] + Project.options + PluginOptions.all,
        examples: [
            Example("perilune check rules/*.lua", "Before the scripts go live."),
            Example(
                "perilune check rules --against yesterday.jsonl.gz",
                "Do they read what the events have?"),
            Example("perilune check rules --sarif > check.sarif", "For a code host."),
        ]),
    run: runCheck)

@Sendable
private func runCheck(_ values: Values, _ terminal: Terminal) async throws -> ExitStatus {
    let plugins = ScriptOptions.plugins + (try PluginOptions.load(values, terminal).map(\.plugin))
    let paths =
        values.operands.isEmpty
        ? values.project?.scripts ?? [] : try ScriptFiles.expand(values.operands)
    guard !paths.isEmpty else {
        throw UsageError(
            .missingOperand, "check needs a FILE, or scripts in the configuration",
            program: "perilune check")
    }
    var session = try CheckSession(plugins, log: TerminalLog(terminal)) {
        (path) throws(PeriluneError) in
        try values.configuredScript(path)
    }
    for path in paths {
        // Cases for a script, and modules, return something else than a delegate.
        try session.check(path, isModule: values.flag("module") || ScriptFiles.isTest(path))
    }
    session.checkTogether()
    if let configuration = values.project?.configuration { session.check(configuration) }
    let logs = values.strings("against")
    if !logs.isEmpty {
        try session.check(against: logs, convert: LogKind.converter(values))
    }
    if values.flag("sarif") {
        try terminal.write(CheckSARIF.text(session.ordered))
    } else if values.flag("json") {
        try terminal.write(session.ordered.map { $0.json + "\n" }.joined())
    } else {
        try terminal.write(session.ordered.map { "\($0.text)\n".withoutControls }.joined())
        terminal.note(
            "\(Counted(paths.count, "file")), \(Counted(session.errors, "error")), \(Counted(session.warnings, "warning"))\n"
        )
    }
    let isFound = session.errors > 0 || (values.flag("strict") && session.warnings > 0)
    return isFound ? .found : .success
}
