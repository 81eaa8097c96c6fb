import Perilune
import PeriluneCore
import PeriluneFiles
import Testing

/// The comparison of chunks against a naive one: every event alone, one after the other.
struct LogComparisonPropertyTests {
    @Test(arguments: 0..<12)
    func agreesWithTheNaiveComparison(seed: Int) async throws {
        var random = Dice(seed: UInt64(seed))
        let events = (0..<200).map { number -> Event in
            event(
                "\(number)", source: "s\(random.below(5))",
                data: ["n": .integer(Int64(random.below(10))), "late": .bool(random.below(4) == 0)])
        }
        let old = Self.script(&random)
        let new = random.below(4) == 0 ? old : Self.script(&random)
        let expected = try await naive(events, old, new)
        let log = Array(events.map { $0.json + [0x0A] }.joined())
        let file = try TemporaryFile(log)
        for workers in [1, 3] {
            var comparison = LogComparison(
                old: try diffHost(old, workers: workers), new: try diffHost(new, workers: workers))
            comparison.limits.chunk = 200 + random.below(3000)
            var found: [String] = []
            let totals = try await comparison.run([file.path]) { found.append($0.event) }
            #expect(found == expected, "\(old) \(new) \(workers)")
            #expect(totals.old.total == 200)
        }
    }

    /// Scripts that mostly agree, with and without state, and some that wait for an answer.
    private static func script(_ random: inout Dice) -> String {
        let border = 3 + random.below(2)
        let body = [
            "if e.data.n > \(border) then c:emit(e.data.n) end",
            "if e.data.n == \(border) then return c:reject 'border' end",
            "if e.data.late then pcall(asking.ask) end c:emit(e.id)",
            "if e.data.n > \(border) then error 'too many' end",
            "state.n = (state.n or 0) + 1; if state.n % \(border) == 0 then c:emit(state.n) end",
        ]
        let chosen = body[random.below(body.count)]
        let state = chosen.contains("state") ? "local state = require 'state'\n" : ""
        let asking = chosen.contains("asking") ? "local asking = require 'asking'\n" : ""
        return "\(state)\(asking)return { execute = function(e, c) \(chosen) end }"
    }

    private func naive(_ events: [Event], _ old: String, _ new: String) async throws -> [String] {
        let hosts = (try diffHost(old), try diffHost(new))
        var found: [String] = []
        for (number, event) in events.enumerated() {
            let one = try await hosts.0.process(all: [event])
            let other = try await hosts.1.process(all: [event])
            if Self.essence(one) != Self.essence(other) { found.append("\(number)") }
        }
        return found
    }

    /// What counts, as text.
    private static func essence(_ results: Host.Results) -> [String] {
        results.records.map { record in
            let effects = record.effects.map { "\($0.kind) \($0.details)" }
            let error = record.error.map { "\($0.code) \($0.message)" } ?? ""
            return "\(record.outcome) \(record.by ?? "") \(record.reason ?? "") \(effects) \(error)"
        } + [results.text]
    }
}
