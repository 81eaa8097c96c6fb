import PeriluneCore

/// Logs with a URL on each line; the id of a link event is the number of the line.
struct LinkCodec: Codec {
    let name = "link"
    let summary = "plain URLs, one per line"

    func decoder(for log: LogHead) -> (any EntryDecoder)? { LinkDecoder(log) }

    func recognizes(_ start: [UInt8]) -> Bool {
        let lines = start.split(separator: 0x0A).prefix(20)
        return !lines.isEmpty
            && lines.allSatisfy { line in
                let text = String(decoding: line, as: UTF8.self)
                return text.contains("://")
                    && !text.contains { $0 == " " || $0 == "{" || $0 == "\"" }
            }
    }
}

private final class LinkDecoder: EntryDecoder {
    private let log: LogHead

    init(_ log: LogHead) { self.log = log }

    func decode(
        _ entry: Span<UInt8>, at place: EntryPlace, into event: inout [UInt8]
    ) throws(PeriluneError) {
        event += Event.link(try entry.text(), id: "\(place.line)", source: log.name).json
    }
}
