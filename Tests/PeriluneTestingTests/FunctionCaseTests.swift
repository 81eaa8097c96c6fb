import PeriluneCore
import Testing

@testable import PeriluneTesting

/// Cases that are functions.
struct FunctionCaseTests {
    private static let rule = """
        local state = require "state"
        return {
          on = "n.*",
          execute = function(event, commander)
            state.count = (state.count or 0) + 1
            commander:emit { count = state.count }
          end,
        }
        """

    private func run(_ body: String) async throws -> TestReport {
        try await Workplace.of(
            Self.rule,
            tests: """
                return { { name = "case", run = function(t)
                \(body)
                end } }
                """
        ).run()
    }

    @Test func decidesEventsInOrder() async throws {
        let report = try await run(
            """
            t.setState("test", { count = 4 })
            local record = t.decide { type = "n.x" }
            t.equal(record.outcome, "handled")
            t.like(record, { by = "rule.lua", output = { { count = 5 } } })
            t.equal(t.decide({ type = "n.x" }, { type = "n.x" }).output, { { count = 6 }, { count = 7 } })
            t.equal(t.state("test"), { count = 7 })
            t.equal(t.state("other"), nil)
            """)
        #expect(report.failures == [])
        #expect(report.passed == 1)
    }

    @Test func beginsWithTheStateOfTheCaseAndIsComparedWithTheStateAfter() async throws {
        let report = try await Workplace.of(
            Self.rule,
            tests: """
                return { { name = "case",
                  state = { before = { test = { count = 4 } },
                            after = { test = { count = 7 } } },
                  run = function(t) t.equal(t.decide({ type = "n.x" }).output, { { count = 5 } }) end,
                } }
                """
        ).run()
        #expect(report.failures == ["3: state.after.test.count"])
        #expect(report.cases[0].failures[0].found == "5")
    }

    @Test func theLineOfTheAssertionIsShown() async throws {
        let report = try await run(
            """
            local record = t.decide { type = "n.x" }
            t.equal(record.output, { { count = 2 } }, "the output")
            """)
        #expect(report.failures == ["3: the output: [1].count"])
        #expect(report.cases[0].failures[0].expected == "2")
        #expect(report.cases[0].failures[0].found == "1")
    }

    @Test(arguments: [
        ("t.ok(false)", "expected something true, found false"), ("t.ok(nil, 'there')", "there"),
        ("t.fail 'no'", "no"), ("t.equal(1, 2)", "the values differ"),
        ("t.fails(function() end)", "expected an error, and there was none"),
        ("local x = nil + 1", "attempt to perform arithmetic on a nil value"),
    ])
    func failsWithALine(line: String, message: String) async throws {
        #expect(try await run(line).failures == ["2: \(message)"])
    }

    @Test func expectedErrorsAreNotFailures() async throws {
        let report = try await run(
            """
            local problem = t.fails(function() error { code = "x", message = "so it is" } end, "so")
            t.equal(problem.code, "x")
            t.ok(not pcall(t.equal, 1, 2))
            """)
        #expect(report.failures == [])
    }

    @Test func aModuleIsTestedWithoutADelegate() async throws {
        let place = try Workplace([
            "sums.lua": "return { add = function(a, b) return a + b end }",
            "sums_test.lua": """
            local sums = require "sums"
            return { { name = "adds", run = function(t) t.equal(sums.add(1, 2), 3) end } }
            """,
        ])
        #expect(try await place.run().failures == [])
    }

    @Test func aTestThatDoesNotEndIsStopped() async throws {
        let place = try Workplace.of(
            "return { on = 'n.*', execute = function() while true do end end }",
            tests: """
                return {
                  { name = "loop", events = { { type = "n.x" } } },
                  { name = "after", events = { { type = "q" } }, count = { unhandled = 1 } },
                }
                """)
        let report = try await place.run()
        #expect(
            report.failures
                == ["1: event 1 failed: the script exceeded its time limit"])
        #expect(report.passed == 1)
    }
}
