import PeriluneCore
import Testing

struct RecordTests {
    @Test func keysStandInTheOrderOfTheContract() {
        let record = Record(
            event: "7f3a", type: "link.drill", outcome: .handled, by: "every_third_link.lua",
            effects: [
                Effect(
                    id: "7f3a/every_third_link/1", kind: "snapshot",
                    details: .init([("view", "sales"), ("format", "png")]))
            ])
        #expect(
            record.json
                == #"{"event":"7f3a","type":"link.drill","outcome":"handled","by":"every_third_link.lua","effects":[{"id":"7f3a/every_third_link/1","kind":"snapshot","view":"sales","format":"png"}],"emitted":0}"#
        )
    }

    /// A log may take ids from requests.
    @Test func idsHaveNoSecrets() {
        let record = Record(
            event: "/a?token=x", type: "t", outcome: .handled,
            effects: [Effect(id: "/a?token=x", kind: "k", details: .init())])
        #expect(
            record.json
                == #"{"event":"/a?token=***","type":"t","outcome":"handled","effects":[{"id":"/a?token=***","kind":"k"}],"emitted":0}"#
        )
    }

    @Test func absentPartsAreLeftOut() {
        #expect(
            Record(event: "1", type: "t", outcome: .unhandled).json
                == #"{"event":"1","type":"t","outcome":"unhandled","effects":[],"emitted":0}"#)
    }

    @Test func aRecordWithEveryMemberIsWritten() {
        let error = PeriluneError(
            "script.runtime", "attempt to \"index\"",
            at: .init(file: "r.lua", line: 3, column: 9, sourceLine: "  local x = nil.y"),
            hint: "look", traceback: ["r.lua:3: in execute", "[C]: in ?"])
        let record = Record(
            event: "1", type: "t", outcome: .rejected, by: "r.lua", reason: "late", emitted: 2,
            error: error)
        #expect(
            record.json
                == #"{"event":"1","type":"t","outcome":"rejected","by":"r.lua","reason":"late","effects":[],"emitted":2,"error":{"code":"script.runtime","message":"attempt to \"index\"","file":"r.lua","line":3,"column":9,"traceback":["r.lua:3: in execute","[C]: in ?"],"hint":"look"}}"#
        )
    }

    @Test func partsStandBeforeTheEffects() {
        var record = Record(event: "1", type: "t", outcome: .default)
        record.parts = [
            .init(.init([("evt", 3995)]), .default, by: "link-drill"),
            .init(.init([("evt", 1)]), .unhandled),
        ]
        #expect(
            record.json
                == #"{"event":"1","type":"t","outcome":"default","parts":[{"evt":3995,"outcome":"default","by":"link-drill"},{"evt":1,"outcome":"unhandled"}],"effects":[],"emitted":0}"#
        )
    }

    @Test func thereAreFiveOutcomes() {
        #expect(
            Outcome.allCases.map(\.rawValue) == [
                "handled", "default", "unhandled", "rejected", "failed",
            ])
    }
}
