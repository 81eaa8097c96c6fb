import LinkDrillPlugin
import Perilune
import PeriluneCore
import PeriluneLua
import Testing
import URLPatternsPlugin

/// The table of cases of links with several events, in a host of an embedder.
struct PartCaseTests {
    private func results(
        of test: PartCase, keepsRecords: Bool = true
    ) async throws -> Host.Results {
        var options = HostOptions()
        options.keepsRecords = keepsRecords
        let host = try await Host(options: options) {
            LinkDrill()
            URLPatterns()
            for (number, rule) in test.rules.enumerated() {
                Script(name: "rule\(number + 1).lua", source: rule.script(number + 1))
            }
        }
        return try await host.process(all: [.link(test.link, id: "e")])
    }

    @Test func thereAreCases() { #expect(PartCase.all.count > 40) }

    @Test(arguments: PartCase.all) func endsAsTheTableSays(_ test: PartCase) async throws {
        let results = try await results(of: test)
        let record = try #require(results.records.first)
        #expect(record.outcome.rawValue == test.outcome)
        #expect(PartCaseTests.events(of: record) == test.events)
        let calls = String(decoding: results.output, as: UTF8.self)
            .split(separator: "\n").map { $0.filter { $0 != "\"" } }.joined(separator: " ")
        #expect(calls == test.calls)
        let opened = record.effects.compactMap { $0.details["number"]?.json }
        #expect(opened.joined(separator: " ") == test.opened)
        #expect(Set(record.effects.map(\.id)).count == record.effects.count)
    }

    @Test(arguments: PartCase.all) func countsTheEventOnceByItsOutcome(
        _ test: PartCase
    ) async throws {
        let summary = try await results(of: test, keepsRecords: false).summary
        let counts = [
            "handled": summary.handled, "default": summary.byDefault,
            "unhandled": summary.unhandled, "rejected": summary.rejected,
            "failed": summary.failed,
        ]
        #expect(counts.filter { $0.value > 0 } == [test.outcome: 1])
    }

    /// How the events of a link ended, as the table writes it.
    static func events(of record: Record) -> String {
        guard !record.parts.isEmpty else {
            let target = record.redirect.map { " to \($0)" } ?? ""
            return record.outcome.rawValue + target
        }
        return record.parts.map { part in
            let outcome = part.isSkipped ? "not processed" : part.outcome.rawValue
            let target = part.redirect.map { " to \($0)" } ?? ""
            return "\(part.label["evt"]?.json ?? "?") \(outcome)\(target)"
        }.joined(separator: ", ")
    }
}
