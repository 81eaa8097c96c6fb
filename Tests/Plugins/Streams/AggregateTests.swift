import PeriluneCore
import PeriluneTestKit
import Testing

/// Sketches, compared with what they estimate, and what aggregates make of unusual values.
struct AggregateTests {
    @Test(arguments: [0, 1, 10, 48, 49, 300, 3000, 20_000, 100_000])
    func distinctIsWithinItsErrorBound(_ count: Int) async throws {
        // Each value twice, in two parts that overlap.
        let emitted = try await StreamLab.emitted(
            """
            local whole, left, right = {}, {}, {}
            for i = 1, \(count) do
              local value = { v = "user-" .. i }
              set:add(whole, value) set:add(whole, value)
              if i % 3 ~= 0 then set:add(left, value) end
              if i % 3 ~= 1 then set:add(right, value) end
            end
            set:merge(left, right)
            commander:emit { set:result(whole).n, set:result(left).n }
            """, before: "local set = aggregate.of { n = aggregate.distinct('v') }")
        let found = emitted.first?.array?.compactMap(\.integer) ?? []
        #expect(found.count == 2 && found.first == found.last)
        // Three standard errors of 1.04/sqrt(4096).
        let tolerance = Double(count) * 3 * 0.01625
        #expect(abs(Double(found.first ?? -1) - Double(count)) <= tolerance, "\(found)")
    }

    @Test(arguments: [1, 2, 3]) func quantilesAreWithinOnePercent(_ seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let values = (0..<2000).map { _ in
            Double.random(in: -1...20, using: &random) * Double.random(in: 0...20, using: &random)
        }
        let fractions = [0, 0.01, 0.25, 0.5, 0.9, 0.99, 1]
        let emitted = try await StreamLab.emitted(
            """
            local left, right = {}, {}
            for i, value in ipairs { \(values.map { "\($0)" }.joined(separator: ",")) } do
              set:add(i % 2 == 0 and left or right, { v = value })
            end
            set:merge(left, right)
            commander:emit(set:result(left).q)
            """,
            before:
                "local set = aggregate.of { q = aggregate.quantile('v', \(fractions.map { "\($0)" }.joined(separator: ","))) }"
        )
        let found = emitted.first?.array ?? []
        let sorted = values.sorted()
        #expect(found.count == fractions.count)
        for (fraction, value) in zip(fractions, found) {
            let exact = sorted[Int((fraction * Double(sorted.count - 1)).rounded(.down))]
            guard case .number(let number) = value else {
                Issue.record("\(value)")
                continue
            }
            #expect(abs(number - exact) <= 0.0100001 * abs(exact), "\(fraction) of \(exact)")
        }
    }

    @Test func integersThatOverflowBecomeFloats() async throws {
        let emitted = try await StreamLab.emitted(
            """
            local totals = {}
            for _ = 1, 3 do set:add(totals, { v = math.maxinteger }) end
            commander:emit(set:result(totals).sum > 2.7e19)
            """, before: "local set = aggregate.of { sum = aggregate.sum('v') }")
        #expect(emitted == [.bool(true)])
    }

    @Test func missingValuesAndNullAreIgnored() async throws {
        let emitted = try await StreamLab.emitted(
            """
            local totals = {}
            for _, value in ipairs { { v = 4 }, {}, { v = require("json").null }, event } do set:add(totals, value) end
            commander:emit(set:result(totals))
            """,
            before: """
                local set = aggregate.of { n = aggregate.count(), v = aggregate.count("v"), sum = aggregate.sum("v"),
                  mean = aggregate.mean("data.v"), max = aggregate.max("w"), q = aggregate.quantile("w", 0.5),
                  d = aggregate.distinct("w"), f = aggregate.sum(function(e) return e.v and 1 end) }
                """)
        #expect(
            emitted.map(\.json) == [#"{"d":0,"f":2,"mean":7.0,"n":4,"sum":4,"v":1}"#])
    }
}
