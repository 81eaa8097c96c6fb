package import Arguments
import Glibc
package import PeriluneCore
import PeriluneFiles

/// Standard output, for data, and standard error, for everything else.
package struct Terminal: Sendable {
    /// The style of text on standard output.
    package let style: Style
    /// The style of text on standard error.
    package let errorStyle: Style
    /// Whether standard output is a terminal.
    package let isOutputTerminal: Bool
    /// Whether standard error is a terminal.
    package let isErrorTerminal: Bool
    /// Whether the text on standard output can be overwritten.
    package let canRedraw: Bool
    /// The columns of the terminal; 80 if there is none.
    package let width: Int
    /// The lines of the terminal; 24 if there is none.
    package let height: Int
    /// Whether messages are JSON, one object per line.
    package var logsJSON = false
    /// The amount of messages on standard error.
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

    /// Writes data to standard output.
    package func write(_ text: String) throws(PeriluneError) {
        let output = try OutputFile(path: "-")
        try output.write(Array(text.utf8))
        try output.flush()
    }

    /// Prints a message for the user, unless the command is to be quiet.
    package func info(_ text: String) { if verbosity != .quiet { show(text) } }

    /// Prints an error, or requested information, on standard error.
    package func show(_ text: String) {
        if logsJSON {
            for line in text.split(separator: "\n") { log(String(line)) }
        } else {
            writeNote(text)
        }
    }

    /// Writes to standard error.
    package func writeNote(_ text: String) { _ = writeAll(Array(text.utf8), to: STDERR_FILENO) }

    /// Prints an error with secrets masked: place and message, the line with a caret, hint, and traceback.
    ///
    /// `prefix` precedes it, such as a time.
    package func report(
        _ error: PeriluneError, event: String? = nil, script: String? = nil, prefix: String = ""
    ) {
        if logsJSON { return log(error, event: event, script: script, prefix: prefix) }
        let place = error.place.description.asLine
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

    /// Whether standard input is a terminal.
    package static var isInputTerminal: Bool { isatty(STDIN_FILENO) == 1 }

    /// An environment variable; `nil` if it is not set.
    package static func variable(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }
}

extension String {
    /// The text with control characters replaced by U+FFFD, because data could control the terminal.
    package var withoutControls: String {
        guard unicodeScalars.contains(where: \.isControl) else { return self }
        var text = ""
        for scalar in unicodeScalars {
            text.unicodeScalars.append(scalar.isControl ? "\u{FFFD}" : scalar)
        }
        return text
    }

    /// The text as one line, with tabs and line ends replaced as well, for a row of a table or list.
    package var asLine: String {
        let text = withoutControls
        guard text.unicodeScalars.contains(where: \.endsLine) else { return text }
        var line = ""
        for scalar in text.unicodeScalars {
            line.unicodeScalars.append(scalar.endsLine ? "\u{FFFD}" : scalar)
        }
        return line
    }

    /// The text as one message, in which no line can be mistaken for another message.
    package var asMessage: String {
        withoutControls.split(separator: "\n", omittingEmptySubsequences: false)
            .joined(separator: "\n    ")
    }
}

extension Unicode.Scalar {
    /// Whether this is a tab or a line end, including those of Unicode.
    fileprivate var endsLine: Bool { [0x09, 0x0A, 0x2028, 0x2029].contains(value) }

    /// Whether this is another control character, or one that changes the direction of text.
    ///
    /// The latter could disguise a link.
    fileprivate var isControl: Bool {
        switch value {
        case 0x09, 0x0A: false
        case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
