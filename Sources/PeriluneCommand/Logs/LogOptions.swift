import Arguments
import Perilune
import PeriluneCore

/// Options of commands that process logs.
enum LogOptions {
    /// The options, with each command's description of its workers and of entries that are too long.
    static func all(workers: String, longLines: String) -> [Option] {
        [
            .setting(.workers, workers),
            .value(
                "limit", short: "n", "N", accepts: .integer(1...Int.max), default: "all",
                "Stop after N events."),
        ] + LogCodec.options + [
            .setting(.maxEvent, longLines),
            .toggle("trusted", "Do not validate the parts of events that no script reads."),
        ]
    }
}
