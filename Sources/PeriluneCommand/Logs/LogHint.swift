import Perilune
import PeriluneCore
import PeriluneFiles

/// Hints for logs whose lines are not events.
enum LogHint {
    /// The hint for a log in an unknown format.
    static let general = "each line must be a CloudEvent in JSON; --as names another format"

    private static let script =
        "this looks like a script: name logs as LOG, and scripts with --script"
    private static let spread =
        "a log has one event per line; --as auto also reads arrays, and objects that are spread over lines"
    private static let input =
        "a log has one CloudEvent per line, in JSON; --as auto recognizes other formats"
    private static let text =
        "a log has one CloudEvent per line, in JSON; --as names another format (Documentation/LogFormats.md)"

    /// The hint for the first error of a log; `nil` if it needs none.
    ///
    /// `codec` is the name of the codec that was used.
    static func text(
        for error: PeriluneError, in log: String, read codec: String = "cloudevents"
    ) -> String? {
        let used = codec
        if isFormat(error), !isOfPlugin(used), let codec = self.codec(of: log),
            codec.name != used || codec.name == "cloudevents"
        {
            let name = codec.name == used ? RecognizingCodec.word : codec.name
            let hint = "this looks like \(codec.summary): add --as \(name)"
            // A hint about JSON does not help with another format.
            let isJSON = error.code.rawValue.hasPrefix("json.")
            return isJSON ? hint : error.hint.map { "\($0); \(hint)" } ?? hint
        }
        if log == "-", used == "cloudevents", error.code.rawValue.hasPrefix("json.") {
            // The error has the line, because standard input cannot be read again; long lines are not in it, but JSON
            // fails later in them.
            let line = error.place.sourceLine?.trimmed
            let isJSON =
                line.map { $0.hasPrefix("{") || $0.hasPrefix("[") }
                ?? ((error.place.column ?? 1) > 16)
            if !isJSON { return input }
        }
        if let hint = error.hint { return hint }
        if used != "cloudevents" { return nil }
        if error.code == "event.object" { return spread }
        guard error.code.rawValue.hasPrefix("json.") else { return nil }
        if log.hasSuffix(".lua") { return script }
        guard let line = error.place.sourceLine?.trimmed else { return nil }
        if line == "{" || line.hasPrefix("[") { return spread }
        return line.hasPrefix("{") ? nil : text
    }

    /// Warns of lines that a command cannot use because they are not events.
    static func warn(ofLinesWithoutEvents count: Int, of logs: [String], _ terminal: Terminal) {
        guard count > 0 else { return }
        terminal.info(
            "warning: skipped \(Counted(count, "line")) of \(names(logs)) without an event\n")
    }

    /// The names of logs without their folders, for a message.
    static func names(_ logs: [String]) -> String {
        logs.map { FilePath.name(of: $0) }.joined(separator: ", ").withoutControls
    }

    /// The hint for an error of a script about a string that should be a number.
    ///
    /// All values of these formats are strings, unless the option `types` names them.
    static func conversion(for error: PeriluneError, read codec: String) -> String? {
        guard ["csv", "tsv", "logfmt"].contains(codec),
            error.message.hasPrefix("attempt to compare ")
                || error.message.contains(" must be a number, got "),
            error.message.contains("string")
        else { return nil }
        return
            "values of \(codec) are strings; --codec types=NAME converts the numbers of a \(codec == "logfmt" ? "field" : "column")"
    }

    /// Whether the error shows that the entries have another format.
    private static func isFormat(_ error: PeriluneError) -> Bool {
        let code = error.code.rawValue
        return ["json.", "event.", "codec."].contains { code.hasPrefix($0) }
    }

    /// Whether the codec recognizes formats itself, or belongs to a plugin.
    private static func isOfPlugin(_ name: String) -> Bool {
        name == RecognizingCodec.word
            || !["link", "event"].contains(name) && !LogCodec.builtIn.contains { $0.name == name }
    }

    /// The codec that recognizes a log; `nil` for CloudEvents, and for a log that cannot be read again.
    private static func codec(of log: String) -> (any Codec)? {
        guard log != "-", FileIdentity(path: log) != nil,
            let start = try? LogSource.start(of: log),
            let codec = RecognizingCodec.codec(of: start, LogCodec.builtIn),
            codec.name != "cloudevents" || codec.framing(of: start) != .lines
        else { return nil }
        return codec
    }
}
