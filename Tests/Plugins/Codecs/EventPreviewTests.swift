import CodecsPlugin
import Perilune
import PeriluneCore
import PeriluneFiles
import PeriluneJSON
import PeriluneTestKit
import Testing

/// What is known of events before they are written is what the events have.
struct EventPreviewTests {
    private static let paths: [FieldPath] = [
        "data.a", "data.b \"\\", "data.cé", "data.b.c", "data.d", "data.b", "data.missing",
        "data.host", "data.status", "data.method", "data.path", "data.request", "data.msec",
        "data.bytes", "data.agent", "data.time", "data", "source", "data.x.y",
    ]

    @Test(arguments: ["csv", "json", "nginx", "combined", "common"])
    func agreesWithTheWrittenEvent(name: String) throws {
        var settings = Value.Members()
        for (option, value) in BuiltEventsTests.options[name] ?? [:] where option != "types" {
            settings[option] = value
        }
        let codec = try Codecs.named(name).configured(.object(settings))
        let decoder = try #require(
            codec.decoder(for: LogHead(name: "some log")) as? any PreviewingDecoder)
        let reader = JSONEvent(numbersTypes: true)
        let preview = EventPreview(reader)
        let builder = EventBuilder()
        var random = SeededGenerator(seed: 14)
        var answers = 0
        for number in 0..<400 {
            let entry = Array(BuiltEventsTests.entry(name, &random).utf8)
            guard (try? decoder.examine(entry.span)) != nil, decoder.isValid(entry.span) else {
                continue
            }
            let place = EntryPlace(line: number + 1, offset: number)
            try decoder.write(entry.span, at: place, to: builder)
            try reader.read(builder)
            unsafe try entry.withUnsafeBytes { bytes in
                guard unsafe preview.show(bytes, of: decoder) else { return }
                #expect(preview.type == reader.type)
                #expect(preview.typeNumber == reader.typeNumber)
                for path in Self.paths {
                    #expect(unsafe preview.show(bytes, of: decoder))
                    let value = try preview.value(at: path)
                    if preview.isInsufficient { continue }
                    answers += 1
                    #expect(value == reader[path])
                    #expect(preview.string(at: path) == reader.string(at: path))
                }
            }
        }
        #expect(answers > 100)
    }

    static func options(_ members: [String: Value]) -> Value {
        var options = Value.Members()
        for (name, value) in members { options[name] = value }
        return .object(options)
    }

    @Test func reportsFieldsThatItCannotPreview() throws {
        let codec = try Codecs.named("csv").configured(
            Self.options(["columns": .array([.string("a")]), "header": .bool(false)]))
        let decoder = try #require(
            codec.decoder(for: LogHead(name: "log")) as? any PreviewingDecoder)
        let preview = EventPreview(JSONEvent(numbersTypes: true))
        let entry = Array("1".utf8)
        try decoder.examine(entry.span)
        let isValid = decoder.isValid(entry.span)
        #expect(isValid)
        unsafe entry.withUnsafeBytes { bytes in
            #expect(unsafe preview.show(bytes, of: decoder))
            #expect(preview.string(at: "data.a") == "1")
            #expect(!preview.isInsufficient)
            #expect(preview.id == "")
            #expect(preview.isInsufficient)
        }
    }

    private struct Log {
        let codec: String
        let text: String
        let options: [String: Value]
        let types: String
        let handled: Int
    }

    private static let logs: [String: Log] = [
        "table": Log(
            codec: "csv", text: "id,n,s\n1,2,yes\n2,3,no\nbad\n3,é,yes\n4,,no\n", options: [:],
            types: "entry.csv", handled: 2),
        "objects": Log(
            codec: "json",
            text: """
                {"id":"1","s":"yes"}
                {"s":"no"}
                {"id":"2","s":"no"}
                []
                {"id":"3","x":1,"s":"y\\u0065s"}
                {"id":"4","s":"yes"}

                """,
            options: ["id": .string("{id}"), "type": .string("t.{s}")], types: "t.*", handled: 3),
        "reserved types": Log(
            codec: "json",
            text: #"""
                {"id":"1","kind":"t","s":"yes"}
                {"id":"2","kind":"timer","s":"no"}
                {"id":"3","kind":"log.end","s":"no"}
                {"id":"4","kind":"t","s":"no"}

                """#,
            options: ["id": .string("{id}"), "type": .string("{kind}")], types: "t", handled: 1),
    ]

    /// With records, each event is written, because they have its id.
    @Test(arguments: ["table", "objects", "reserved types"])
    func countsAndRefusesAsIfAllEventsWereWritten(name: String) async throws {
        let kind = try #require(Self.logs[name])
        let runs = try await PreviewedRuns(
            kind.text, try Codecs.named(kind.codec).configured(Self.options(kind.options)),
            rule: """
                return { on = "\(kind.types)", where = { ["data.s"] = "yes" },
                  execute = function(event, commander) commander:emit(event.data) end }
                """)
        runs.expectTheSame()
        #expect(runs.previewed.summary.unhandled > 0)
        #expect(runs.previewed.summary.failed > 0)
        #expect(runs.previewed.summary.handled == kind.handled)
    }
}
