import PeriluneCore
import Testing

@testable import PeriluneTesting

/// Cases that are lists: events in, expectations out.
struct ListedCaseTests {
    private static let counter = """
        local state, log = require "state", require "log"
        local seen = 0
        return {
          on = "n.*",
          execute = function(event, commander)
            seen = seen + 1
            state.count = (state.count or 0) + 1
            log.info("seen", { count = state.count })
            commander:emit { seen = seen, count = state.count, time = event.time and os.time() or 0 }
            if event.type == "n.more" then commander:publish { type = "m.done", data = { n = seen } } end
            if event.type == "n.no" then return commander:reject("no") end
            if event.type == "n.bad" then error("bad") end
          end,
        }
        """

    private func run(_ cases: String) async throws -> TestReport {
        try await Workplace.of(Self.counter, tests: cases).run()
    }

    @Test func passesIfEverythingIsAsExpected() async throws {
        let report = try await run(
            """
            return { {
              name = "all of it",
              state = { before = { test = { count = 6 } }, after = { test = { count = 8 } } },
              time = "2026-11-21T09:00:00Z",
              events = { { type = "n.more" }, { type = "n.no" } },
              records = { { outcome = "handled" }, { type = "m.done" }, { outcome = "rejected", reason = "no" } },
              output = { { seen = 1, count = 7, time = 1795251600 }, { seen = 2, count = 8, time = 1795251600 } },
              published = { { type = "m.done", data = { n = 1 } } },
              log = { "seen", { level = "info", fields = { count = 8 } } },
              count = { handled = 1, rejected = 1, unhandled = 1, emitted = 2, published = 1, publish = 1, log = 2, navigate = 0 },
            } }
            """)
        #expect(report.failures == [])
        #expect(report.passed == 1)
    }

    @Test func unhandledPublishedEventsAreComparedToo() async throws {
        let report = try await Workplace.of(
            Self.counter,
            tests: """
                return { {
                  name = "published", events = { { type = "n.more" } },
                  published = { { type = "m.done", data = { n = 1 } } },
                } }
                """
        ).run { $0.environment = TestEnvironment(plugins: [NothingUsual()]) }
        #expect(report.failures == [])
        #expect(report.passed == 1)
    }

    @Test func namesTheLineOfAFailedExpectation() async throws {
        let report = try await run(
            """
            return { {
              name = "wrong",
              events = { { type = "n.x" } },
              records = {
                { outcome = "rejected" },
              },
              output = { { seen = 2, count = 1, time = 0 } },
              count = { emitted = 3 },
            } }
            """)
        #expect(
            report.failures == [
                "5: records[1].outcome", "7: output[1].seen", "8: count.emitted",
            ])
        #expect(report.cases[0].failures[0].expected == #""rejected""#)
        #expect(report.cases[0].failures[0].found == #""handled""#)
    }

    @Test func eachCaseStartsWithNewState() async throws {
        let one = """
            { name = "one", events = { { type = "n.x" }, { type = "n.x" } },
              output = { { seen = 1, count = 1, time = 0 }, { seen = 2, count = 2, time = 0 } } },
            """
        let report = try await run("return { \(one) \(one) \(one) }")
        #expect(report.failures == [])
        #expect(report.passed == 3)
    }

    @Test func aScriptErrorFailsACaseThatDoesNotExpectIt() async throws {
        let report = try await run(
            """
            return {
              { name = "silent", events = { { type = "n.bad" } } },
              { name = "expected", events = { { type = "n.bad" } }, count = { failed = 1 } },
              { name = "not told of", events = { { type = "n.bad" } }, records = { { type = "n.bad" } } },
              { name = "expected too", events = { { type = "n.bad" } }, records = { { outcome = "failed" } } },
            }
            """)
        #expect(report.failures == ["12: event 1 failed: bad", "12: event 1 failed: bad"])
    }

    @Test func aTypingMistakeInACaseIsFound() async throws {
        let report = try await run(
            """
            return { { name = "x", events = {}, record = {} } }
            """)
        #expect(report.failures == ["1: unknown field 'record' of a case"])
        #expect(report.files[0].error?.hint == "did you mean 'records'?")
        #expect(!report.isSuccess)
        let name = try await run("return { { nam = \"x\", events = {} } }")
        #expect(name.failures == ["1: unknown field 'nam' of a case"])
        let outcome = try await run(
            """
            return { { name = "x", events = {}, records = { { outcome = "handeld" } } } }
            """)
        #expect(outcome.failures == ["1: 'handeld' is not an outcome"])
        #expect(outcome.files[0].error?.hint == "did you mean 'handled'?")
        let count = try await run(
            """
            return { { name = "x", events = {}, count = { handeld = 0 } } }
            """)
        #expect(
            count.failures == [
                "1: count.handeld: there is no counter of this name: did you mean 'handled'?"
            ])
    }

    @Test func aCaseNeedsANameAndSomethingToDo() async throws {
        #expect(try await run("return { { events = {} } }").failures == ["1: case 1 has no name"])
        #expect(
            try await run("return { { name = \"x\" } }").failures
                == ["1: the case has neither events nor run"])
        #expect(
            try await run("return 5").failures
                == ["0: the file must return a list of cases, got number"])
    }

    @Test func aTestFileThatDoesNotCompileIsShownWithItsLine() async throws {
        let report = try await run("return {\n  { name = \n}")
        #expect(report.failures == ["3: unexpected symbol near '}'"])
        #expect(report.broken == 1)
    }

    @Test func aCaseCanBeSkipped() async throws {
        let report = try await run(
            """
            return { { name = "x", skip = "later", events = { { type = "n.bad" } } } }
            """)
        #expect(report.skipped == 1)
        #expect(report.isSuccess)
    }

    @Test func eventsComeFromALog() async throws {
        let place = try Workplace.of(
            Self.counter,
            tests: """
                return {
                  { name = "some", events = { log = "a.jsonl", where = { type = "n.x", ["data.k"] = { 1, 2 } }, limit = 2 },
                    count = { handled = 2 } },
                  { name = "none", events = { log = "a.jsonl", where = { type = "q" } } },
                }
                """)
        let lines = [0, 1, 2, 1].map {
            #"{"specversion":"1.0","id":"\#($0)","source":"s","type":"n.x","data":{"k":\#($0)}}"#
        }
        try place.write(lines.joined(separator: "\n"), to: "a.jsonl")
        let report = try await place.run()
        #expect(report.failures == ["4: no event of \(place.path("a.jsonl")) matches"])
    }

    @Test func linksOfALogMayEndAsOnWindows() async throws {
        let place = try Workplace.of(
            "return { on = 'link.url', execute = function(e, c) c:emit(e.data.url) end }",
            tests: """
                return { { name = "both", events = { log = "a.txt" }, output = { "x://1", "x://2" } } }
                """)
        try place.write("x://1\r\n\r\nx://2\r\n", to: "a.txt")
        #expect(try await place.run().failures == [])
    }

    @Test func linksOfALogAreNotReadIfTheCaseNamesACodec() async throws {
        let place = try Workplace.of(
            "return { on = 'link.url', execute = function(e, c) c:emit(e.data.url) end }",
            tests: """
                return { { name = "both", events = { log = "a.txt", as = "cloudevents" }, output = { "x://1" } } }
                """)
        try place.write("x://1\n", to: "a.txt")
        let report = try await place.run()
        #expect(!report.isSuccess)
    }

    @Test func aScriptMayContainItsOwnCases() async throws {
        let place = try Workplace([
            "own.lua": """
            return {
              on = "a.*",
              execute = function(_, commander) commander:emit(1) end,
              tests = function(test)
                return { { name = "emits", events = { test.event("a.b") }, output = { 2 } } }
              end,
            }
            """
        ])
        #expect(try await place.run().failures == ["5: output[1]"])
    }

    @Test func onlyCasesThatTheFilterNamesAreRun() async throws {
        let place = try Workplace.of(
            Self.counter,
            tests: """
                return { { name = "one", events = {} }, { name = "two", events = {} } }
                """)
        #expect(try await place.run { $0.filter = "tw" }.cases.map(\.name) == ["two"])
        #expect(try await place.run { $0.filter = "rule_test" }.cases.count == 2)
    }

    @Test func comparesTheValuesOfNamedOutputs() async throws {
        let workplace = try Workplace.of(
            """
            return { execute = function(event, commander)
              commander:emit(1)
              commander:emit(2, "errors")
            end }
            """,
            tests: """
                return {
                  { name = "right", events = { { type = "a" } }, output = { 1 }, outputs = { errors = { 2 } },
                    count = { emitted = 2 } },
                  { name = "wrong", events = { { type = "a" } }, outputs = { errors = { 3 } } },
                }
                """)
        let report = try await workplace.run { $0.outputs = ["errors"] }
        #expect(report.passed == 1)
        #expect(report.failures == ["4: outputs.errors[1]"])
    }

    @Test func outputsThatCasesNameAreDeclaredIfTheProjectDeclaresNone() async throws {
        let workplace = try Workplace.of(
            """
            return { execute = function(event, commander) commander:emit(1, event.data.to) end }
            """,
            tests: """
                return {
                  { name = "named", events = { { type = "a", data = { to = "errors" } } },
                    outputs = { errors = { 1 } } },
                  { name = "not named", events = { { type = "a", data = { to = "others" } } },
                    outputs = {} },
                }
                """)
        #expect(try await workplace.run { _ in }.passed == 1)
        #expect(try await workplace.run { $0.outputs = ["mine"] }.passed == 0)
    }

    @Test func aCaseThatMixesElementsAndFieldsIsNamedWithItsLine() async throws {
        let report = try await run(
            """
            return {
              { name = "one", events = { { type = "n.x" } } },
              { name = "two", events = { { type = "n.x", 5 } } },
            }
            """)
        #expect(report.failures.count == 1)
        #expect(report.failures.first?.hasPrefix("3: a table with holes, or with both") == true)
    }
}

/// A plugin that knows a type of events, and has no usual handling for them.
private struct NothingUsual: Plugin, DefaultHandler {
    let name = "nothing usual"
    let types: [TypePattern] = ["m.*"]

    func register(in registry: inout Registry) { registry.add(self) }

    func isStock(_ event: any EventContent) -> Bool { false }

    func handle(_ event: any EventContent, url: String?, _ commander: Commander) -> Bool { false }
}
