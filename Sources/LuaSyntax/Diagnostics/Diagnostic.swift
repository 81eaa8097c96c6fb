/// A finding in a script, with its position and a hint.
package struct Diagnostic: Error, Hashable, Sendable {
    /// How bad a finding is.
    package enum Severity: String, Sendable {
        /// The script does not load, or a line of it always fails.
        case error
        /// The script works, but perhaps not as intended.
        case warning
        /// Nothing needs to be changed.
        case note
    }

    /// The stable name of the rule, such as `leaked-global`.
    package var code: String
    /// How bad it is.
    package var severity: Severity
    /// Where it starts.
    package var position: Position
    /// The text of that line.
    package var sourceLine: String
    /// One sentence without a trailing full stop.
    package var message: String
    /// What the reader can do about it.
    package var hint: String?
    /// Whether the place fails whenever it runs; false if only a reader can tell.
    package var isCertain = false

    /// Makes a finding.
    package init(
        code: String, severity: Severity, position: Position, sourceLine: String, message: String,
        hint: String? = nil
    ) {
        self.code = code
        self.severity = severity
        self.position = position
        self.sourceLine = sourceLine
        self.message = message
        self.hint = hint
    }

    /// The line, from 1.
    package var line: Int { position.line }
    /// The column in bytes, from 1.
    package var column: Int { position.column }
}

extension Diagnostic: CustomStringConvertible {
    /// The finding as text, with a caret under the position.
    package var description: String {
        // Tabs are kept, so that the caret is aligned with the source line.
        let before = sourceLine.utf8.prefix(column - 1)
        let padding = String(decoding: before.map { $0 == 9 ? 9 : 32 } as [UInt8], as: UTF8.self)
        var text = "\(line):\(column): \(severity.rawValue): \(message) [\(code)]"
        text += "\n  \(sourceLine)\n  \(padding)^"
        if let hint { text += "\n  hint: \(hint)" }
        return text
    }
}
