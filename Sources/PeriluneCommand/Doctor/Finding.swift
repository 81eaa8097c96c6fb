import Arguments
import PeriluneCommandKit
import PeriluneCore

/// The result of a check of `perilune doctor`.
struct Finding: Sendable {
    enum State: String, Sendable {
        case ok
        /// A note without a problem.
        case note
        /// Something that could work better.
        case warning
        /// Something that does not work.
        case problem
    }

    /// The name of the check: one word, the same for all of its findings.
    let check: String
    let state: State
    let message: String
    /// What the user should do.
    var hint: String?

    init(_ check: String, _ state: State, _ message: String, hint: String? = nil) {
        self.check = check
        self.state = state
        self.message = message
        self.hint = hint
    }

    /// Creates a finding from an error of a check.
    init(_ check: String, _ error: PeriluneError, _ state: State = .problem) {
        let place = error.place.description
        self.init(
            check, state, place.isEmpty ? error.message : "\(place): \(error.message)",
            hint: error.hint)
    }

    /// The finding as JSON.
    var value: Value {
        var members: Value.Members = .init([
            ("check", .string(check)), ("state", .string(state.rawValue)),
            ("message", .string(message)),
        ])
        if let hint { members["hint"] = .string(hint) }
        return .object(members)
    }
}

extension Finding {
    /// Prints all findings, as JSON with `--json`; the exit status shows whether there is a problem.
    static func show(
        _ findings: [Finding], _ values: Values, _ terminal: Terminal
    ) throws -> ExitStatus {
        let problems = findings.count { $0.state == .problem }
        let warnings = findings.count { $0.state == .warning }
        if values.flag("json") {
            let object: Value = [
                "checks": .array(findings.map(\.value)), "problems": .integer(Int64(problems)),
                "warnings": .integer(Int64(warnings)),
            ]
            try terminal.write(object.json + "\n")
        } else {
            try terminal.write(text(findings))
            terminal.info("\(Counted(problems, "problem")), \(Counted(warnings, "warning"))\n")
        }
        return problems == 0 ? .success : .found
    }

    /// The findings as text: a line for each, followed by what to do.
    private static func text(_ findings: [Finding]) -> String {
        let rows = findings.map { [$0.state.rawValue, $0.check, $0.message.withoutControls] }
        let lines = TextColumns(rows) { _ in false }.lines
        let indent =
            (findings.map(\.state.rawValue.count).max() ?? 0)
            + (findings.map(\.check.count).max() ?? 0)
            + 4
        var text = ""
        for (line, finding) in zip(lines, findings) {
            text += line + "\n"
            if let hint = finding.hint {
                text += String(repeating: " ", count: indent) + "hint: \(hint.withoutControls)\n"
            }
        }
        return text
    }
}
