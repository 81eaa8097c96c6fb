package import Arguments
import Glibc
package import PeriluneCore
import PeriluneFiles

/// Where the command talks: data on standard output, everything else on standard error.
package struct Terminal: Sendable {
    /// How text for a person is marked on standard output.
    package let style: Style
    /// How it is marked on standard error.
    package let errorStyle: Style
    /// Whether a person looks at standard output.
    package let isOutputTerminal: Bool
    /// Whether a person looks at standard error.
    package let isErrorTerminal: Bool
    /// Whether what standard output shows can be written over.
    package let canRedraw: Bool
    /// Columns of the terminal, 80 where there is none.
    package let width: Int
    /// Lines of the terminal, 24 where there is none.
    package let height: Int
    /// Whether messages are JSON, one object per line.
    package var logsJSON = false
    /// How much is written to standard error.
    package var verbosity = Verbosity.normal

    package init() {
        let noColor = Self.variable("NO_COLOR")
        let kind = Self.variable("TERM")
        isOutputTerminal = isatty(STDOUT_FILENO) == 1
        isErrorTerminal = isatty(STDERR_FILENO) == 1
        canRedraw = isOutputTerminal && kind != nil && kind != "dumb"
        style = Style.decide(
            color: nil, noColor: noColor, terminal: kind, isTerminal: isOutputTerminal)
        errorStyle = Style.decide(
            color: nil, noColor: noColor, terminal: kind, isTerminal: isErrorTerminal)
        var size = winsize()
        let known = unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0
        width = known && size.ws_col >= 40 ? min(Int(size.ws_col), 100) : 80
        height = known && size.ws_row >= 4 ? Int(size.ws_row) : 24
    }

    /// Writes data.
    package func write(_ text: String) throws(PeriluneError) {
        let output = try OutputFile(path: "-")
        try output.write(Array(text.utf8))
        try output.flush()
    }

    /// Says something to a person, unless the command is to be quiet.
    package func info(_ text: String) { if verbosity != .quiet { show(text) } }

    /// Writes an error, or what was asked for, to standard error.
    package func show(_ text: String) {
        if logsJSON {
            for line in text.split(separator: "\n") { log(String(line)) }
        } else {
            writeNote(text)
        }
    }

    /// Writes to standard error.
    package func writeNote(_ text: String) { _ = writeAll(Array(text.utf8), to: STDERR_FILENO) }

    /// Shows an error: place and message, the line with a caret, hint, traceback; all without secrets.
    ///
    /// `prefix` comes before all of it, such as a time.
    package func report(
        _ error: PeriluneError, event: String? = nil, script: String? = nil, prefix: String = ""
    ) {
        if logsJSON { return log(error, event: event, script: script, prefix: prefix) }
        let place = error.place.description
        let name = place.isEmpty && prefix.isEmpty ? "perilune" : place
        var text = prefix + (name.isEmpty ? "" : errorStyle.bold(name) + ": ")
        text += Redaction.redact(error.message).asMessage
        if let event { text += " (event \(Redaction.redact(event).asMessage))" }
        let shown = error.place.redacted
        if let line = shown.sourceLine {
            text += "\n  \(line.withoutControls)"
            if let caret = shown.caret { text += "\n  \(caret)" }
        }
        if let hint = error.hint { text += "\n  hint: \(Redaction.redact(hint).withoutControls)" }
        if error.traceback.count > 1 {
            for call in error.traceback { text += "\n    \(call.withoutControls)" }
        }
        show(text + "\n")
    }

    /// Whether a person types standard input.
    package static var isInputTerminal: Bool { isatty(STDIN_FILENO) == 1 }

    /// A variable of the environment; `nil` if it is not set.
    package static func variable(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }
}

extension String {
    /// The text without what a terminal would obey: a broken file may hold anything.
    package var withoutControls: String {
        guard unicodeScalars.contains(where: \.isControl) else { return self }
        var text = ""
        for scalar in unicodeScalars {
            text.unicodeScalars.append(scalar.isControl ? "\u{FFFD}" : scalar)
        }
        return text
    }

    /// The same in one line, for a row of a table or a list: none of what it holds looks like another row.
    package var asLine: String {
        let text = withoutControls
        guard text.unicodeScalars.contains(where: \.endsLine) else { return text }
        var line = ""
        for scalar in text.unicodeScalars {
            line.unicodeScalars.append(scalar.endsLine ? "\u{FFFD}" : scalar)
        }
        return line
    }

    /// The same as one message: none of its lines looks like another one.
    package var asMessage: String {
        withoutControls.split(separator: "\n", omittingEmptySubsequences: false)
            .joined(separator: "\n    ")
    }
}

extension Unicode.Scalar {
    /// A tab or the end of a line, also of those of Unicode.
    fileprivate var endsLine: Bool { [0x09, 0x0A, 0x2028, 0x2029].contains(value) }

    /// A control character that is neither a tab nor the end of a line, or one that changes the direction of the text,
    /// which would let a link look like another one.
    fileprivate var isControl: Bool {
        switch value {
        case 0x09, 0x0A: false
        case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
