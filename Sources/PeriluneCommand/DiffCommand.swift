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
            "OLD and NEW are a script, a folder of scripts, or REV:PATH for either of them as a git revision has it, modules beside the script included; PATH is seen from the working directory.",
            "Both versions decide every event of the logs, dry and with state of their own in memory. Differences are shown by who decided (old -> new) and by the field that differs, with counts and examples. Where in a script an error happened, and the order of an object's members, are no differences.",
            "Scripts of the same file name belong together, and if one is left over on each side, these two do too; state and effects of the new one are then those of the old one.",
            "Each version is decided with the limits and grants that its configuration gives: perilune.lua as the revision has it, or as it is now. --config names one for both. Plugins are those of now.",
            "Effects are described and not carried out. What a script asks for, such as a CRM record, has no answer then, unless --ledger names the store in which a server kept the answers.",
            "Exits with 1 where the versions differ, with 0 where they don't.",
        ],
        operands: [
            Operand("OLD", .one, accepts: .file, "A script, a folder, or REV:PATH."),
            Operand("NEW", .one, accepts: .file, "The same."),
            Operand("LOG", .oneOrMore, accepts: .file, "A log; - is standard input."),
        ],
        options: ScriptOptions.all.filter { !["state", "dry-run", "script"].contains($0.name) }
            + LogOptions.all(
                workers: "Threads that decide events, for each version.",
                longLines: "Longer lines fail in both versions.") + [
                .value(
                    "ledger", "FILE", accepts: .file, default: "none",
                    "A store of perilune serve: effects get the answers that its ledger holds."),
                .toggle(
                    "json",
                    "Write an object a difference, a line each, and a summary as the last one."),
            ],
        examples: [
            Example(
                "perilune diff HEAD:rules.lua rules.lua yesterday.jsonl.gz",
                "What would today's edit have changed yesterday?"),
            Example(
                "perilune diff v1.4:rules rules log.jsonl --workers 2",
                "All scripts of a folder since a tag."),
            Example(
                "perilune diff old.lua new.lua log.jsonl --json | jq -r '.event // empty'",
                "The ids of the events."),
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
        convert: LogKind.converter(values))
    comparison.limit = values.integer("limit") ?? Int.max
    comparison.limits.line = values.integer("max-event") ?? comparison.limits.line
    let isJSON = values.flag("json")
    var summary = DifferenceSummary()
    let output = try OutputFile(path: "-")
    var text = DiffText(pairing, style: terminal.style)
    let clock = ContinuousClock()
    let start = clock.now
    do throws(PeriluneError) {
        text.totals = try await comparison.run(logs) { (difference) throws(PeriluneError) in
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
        terminal.note(
            "decided twice in \(Summary.fixed(seconds, 2)) s, \(Summary.count(rate)) events/s\n")
    }
    return summary.events > 0 ? .found : .success
}

/// A dry host of one version, with plugins of its own.
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
