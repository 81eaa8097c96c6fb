import Arguments
import Perilune
import PeriluneCore
import PeriluneLua

/// A run of `process` that can be resumed.
enum ProcessRun {
    /// Options that change the output, on the command line or in the configuration.
    private static let identifying =
        [
            "output", "output-format", "columns", "to", "records", "quarantine", "as", "time-from",
            "max-event", "trusted", "seed", "order", "memory-limit", "instruction-limit",
        ] + CommandPlugins.sections.map(\.name)

    /// Opens the run of `--store`; `nil` without this option.
    static func open(
        _ logs: [String], _ values: Values, _ terminal: Terminal
    ) throws -> LogRun? {
        guard let path = values.string("store") else {
            guard values.flag("restart") else { return nil }
            throw UsageError(
                .missingOperand, "--restart needs --store FILE", program: "perilune process")
        }
        for option in ["state", "dry-run"] where values.isGiven(option) {
            throw UsageError(
                .invalidValue, "--store cannot be combined with --\(option)",
                program: "perilune process")
        }
        var names: Set<String> = []
        if let log = logs.first(where: { !names.insert($0).inserted }) {
            throw UsageError(
                .invalidOperand, "'\(log)' is named twice; a run with --store reads each log once",
                program: "perilune process")
        }
        let run = try LogRun(
            path: path, restarts: values.flag("restart"), follows: values.flag("watch"),
            settingAside: values.isGiven(ScriptOptions.setAsideDamaged.name)
                ? StoreFiles.damagedRows(path) : nil)
        ScriptOptions.report(run.setAside, path, terminal)
        return run
    }

    /// The identity of the run.
    ///
    /// With `--watch`, scripts may change during the run.
    static func identity(
        _ logs: [String], _ scripts: [Script], _ values: Values
    ) throws(PeriluneError) -> RunIdentity {
        var digests: [(name: String, digest: String)] = []
        if !values.flag("watch") {
            for script in scripts { digests.append((script.name, try digest(of: script))) }
        }
        let options = identifying.compactMap { name -> (name: String, value: String)? in
            let texts = values.strings(name)
            guard !texts.isEmpty || values.flag(name) else { return nil }
            return (name, texts.isEmpty ? "true" : texts.joined(separator: ", "))
        }
        return RunIdentity(
            logs: logs, scripts: digests, options: options, follows: values.flag("watch"))
    }

    /// A digest of a script's version and its configuration.
    private static func digest(of script: Script) throws(PeriluneError) -> String {
        var parts = [try script.version]
        if let url = script.url { parts.append("url \(url.json)") }
        if let priority = script.priority { parts.append("priority \(priority)") }
        if let granted = script.grants.granted {
            let grants = granted.sorted { $0.key < $1.key }.map { grant, scopes in
                ([grant] + scopes).joined(separator: " ")
            }
            parts.append("grants \(grants.joined(separator: "; "))")
        }
        return parts.joined(separator: ", ")
    }

    /// Prints where a resumed run continues.
    static func report(
        _ run: LogRun?, _ logs: [String], records: String?, _ values: Values, _ terminal: Terminal
    ) {
        guard let run else { return }
        for position in run.replacedLogs {
            terminal.info(
                "warning: \(position.log) is another file now, which is read from its beginning; the former file was not processed from line \(position.line) on: process the rest with 'tail -n +\(position.line) FILE | perilune process -'\n"
                    .withoutControls)
        }
        guard values.string("summary") ?? "text" == "text" else { return }
        for log in logs {
            guard let position = run.position(of: log), position.line > 1 else { continue }
            terminal.info("\(log): continuing at line \(position.line)\n".withoutControls)
        }
        let writesOut = records == "-" || values.string("output") ?? "-" == "-"
        if run.isResumed, writesOut {
            terminal.info(
                "warning: standard output cannot be cut back: what was written after the last commit is written again\n"
            )
        }
    }

    /// Warns about outputs that lack what an earlier run has written.
    static func warnings(_ run: LogRun?) -> [String] {
        (run?.lostOutputs ?? []).map { output in
            "the output \(output) of the earlier run is missing; the new file has only what this run adds; --restart processes the logs from the beginning"
        }
    }

    /// Throws with a hint if a finished run has found nothing new in its logs.
    static func checkForNewEntries(
        _ run: LogRun?, _ logs: [String], read: Int, _ terminal: Terminal?
    ) throws(PeriluneError) {
        guard let run, run.wasFinished, read == 0 else { return }
        let names = logs.joined(separator: ", ")
        if let error = try run.unchanged(reading: names) { throw error }
        terminal?.info(
            "nothing new in \(names); --restart processes it from the beginning\n".withoutControls)
    }

    /// The last line of an interrupted run.
    static func interruption(_ run: LogRun?, _ logs: [String]) -> String {
        run == nil
            ? "interrupted; use --store FILE for a run that can be resumed\n"
            : "interrupted; run the same command again to continue\n"
    }
}
