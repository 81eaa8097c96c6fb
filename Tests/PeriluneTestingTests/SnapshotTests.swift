import PeriluneCore
import Testing

@testable import PeriluneTesting

struct SnapshotTests {
    private static let rule =
        "return { on = 'n.*', execute = function(e, c) c:emit { n = e.data.n } end }"

    private static func tests(_ number: Int) -> String {
        """
        local test = require "test"
        return { {
          name = "It emits: Numbers!",
          events = { test.event("n.x", { n = 1 }), test.event("n.x", { n = \(number) }) },
          output = test.snapshot(),
        } }
        """
    }

    @Test func aSnapshotIsWrittenComparedAndUpdated() async throws {
        let place = try Workplace.of(Self.rule, tests: Self.tests(2))
        let file = "rule_test_snapshots/it-emits-numbers.output.jsonl"
        #expect(try await place.run().failures == ["5: there is no snapshot yet"])
        #expect(try await place.run { $0.updatesSnapshots = true }.failures == [])
        #expect(try place.text(file) == "{\"n\":1}\n{\"n\":2}\n")
        #expect(try await place.run().failures == [])

        try place.write(Self.tests(3), to: "rule_test.lua")
        let report = try await place.run()
        #expect(report.failures == ["2: n"])
        #expect(report.cases[0].failures[0].place.file == place.path(file))
        #expect(try place.text(file) == "{\"n\":1}\n{\"n\":2}\n")
        let updated = try await place.run { $0.updatesSnapshots = true }
        #expect(updated.files[0].snapshots == [place.path(file)])
        #expect(TextReport().text(updated.files[0]).hasPrefix("wrote \(place.path(file))\n"))
        #expect(try place.text(file) == "{\"n\":1}\n{\"n\":3}\n")
        // What is right already is not written again.
        let again = try await place.run { $0.updatesSnapshots = true }
        #expect(again.files[0].snapshots == [])
    }
}
