import CPeriluneJSON
import CodecsPlugin
import PeriluneCore
import PeriluneJSON
import PeriluneTestKit
import Testing

/// What decoders build is the event, with the index, that a parse of its bytes finds.
struct BuiltEventsTests {
    private static let pieces = [
        "a", "1234567", " ", "\"", "\\", "\\\"", "\\x41", "=", ",", "\t", "-", "\u{1}", "\u{7F}",
        "é", "€", "😀",
        "1.5", "true", "[", "]", "<13>", "{", "}",
    ]
    static let options: [String: [String: Value]] = [
        "csv": [
            "columns": .array([.string("a"), .string("b \"\\"), .string("cé")]),
            "header": .bool(false),
            "types": .string("*"), "subject": .string("{a}"), "partitionkey": .string("x{cé}y"),
        ],
        "logfmt": ["types": .string("*"), "subject": .string("{a}")],
        "json": [
            "id": .array([.string("{a}"), .string("{b.c}")]), "type": .string("t{d}"),
            "time": .string("ts"),
        ],
        "nginx": ["format": .string("$host \"$request\" $status $msec")],
    ]

    @Test(arguments: ["csv", "logfmt", "json", "nginx", "combined", "common", "syslog", "lines"])
    func theIndexEqualsThatOfTheParser(name: String) throws {
        var settings = Value.Members()
        for (option, value) in Self.options[name] ?? [:] { settings[option] = value }
        let codec = try Codecs.named(name).configured(.object(settings))
        let decoder = try #require(
            codec.decoder(for: LogHead(name: "some \"log")) as? any BuildingDecoder)
        let builder = EventBuilder()
        let built = JSONEvent(numbersTypes: true)
        let parsed = JSONEvent(numbersTypes: true)
        var random = SeededGenerator(seed: 77)
        var read = 0
        for number in 0..<400 {
            let entry = Array(Self.entry(name, &random).utf8)
            let place = EntryPlace(line: number + 1, offset: number * 1_000_003)
            guard (try? decoder.decode(entry.span, at: place, into: builder)) != nil else {
                continue
            }
            try built.read(builder)
            try parsed.read(copy: built.json)
            #expect(Self.structure(built) == Self.structure(parsed))
            var bytes: [UInt8] = []
            try decoder.decode(entry.span, at: place, into: &bytes)
            #expect(bytes == built.json)
            read += 1
        }
        #expect(read > 100)
    }

    private static func structure(_ event: JSONEvent) -> [UInt32] {
        let document = event.documentAddress.load(as: cpj_document.self)
        return (0..<Int(document.count)).flatMap { node -> [UInt32] in
            let opens = cpj_is_container(document.bytes[Int(document.index[node])])
            return [
                document.index[node], UInt32(document.depth[node]),
                opens ? document.close[node] : 0,
            ]
        }
            + withUnsafeBytes(of: document.envelope) { Array($0.bindMemory(to: UInt32.self)) }
            + [document.escaped_keys ? 1 : 0, UInt32(bitPattern: document.type_id)]
    }

    private static func text(_ random: inout SeededGenerator, most: Int = 8) -> String {
        (0..<Int.random(in: 0...most, using: &random)).map { _ in
            pieces[Int.random(in: 0..<pieces.count, using: &random)]
        }.joined()
    }

    static func entry(_ name: String, _ random: inout SeededGenerator) -> String {
        func text() -> String { Self.text(&random) }
        func quoted(_ text: String) -> String {
            "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
        }
        switch name {
        case "csv":
            return (0..<3).map { _ in
                "\"" + text().replacing("\"", with: "\"\"") + "\""
            }.joined(separator: ",")
        case "logfmt":
            return ["a", "b", "é\\", "a"].map { "\($0)=\(quoted(text()))" }.joined(separator: " ")
                + " bare"
        case "json":
            var object = Value.Members()
            for name in ["a", "d", "x\"y", "b"] { object[name] = .string(text() + "z") }
            var inner = Value.Members()
            inner["c"] = .integer(5)
            object["b"] = .object(inner)
            var writer = JSONWriter()
            writer.write(.object(object))
            return " " + writer.text + " "
        case "nginx":
            return
                "h\(Int.random(in: 0..<9, using: &random)) \(quoted("GET /\(text()) x")) 200 1795276800.25"
        case "combined", "common":
            let start =
                "h - - [21/Nov/2026:16:00:0\(Int.random(in: 0..<9, using: &random)) +0000] \(quoted(text())) 200 -"
            return name == "common" ? start : start + " \(quoted(text())) \(quoted(text()))"
        case "syslog":
            let message = text()
            return random.next() % 2 == 0
                ? "<34>1 2026-11-21T16:00:00Z host app 12 ID [a@1 x=\(quoted(message.replacing("]", with: "")))] \(message)"
                : "<13>Nov 21 16:00:00 host app[7]: \(message)"
        default: return text()
        }
    }
}
