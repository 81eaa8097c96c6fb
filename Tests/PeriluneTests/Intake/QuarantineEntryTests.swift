import PeriluneCore
import Testing

@testable import Perilune

/// An event in quarantine as commands show it.
struct QuarantineEntryTests {
    private func entry(_ event: String, isUnreadable: Bool = false) -> Quarantine.Entry {
        Quarantine.Entry(
            id: 7, time: Timestamp(microseconds: 0), path: "/events", bytes: Array(event.utf8),
            reason: ["code": "script.runtime", "message": "no"], isUnreadable: isUnreadable)
    }

    @Test func isOneObject() throws {
        let value = try Value(json: entry(#"{"id":"1","type":"t","data":2}"#).json(whole: true))
        #expect(
            value
                == [
                    "id": 7, "time": "1970-01-01T00:00:00Z", "path": "/events", "event": "1",
                    "type": "t", "error": ["code": "script.runtime", "message": "no"],
                    "data": ["id": "1", "type": "t", "data": 2],
                ])
    }

    @Test func numbersThatDoNotFitStayAsTheyAre() {
        let event = #"{"id":"1","type":"t","data":[1e400,18446744073709551616,1.10]}"#
        let entry = entry(event)
        #expect(entry.event == "1" && entry.type == "t")
        #expect(entry.json(whole: true).hasSuffix(#","data":\#(event)}"#))
    }

    @Test func anInvalidEventIsShownAsText() throws {
        let value = try Value(json: entry("{no JSON").json(whole: true))
        #expect(value["bytes"] == "{no JSON")
        #expect(value["event"] == nil && value["data"] == nil)
        #expect(try Value(json: entry("{no JSON").json(whole: false))["bytes"] == nil)
    }

    @Test func anUnreadableEntryIsAlwaysShownAsText() throws {
        let entry = entry(#"{"id":"1","type":"t"}"#, isUnreadable: true)
        #expect(entry.event == nil && entry.type == nil)
        #expect(try Value(json: entry.json(whole: true))["bytes"] == #"{"id":"1","type":"t"}"#)
    }
}
