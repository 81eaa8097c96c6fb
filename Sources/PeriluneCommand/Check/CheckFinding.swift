import LuaSyntax
import PeriluneCore
import PeriluneLua

/// A finding of `check`.
struct CheckFinding {
    let file: String
    let line: Int?
    /// The column in bytes, from 1.
    let column: Int?
    let severity: Diagnostic.Severity
    let code: String
    let message: String
    let hint: String?
    let sourceLine: String?
    /// The message.
    let text: String
    /// The place of the other script that the finding is about, and an event that both match.
    var other: (file: String, position: Position)?
    var example: Value?

    var isError: Bool { severity == .error }

    init(_ finding: Diagnostic, in file: String) {
        var finding = finding
        // A masked line keeps its length, so that the caret stays where it belongs.
        finding.sourceLine =
            MaskedLines(script: Array(finding.sourceLine.utf8)).text(ofLine: 1)
            ?? finding.sourceLine
        finding.message = Redaction.redact(finding.message)
        self.file = file
        line = finding.line
        column = finding.column
        severity = finding.severity
        code = finding.code
        message = finding.message
        hint = finding.hint
        sourceLine = finding.sourceLine
        text = "\(file):\(finding)"
    }

    /// Creates a finding from an error of the loader.
    init(_ error: PeriluneError, in file: String) {
        var error = error
        if error.place.file == nil { error.place.file = file }
        error.message = Redaction.redact(error.message)
        error.hint = error.hint.map { Redaction.redact($0) }
        self.file = error.place.file ?? file
        line = error.place.line
        column = error.place.column
        severity = .error
        code = error.code.rawValue
        message = error.message
        hint = error.hint
        sourceLine = error.place.sourceLine
        text = "\(error)"
    }

    /// The finding as one line of JSON.
    var json: String {
        var members: [(String, Value)] = [("file", .string(file))]
        if let line { members.append(("line", .integer(Int64(line)))) }
        if let column { members.append(("column", .integer(Int64(column)))) }
        members += [
            ("severity", .string(severity.rawValue)), ("code", .string(code)),
            ("message", .string(message)),
        ]
        if let hint { members.append(("hint", .string(hint))) }
        if let other {
            let place: Value = [
                "file": .string(other.file), "line": .integer(Int64(other.position.line)),
                "column": .integer(Int64(other.position.column)),
            ]
            members.append(("other", place))
        }
        if let example { members.append(("example", example)) }
        return Value.object(.init(members)).json
    }
}
