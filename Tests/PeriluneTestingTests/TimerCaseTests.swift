import Testing

@testable import PeriluneTesting

/// Timers in cases: those that are still set are called at the end of a case, as at the end of a log.
struct TimerCaseTests {
    private static let rule = """
        local state, timer = require "state", require "timer"
        return {
          on = "n.*", key = "data",
          execute = function(event, commander)
            state.count = (state.count or 0) + 1
            timer.after("10m")
          end,
          onTimer = function(name, commander, event)
            commander:emit { key = event.data.key, count = state.count }
            state.count = nil
          end,
        }
        """

    private func run(_ cases: String) async throws -> TestReport {
        try await Workplace.of(Self.rule, tests: cases).run()
    }

    @Test func areCalledAtTheEndOfACase() async throws {
        let report = try await run(
            """
            local event = { type = "n.x", data = "a", time = "2026-01-01T00:00:00Z" }
            return {
              { name = "one", events = { event, event }, emitted = { { key = "a", count = 2 } },
                records = { { event = "1" }, { event = "2" }, { type = "timer" } },
                count = { handled = 3, emitted = 1 }, state = { after = { a = false } } },
              { name = "two", events = { event }, emitted = { { key = "a", count = 1 } } },
            }
            """)
        #expect(report.failures == [])
        #expect(report.passed == 2)
    }

    /// The clock begins anew too.
    @Test func ofACaseAreNotCalledInTheNextOne() async throws {
        let report = try await run(
            """
            local function event(key, time) return { type = "n.x", data = key, time = time } end
            return {
              { name = "one", events = { event("a", "2030-01-01T00:00:00Z") }, count = { emitted = 1 } },
              { name = "two", events = { event("b", "2026-01-01T00:00:00Z"), event("b", "2026-01-01T00:05:00Z") },
                emitted = { { key = "b", count = 2 } } },
            }
            """)
        #expect(report.failures == [])
    }

    @Test func areCalledWhenAFunctionEndsTheLog() async throws {
        let report = try await run(
            """
            return { { name = "case", run = function(t)
              t.decide { type = "n.x", data = "a", time = "2026-01-01T00:00:00Z" }
              t.equal(t.state("a").count, 1)
              t.like(t.endLog(), { type = "timer", outcome = "handled", output = { { key = "a", count = 1 } } })
              t.equal(t.endLog().records, {})
            end } }
            """)
        #expect(report.failures == [])
        #expect(report.passed == 1)
    }
}
