import PeriluneCore
import Testing

struct EventTests {
    private func text(_ event: Event) -> String { String(decoding: event.json, as: UTF8.self) }

    @Test func writesOnlyWhatIsGiven() {
        #expect(
            text(Event(id: "1", source: "/s", type: "link.drill"))
                == #"{"specversion":"1.0","id":"1","source":"/s","type":"link.drill"}"#)
    }

    @Test func writesAllAttributesInOneOrder() {
        let event = Event(
            id: "a\"b", source: "/s", type: "t", subject: "x", time: "2026-11-21T10:30:00Z",
            partitionKey: "k", extensions: .init([("tenant", "acme"), ("level", 3)]),
            data: ["n": 9_007_199_254_740_993])
        #expect(
            text(event)
                == #"{"specversion":"1.0","id":"a\"b","source":"/s","type":"t","subject":"x","time":"2026-11-21T10:30:00Z","partitionkey":"k","tenant":"acme","level":3,"data":{"n":9007199254740993}}"#
        )
    }

    @Test func nullIsAPayload() {
        #expect(
            text(Event(id: "1", source: "s", type: "t", data: .null)).hasSuffix(#""data":null}"#))
    }

    @Test func keepsTheSpellingOfItsInput() {
        let bytes = Array(#"{ "id":"\u0031" , "n": 1.50 }"#.utf8)
        #expect(Event(json: bytes).json == bytes)
    }
}
