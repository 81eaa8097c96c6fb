import PeriluneCore
import PeriluneJSON
import Testing

@testable import PeriluneTesting

/// Cases see of a record what its JSON says.
struct ObservationTests {
    private func record(_ change: (inout Record) -> Void) -> Record {
        var record = Record(event: "e", type: "t", outcome: .handled, emitted: 2)
        change(&record)
        return record
    }

    @Test func aPlainRecordHasTheMembersOfItsJSON() throws {
        let records = [
            record { _ in }, record { $0.by = "rule.lua" },
            record {
                $0.event = "https://u:p@h/"
                $0.type = "a.pwd=x"
                $0.outcome = .rejected
            },
            record {
                $0.by = "b"
                $0.version = "0123"
                $0.reason = "a\"b"
                $0.redirect = "mstr://?evt=1"
            },
        ]
        for record in records {
            #expect(try record.plainValue == JSONParser().value(of: Array(record.json.utf8)))
        }
    }

    @Test func aRecordThatSaysMoreIsRead() {
        let records = [
            record { $0.effects = [Effect(id: "e/r/1", kind: "k", details: [:])] },
            record { $0.outputs = ["errors": 1] },
            record { $0.error = PeriluneError("a.b", "c") },
        ]
        for record in records { #expect(record.plainValue == nil) }
    }
}
