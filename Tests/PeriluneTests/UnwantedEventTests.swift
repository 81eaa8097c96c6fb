import PeriluneCore
import Synchronization
import Testing

@testable import Perilune

/// Events of a log that nobody takes are only counted, if no record of them is kept.
@Suite(.timeLimit(.minutes(5))) struct UnwantedEventTests {
    private static let script = Script(
        name: "rule.lua",
        source: """
            return { on = "a.*", where = { ["data.n"] = { 1, 2 } }, execute = function(event, commander)
              if event.data.n == 2 then commander:publish { type = "c", data = {} } end
              commander:emit(event.id)
            end }
            """)

    private struct Notes: Plugin, DefaultHandler {
        let name = "notes"
        let types: [TypePattern] = ["d"]
        func register(in registry: inout Registry) throws(PeriluneError) { registry.add(self) }
        func isStock(_ event: any EventContent) -> Bool { true }
        func handle(_ event: any EventContent, url: String?, _ commander: Commander) -> Bool {
            true
        }
    }

    private final class Counts: HostObserver {
        let verdicts = Mutex<[String: Int]>([:])
        func decided(_ decisions: Decisions) {
            verdicts.withLock { verdicts in
                for (verdict, count) in decisions.verdicts {
                    verdicts["\(verdict.outcome) \(verdict.by)", default: 0] += count
                }
            }
        }
    }

    private func run(
        _ lines: [String], keepsRecords: Bool, takesAll: Bool = false
    ) async throws -> (run: LogRun, counts: [String: Int]) {
        var options = HostOptions()
        let counts = Counts()
        options.keepsRecords = keepsRecords
        options.observer = counts
        let host = try await Host(options: options) {
            Notes()
            Self.script
            if takesAll { Delegate(on: "*") { _, _ in .pass } }
        }
        var run = try await LogRun(lines, on: host)
        run.records = ""
        return (run, counts.verdicts.withLock(\.self))
    }

    private var lines: [String] {
        var lines: [String] = []
        for number in 0..<40 {
            for type in ["a.x", "b", "c", "d", "a.y"] {
                lines.append(
                    line("\(number)", type: type, data: ["n": .integer(Int64(number % 5))]))
            }
            if number % 7 == 0 {
                lines += ["", "{", #"{"id":"1"}"#, line("1", type: "perilune.timer")]
            }
        }
        return lines
    }

    @Test(arguments: [false, true])
    func areCountedAsIfTheyWereDecided(takesAll: Bool) async throws {
        let with = try await run(lines, keepsRecords: true, takesAll: takesAll)
        let without = try await run(lines, keepsRecords: false, takesAll: takesAll)
        #expect(without.run == with.run)
        #expect(without.counts == with.counts)
        #expect(addsUp(without.run.summary))
        #expect(without.run.summary.unhandled > 100)
    }
}
