import PeriluneCore
import PeriluneFiles
import PeriluneJSON

/// CloudEvents in JSON, one on each line: the lines are the events.
///
/// A log that is recognized may also have them in arrays, or spread over lines.
struct CloudEventsCodec: Codec {
    let name = "cloudevents"
    let summary = "CloudEvents in JSON"

    func framing(of start: [UInt8]) -> EntryFraming {
        Self.hasLines(start) ? .lines : .json(elementsOf: [])
    }

    func decoder(for log: LogHead) -> (any EntryDecoder)? {
        Self.hasLines(log.start) ? nil : EventDecoder()
    }

    func recognizes(_ start: [UInt8]) -> Bool {
        guard let first = start.first(where: { !" \t\r\n".utf8.contains($0) }),
            "{[".utf8.contains(first)
        else { return false }
        return JSONCodec.objects(of: start, []).first.map(Self.isEvent) ?? false
    }

    /// Whether an object is a CloudEvent, perhaps without its version.
    static func isEvent(_ object: Value) -> Bool {
        object["specversion"] != nil
            || ["id", "source", "type"].allSatisfy { object[$0]?.string != nil }
    }

    /// Whether the first line is an event, or is longer than the examined part.
    private static func hasLines(_ start: [UInt8]) -> Bool {
        guard let line = LogStart(start).lines.first else { return true }
        guard line.first == UInt8(ascii: "{") else { return line.first != UInt8(ascii: "[") }
        return (try? Value(json: Array(line))) != nil || !start.contains(UInt8(ascii: "\n"))
    }
}

/// Passes on entries that are events.
private final class EventDecoder: EntryDecoder {
    func decode(
        _ entry: Span<UInt8>, at place: EntryPlace, into event: inout [UInt8]
    ) throws(PeriluneError) {
        event.append(copying: entry)
    }
}
