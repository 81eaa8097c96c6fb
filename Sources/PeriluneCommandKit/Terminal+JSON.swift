import Glibc
package import PeriluneCore

/// Writes messages as JSON, for `--log-format json`.
extension Terminal {
    /// The time that precedes a message, with a space; empty for JSON, where it is a member.
    package var time: String { logsJSON ? "" : "\(Self.now) " }

    /// Logs a message of the program: `warning: …`, `error: …`, or information.
    package func log(_ line: String) {
        let line = line.trimmed
        for level in ["warning", "error"] where line.hasPrefix("\(level): ") {
            return log(level, String(line.dropFirst(level.count + 2)))
        }
        log("info", line)
    }

    /// Logs an error, with secrets masked.
    package func log(_ error: PeriluneError, event: String?, script: String?, prefix: String) {
        log(
            "error", prefix + Redaction.redact(error.message), event: event,
            [
                ("script", script.map(Value.string)),
                ("code", .string(error.code.rawValue)),
                ("file", error.place.file.map(Value.string)),
                ("line", error.place.line.map { .integer(Int64($0)) }),
                ("column", error.place.column.map { .integer(Int64($0)) }),
                ("hint", error.hint.map { .string(Redaction.redact($0)) }),
            ])
    }

    /// Logs a line with the members that are not `nil`.
    package func log(
        _ level: String, _ message: String, event: String? = nil,
        _ members: [(name: String, value: Value?)] = []
    ) {
        var object = Value.Members([
            ("time", .string(Timestamp.now.description)), ("level", .string(level)),
            ("message", .string(message)),
        ])
        if let event { object["event"] = .string(Redaction.redact(event)) }
        for member in members {
            guard let value = member.value, value != .null else { continue }
            object[member.name] = value
        }
        writeNote(Value.object(object).json + "\n")
    }

    private static var now: String {
        Timestamp(microseconds: Int64(Glibc.time(nil)) * 1_000_000).description
    }
}
