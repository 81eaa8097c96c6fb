import CodecsPlugin
import Perilune
import PeriluneCore
import PeriluneTestKit
import Testing

/// Random objects whose events are not written if nobody takes them.
struct PreviewedJSONTests {
    private struct Mapping: CustomTestStringConvertible {
        let testDescription: String
        let options: [String: Value]
    }

    private static let mappings = [
        Mapping(
            testDescription: "fields",
            options: [
                "id": .string("{id}"), "source": .string("{shop}"), "type": .string("t.{kind}"),
                "time": .string("time"),
            ]),
        Mapping(
            testDescription: "alternatives",
            options: [
                "id": .array([.string("{id}"), .string("{meta.id}")]), "type": .string("t.{kind}"),
                "subject": .string("{note}"), "time": .string("meta.time"),
            ]),
        Mapping(testDescription: "defaults", options: ["type": .string("t.b")]),
    ]

    private static let rules = [
        #"on = "t.b""#,
        #"on = "t.*", where = { ["data.kind"] = "b" }"#,
        #"on = { "t.a", "t.b" }, where = { ["data.meta.id"] = { "1", 5, true }, ["data.kind"] = { "a", "b" } }"#,
        #"on = "*", where = { ["data.note"] = "" }"#,
    ]

    private static let values = [
        #""1""#, #""b""#, #""b""#, #""a""#, #""""#, "5", "-1.5e3", "true", "null", "{}", #"["b"]"#,
        #""\u0062""#, #""é\n""#, #"{"id":"1"}"#, "12345678901234567890123",
    ]
    private static let times = [
        #""2026-03-01T00:00:00Z""#, #""2026-03-01T00:00:01Z""#, #""2026-03-01 00:00:01""#,
        #""2026-03-29T00:00:01.250Z""#, #""2026-02-30T00:00:01Z""#, "1795276800", "null", #""-""#,
        #""2026-03-01T00:00:01+01:00""#, #""0000-01-01T00:00:00+01:00""#, #""yesterday""#, "{}",
        #""2026-03-01T00:00:01\u005a""#, "1795276800000000000",
    ]

    private static func name(_ name: String, _ random: inout SeededGenerator) -> String {
        guard random.next() % 12 == 0 else { return name }
        return #"\u00"# + String(name.utf8.first ?? 0x61, radix: 16) + name.dropFirst()
    }

    private static func object(_ random: inout SeededGenerator, depth: Int = 1) -> String {
        var members: [String] = []
        for name in ["id", "time", "shop", "kind", "note", "meta"] {
            if random.next() % 14 == 0 { continue }
            let choice = name == "time" ? times : values
            var value =
                random.next() % 4 == 0
                ? choice[Int.random(in: 0..<choice.count, using: &random)] : choice[0]
            if name == "kind" { value = values[Int.random(in: 0..<4, using: &random)] }
            if name == "meta", depth > 0, random.next() % 5 > 0 {
                value = object(&random, depth: depth - 1)
            }
            members.append("\"\(Self.name(name, &random))\":\(value)")
            if random.next() % 60 == 0 { members.append("\"\(name)\": 1") }
        }
        if random.next() % 6 == 0 { members.shuffle(using: &random) }
        return "{" + members.joined(separator: random.next() % 6 == 0 ? " , " : ",") + "}"
    }

    @Test(arguments: mappings, rules)
    private func areDecidedAsIfAllEventsWereWritten(mapping: Mapping, rule: String) async throws {
        var random = SeededGenerator(seed: 88)
        var lines: [String] = []
        for _ in 0..<700 {
            lines.append(
                random.next() % 90 == 0 ? #"{"id":"# : Self.object(&random))
        }
        let runs = try await PreviewedRuns(
            lines.joined(separator: "\n") + "\n",
            try Codecs.named("json").configured(EventPreviewTests.options(mapping.options)),
            rule: """
                return { \(rule), execute = function(event, commander)
                  commander:emit { id = event.id, time = event.time, data = event.data }
                end }
                """)
        runs.expectTheSame()
        // All events of one mapping have the type that one of the rules takes.
        #expect(runs.previewed.summary.unhandled > 0 || mapping.options["type"] == "t.b")
        #expect(runs.previewed.summary.handled > 0)
        #expect(runs.previewed.summary.failed > 0)
    }
}
