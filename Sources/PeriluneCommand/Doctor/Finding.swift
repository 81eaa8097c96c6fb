import Arguments
import PeriluneCommandKit
import PeriluneCore

/// What a check of `perilune doctor` came to.
struct Finding: Sendable {
    enum State: String, Sendable {
        case ok
        /// Worth knowing.
        case note
        /// Something works less well than it could.
        case warning
        /// Something does not work.
        case problem
    }

    /// What was checked: one word, the same for findings of one kind.
    let check: String
    let state: State
    let message: String
    /// What to do.
    var hint: String?

    init(_ check: String, _ state: State, _ message: String, hint: String? = nil) {
        self.check = check
        self.state = state
        self.message = message
        self.hint = hint
    }

    /// An error that a check met.
    init(_ check: String, _ error: PeriluneError, _ state: State = .problem) {
        let place = error.place.description
        self.init(
            check, state, place.isEmpty ? error.message : "\(place): \(error.message)",
            hint: error.hint)
    }

    /// For a machine.
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
    /// Shows all findings, as JSON if `--json` is given; the exit status tells whether there is a problem.
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

    /// A line for each finding, and one below it with what to do.
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
