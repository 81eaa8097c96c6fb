import PeriluneCore

/// What is probably wrong with a log whose first line is not an event.
enum LogHint {
    /// For a log of which no line is known.
    static let general = "each line must be a CloudEvent in JSON; for plain URLs use --as link"

    private static let script =
        "this looks like a script: name logs as LOG, and scripts with --script"
    private static let object = "a log has one event per line; jq -c . writes an object as one line"
    private static let array =
        "a log has one event per line; jq -c '.[]' writes each element of an array as one line"
    private static let text =
        "a log has one CloudEvent per line, in JSON; Documentation/Logs.md has recipes for others"

    /// A hint for an error about a line; `nil` where the error says enough.
    static func text(for error: PeriluneError, in log: String) -> String? {
        if error.code == "event.object" { return array }
        guard error.code.rawValue.hasPrefix("json.") else { return nil }
        if log.hasSuffix(".lua") { return script }
        guard let line = error.place.sourceLine?.trimmed else { return nil }
        if line == "{" { return object }
        if line.hasPrefix("[") { return array }
        if line.hasPrefix("{") { return nil }
        return line.contains("://") && !line.contains(" ") ? general : text
    }
}
