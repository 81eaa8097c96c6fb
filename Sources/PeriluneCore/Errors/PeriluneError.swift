/// An error with a code, a message, a place and a hint.
///
/// `code` is stable and machine readable (`link.invalid`, `script.memory`); `message` is one
/// sentence for a person; `hint` says what to do next.
public struct PeriluneError: Error, Hashable, Sendable {
    /// A stable, dotted name for the kind of error; new codes may appear in any version.
    public var code: Code
    /// One sentence without a trailing full stop.
    public var message: String
    /// The place of the error, as far as it is known.
    public var place: Place
    /// What the reader can do about it.
    public var hint: String?
    /// The Lua traceback, one call a line, where a script was running.
    public var traceback: [String]

    /// Makes an error.
    public init(
        _ code: Code, _ message: String, at place: Place = Place(), hint: String? = nil,
        traceback: [String] = []
    ) {
        self.code = code
        self.message = message
        self.place = place
        self.hint = hint
        self.traceback = traceback
    }

    /// The code of an error; new codes are not breaking changes.
    public struct Code: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
        /// The dotted name.
        public let rawValue: String

        /// Makes a code from its dotted name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Makes a code from its dotted name.
        public init(stringLiteral value: String) { rawValue = value }
    }

    /// A position in a file, and the text of its line.
    ///
    /// Lines and columns count from 1.
    public struct Place: Hashable, Sendable {
        /// The file as the user named it.
        public var file: String?
        /// The line, from 1.
        public var line: Int?
        /// The column in bytes, from 1.
        public var column: Int?
        /// The text of that line.
        public var sourceLine: String?
        /// Whether the secrets in that text were masked when the place was made.
        package var isMasked = false

        /// Makes a place; leave out what is not known.
        public init(
            file: String? = nil, line: Int? = nil, column: Int? = nil, sourceLine: String? = nil
        ) {
            self.file = file
            self.line = line
            self.column = column
            self.sourceLine = sourceLine
        }
    }
}

extension PeriluneError.Place: CustomStringConvertible {
    /// `file:line:column`, as editors and terminals link it.
    public var description: String {
        var parts: [String] = []
        if let file { parts.append(file) }
        if let line {
            parts.append(String(line))
            if let column { parts.append(String(column)) }
        }
        return parts.joined(separator: ":")
    }

    /// The line to print below the source line, with a caret under the column; `nil` if there is none.
    package var caret: String? {
        guard let sourceLine, let column, column >= 1 else { return nil }
        // Tabs are kept, so that the caret is aligned with its column.
        let before = String(decoding: sourceLine.utf8.prefix(column - 1), as: UTF8.self)
        return String(before.map { $0 == "\t" ? "\t" : " " }) + "^"
    }
}

extension PeriluneError: CustomStringConvertible {
    /// The error as text: place and message, the line with a caret, the hint.
    public var description: String {
        let where_ = place.description
        var text = where_.isEmpty ? message : "\(where_): \(message)"
        if let source = place.sourceLine {
            text += "\n  \(source)"
            if let caret = place.caret { text += "\n  \(caret)" }
        }
        if let hint { text += "\n  hint: \(hint)" }
        return text
    }
}
