import PeriluneLibrary

/// A passage through a door, as controllers of doors write it: `2026-03-02T09:30:00Z front ann`.
enum DoorLine {
    static let eventType = EventType("office.door", "Somebody went through a door.")

    /// The event of a line.
    static func event(_ line: String, id: String, source: String) throws(PeriluneError) -> Event {
        let fields = line.split(separator: " ")
        guard fields.count == 3, Timestamp(String(fields[0])) != nil else {
            throw PeriluneError(
                "opening-hours.line", "the line is not a time, a door and a person",
                hint: "write it like 2026-03-02T09:30:00Z front ann")
        }
        return Event(
            id: id, source: source, type: eventType.name, subject: String(fields[1]),
            time: String(fields[0]), data: ["person": .string(String(fields[2]))])
    }
}

/// Logs of doors: `perilune process door.log --as doors`.
struct DoorCodec: Codec {
    let name = "doors"
    let summary = "a log of doors"

    func decoder(for log: LogHead) -> (any EntryDecoder)? { Decoder(log) }

    func recognizes(_ start: [UInt8]) -> Bool {
        let line = String(decoding: start.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        return (try? DoorLine.event(line, id: "1", source: "")) != nil
    }

    final class Decoder: EntryDecoder {
        private let log: LogHead

        init(_ log: LogHead) { self.log = log }

        func decode(
            _ entry: Span<UInt8>, at place: EntryPlace, into event: inout [UInt8]
        ) throws(PeriluneError) {
            let line = try entry.text()
            event += try DoorLine.event(line, id: log.id(at: place), source: log.source).json
        }
    }
}

extension HTTPSource {
    /// Passages that controllers post to `perilune serve`, with the name of the door.
    static let doors = HTTPSource(
        path: "/office/doors", summary: "passages of doors",
        authenticationHint:
            "let only the controllers reach the server, or allow it with --anonymous"
    ) { request throws(PeriluneError) in
        let line = String(decoding: request.body, as: UTF8.self)
        return EventDelivery([try DoorLine.event(line, id: line, source: "/office/doors")])
    }
}
