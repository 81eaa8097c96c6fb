import Arguments
import Perilune
import PeriluneCore

/// What commands that decide the events of logs have in common.
enum LogOptions {
    /// Each command says what its workers are for, and what becomes of entries that are too long.
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
