import Arguments
import LinkDrillPlugin
import Perilune
import PeriluneCore

/// What the lines of logs are; the same option for every command that reads some.
enum LogKind {
    static let option = Option.value(
        "as", "KIND", accepts: .choice(["event", "link"]), default: "event",
        "What a line of the log is: a CloudEvent, or a plain URL.")

    /// Makes events of lines that are none; `nil` where they are.
    static func converter(_ values: Values) -> LineConverter? {
        guard values.string("as") == "link" else { return nil }
        return { line, log, number in Event.link(line, id: "\(number)", source: log) }
    }
}
