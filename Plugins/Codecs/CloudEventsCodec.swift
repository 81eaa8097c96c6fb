import PeriluneCore
import PeriluneJSON

/// CloudEvents in JSON, one on each line: the lines are the events.
struct CloudEventsCodec: Codec {
    let name = "cloudevents"
    let summary = "CloudEvents in JSON, one per line"

    func decoder(for log: LogHead) -> (any EntryDecoder)? { nil }

    func recognizes(_ start: [UInt8]) -> Bool {
        guard let line = LogStart(start).lines.first, line.first == UInt8(ascii: "{"),
            let event = try? Value(json: Array(line))
        else { return false }
        return event["id"]?.string != nil && event["source"]?.string != nil
            && event["type"]?.string != nil
    }
}
