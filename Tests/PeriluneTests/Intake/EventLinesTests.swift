import PeriluneCore
import Testing

@testable import Perilune

/// Requests with one CloudEvent on each line.
struct EventLinesTests {
    private let door: Door

    init() throws {
        door = try Door(durable: true) { _ in
        } _: {
        }
    }

    private static func event(_ id: String) -> String {
        #"{"specversion":"1.0","id":"\#(id)","source":"s","type":"test.made"}"#
    }

    @Test(arguments: ["application/x-ndjson", "application/jsonl; charset=utf-8"])
    func eachLineIsAnEventWithItsOwnIdentity(_ type: String) async throws {
        defer { door.remove() }
        let (one, two, three) = (Self.event("1"), Self.event("2"), Self.event("3"))
        let response = await door.post("\(one)\r\n\n\(two)\n\(three)", type)
        #expect(response.text == "{\"accepted\":3}\n")
        let again = await door.post("\(three)\n\(Self.event("4"))\n", type)
        #expect(again.text == "{\"accepted\":1,\"repeated\":1}\n")
    }

    @Test(arguments: [
        (#"{"id":}"#, "json.syntax"), (#"{"id":"2","source":"s","type":"t"}"#, "event.specversion"),
    ])
    func aLineThatIsNotAnEventIsNamedAndNoneIsAccepted(_ bad: String, _ code: String) async throws {
        defer { door.remove() }
        let good = Self.event("1")
        let response = await door.post("\(good)\n\n\(bad)\n\(good)", "application/x-ndjson")
        #expect(response.status == 400)
        #expect(response.errorCode == code)
        #expect(!response.text.contains("line 3"))
        #expect(response.text.contains(#""line":3"#))
        let next = await door.post(good, "application/x-ndjson")
        #expect(next.text == "{\"accepted\":1}\n")
    }

    @Test func linesCanBeTheDataOfAnEventInHeaders() async throws {
        defer { door.remove() }
        let response = await door.post(
            "{}\n{}", "application/x-ndjson",
            [("ce-specversion", "1.0"), ("ce-id", "1"), ("ce-source", "s"), ("ce-type", "t")])
        #expect(response.text == "{\"accepted\":1}\n")
    }
}
