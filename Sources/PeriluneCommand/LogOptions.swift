import Arguments
import LinkDrillPlugin
import Perilune
import PeriluneCore

/// What the lines of logs are; the same option for every command that reads some.
enum LogKind {
    static let option = Option.value(
        "as", "KIND", accepts: .choice(["event", "link"]), default: "event",
        "The content of a line: a CloudEvent or a plain URL.")

    /// Makes events of lines that are none; `nil` where they are.
    static func converter(_ values: Values) -> LineConverter? {
        guard values.string("as") == "link" else { return nil }
        return { line, log, number in Event.link(line, id: "\(number)", source: log) }
    }
}

/// What commands that decide the events of logs have in common.
enum LogOptions {
    /// Each command says what its workers are for, and what becomes of lines that are too long.
    static func all(workers: String, longLines: String) -> [Option] {
        [
            .value(
                "workers", short: "w", "N", accepts: .integer(1...256), default: "1", workers),
            .value(
                "limit", short: "n", "N", accepts: .integer(1...Int.max), default: "all",
                "Stop after N events."),
            LogKind.option,
            .value(
                "max-event", "BYTES", accepts: .integer(1024...(64 << 20)), default: "4194304",
                longLines),
            .toggle("trusted", "Do not validate the parts of events that no script reads."),
        ]
    }
}
