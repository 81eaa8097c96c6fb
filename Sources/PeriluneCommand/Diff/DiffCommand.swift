import Arguments
import Perilune
import PeriluneCore
import PeriluneFiles
import PeriluneStore

let diffAction: Action = Action(
    command: Command(
        name: "diff",
        summary: "Compare how two versions of the scripts process a log",
        discussion: [
            "OLD and NEW are a script, a folder of scripts, or REV:PATH for one of these at a git revision, together with its modules; PATH is relative to the working directory.",
            "Both versions process every event of the logs in a dry run, each with its own state in memory. Differences are grouped by the deciding script (old -> new) and by the field that differs, with counts and examples. The line of an error and the order of an object's members are ignored.",
            "Scripts are matched by file name; if one is left over on each side, these two are compared as a renamed script.",
            "Each version runs with the limits and grants of its own configuration: perilune.lua at that revision, or the current one. --config sets one for both. Plugins are the current ones.",
            "Effects are described and not carried out. A call that needs an answer, such as reading a CRM record, fails unless --ledger names the store in which a server recorded the answers.",
            "Exits with 1 if the versions differ, else with 0.",
        ],
        operands: [
            Operand(
                "OLD", .one, accepts: .file, "The old version: a script, a folder, or REV:PATH."),
            Operand("NEW", .one, accepts: .file, "The new version, likewise."),
            Operand("LOG", .oneOrMore, accepts: .file, "A log; - is standard input."),
        ],
        options: ScriptOptions.all.filter { !["state", "dry-run", "script"].contains($0.name) }
            + LogOptions.all(
                workers: "Threads that process events, for each version.",
                longLines: "Longer lines fail in both versions.") + [
                .value(
                    "ledger", "FILE", accepts: .file, default: "none",
                    "The store of a server; effects get the answers recorded there."),
                .toggle(
                    "json",
                    "Write one JSON object for each difference and a summary as the last line."),
            ],
        examples: [
            Example(
                "perilune diff HEAD:rules.lua rules.lua yesterday.jsonl.gz",
                "Compare the current file with the last commit, on yesterday's events."),
            Example(
                "perilune diff v1.4:rules rules log.jsonl --workers 2",
                "Compare all scripts of a folder with a tag."),
            Example(
                "perilune diff old.lua new.lua log.jsonl --json | jq -r '.event // empty'",
                "List the ids of the events that differ."),
        ]),
    run: runDiff)

@Sendable
private func runDiff(_ values: Values, _ terminal: Terminal) async throws -> ExitStatus {
    let logs = Array(values.operands.dropFirst(2))
    let pairing = DiffPairing(
        try DiffVersion(values.operands[0], values),
        try DiffVersion(values.operands[1], values))
    let ledger = try values.string("ledger").map { path throws(PeriluneError) in
        try RecordedLedger(store: path)
    }
    var comparison = LogComparison(
        old: try host(of: pairing.old, values, terminal, ledger),
        new: try host(of: pairing.new, values, terminal, ledger),
        codec: try LogCodec.chosen(values, terminal))
    comparison.limit = values.integer("limit") ?? Int.max
    comparison.limits.line = values.integer("max-event") ?? comparison.limits.line
    let isJSON = values.flag("json")
    var summary = DifferenceSummary()
    let output = try OutputFile(path: "-")
    var text = DiffText(pairing, style: terminal.style)
    let clock = ContinuousClock()
    let start = clock.now
    do throws(PeriluneError) {
        text.totals = try await comparison.run(logs) { (found) throws(PeriluneError) in
            let difference = pairing.named(found)
            summary.add(difference)
            if isJSON { try output.write(difference.json(pairing)) }
        }
        try output.write(Array((isJSON ? text.json(summary) : text.text(summary)).utf8))
        try output.flush()
    } catch {
        guard error.code == "output.closed-pipe" else { throw error }
        return summary.events > 0 ? .found : .success
    }
    if !isJSON {
        let seconds = (clock.now - start) / .seconds(1)
        let rate = Int(Double(text.totals.old.total) / max(seconds, 0.000_001))
        terminal.info(
            "processed with both versions in \(Summary.fixed(seconds, 2)) s, \(Counted.digits(rate)) events/s\n"
        )
    }
    if text.comparesNothing {
        terminal.info(
            "error: every event failed in both versions, so nothing was compared\n"
                + "  hint: 'perilune process --dry-run' with the new version shows the errors\n"
        )
        return .badInput
    }
    return summary.events > 0 ? .found : .success
}

/// Creates a dry-run host for one version, with plugins of its own.
private func host(
    of version: DiffVersion, _ values: Values, _ terminal: Terminal, _ ledger: RecordedLedger?
) throws(PeriluneError) -> Host {
    let own = version.values(values)
    var options = ScriptOptions.hostOptions(own, isDryRun: true)
    options.workers = values.integer("workers") ?? 1
    options.trusted = values.flag("trusted")
    if let ledger { options.ledger = ledger }
    let scripts = version.scripts(own)
    let components =
        try ScriptOptions.pluginComponents(values, terminal) + scripts.map { .script($0) }
    do {
        return try Host(
            components, options: options, store: MemoryStateStore(), log: SilentLog())
    } catch {
        throw version.located(error)
    }
}
