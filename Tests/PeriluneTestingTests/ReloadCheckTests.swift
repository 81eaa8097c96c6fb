import Perilune
import PeriluneCore
import PeriluneLua
import Testing

@testable import PeriluneTesting

struct ReloadCheckTests {
    private static let good =
        "return { on = 'n.*', execute = function(_, c) c:emit(1) end }"
    private static let tests = """
        return { { name = "emits", events = { { type = "n.x" } }, output = { 1 } } }
        """

    @Test func aScriptWhoseTestsPassMayTakeOver() async throws {
        let place = try Workplace.of(Self.good, tests: Self.tests)
        try await TestRunner(TestEnvironment()).check([try Script(place.path("rule.lua"))])
    }

    @Test func theFirstFailureIsThrownWithItsPlace() async throws {
        let place = try Workplace.of(Self.good, tests: Self.tests)
        var script = try Script(place.path("rule.lua"))
        // The file is good: what counts is the version that would take over.
        script = Script(
            path: script.path, source: Array(Self.good.replacing("(1)", with: "(2)").utf8),
            limits: script.limits
        ) { _ in nil }
        let error = await #expect(throws: PeriluneError.self) {
            try await TestRunner(TestEnvironment()).check([script])
        }
        #expect(error?.code == "script.test")
        #expect(error?.place.file == place.path("rule_test.lua"))
        #expect(error?.place.line == 1)
        #expect(
            error?.message
                == "the test \"emits\" of rule.lua failed: output[1], expected 1, found 2")
    }

    @Test func aScriptWithoutTestsPasses() async throws {
        let script = Script(name: "new.lua", source: Self.good)
        try await TestRunner(TestEnvironment()).check([script])
    }

    @Test func testsUseTheReloadedVersionsOfOtherScripts() async throws {
        let place = try Workplace.of(
            Self.good,
            tests: """
                return { { name = "both", scripts = { "rule.lua", "next.lua" },
                  events = { { type = "n.x" } }, output = { 5 } } }
                """)
        func script(_ name: String, _ text: String) -> Script {
            Script(path: place.path(name), source: Array(text.utf8), limits: ScriptLimits()) { _ in
                nil
            }
        }
        let rule = script(
            "rule.lua", "return { on = 'n.*', execute = function(_, c) c:pass() end }")
        let next = script("next.lua", Self.good.replacing("(1)", with: "(5)"))
        try await TestRunner(TestEnvironment()).check([rule], beside: [rule, next])
    }

    @Test func testsThatTakeTooLongRejectTheVersion() async throws {
        let place = try Workplace.of(
            "return { on = 'n.*', execute = function() while true do end end }",
            tests: Self.tests)
        var script = try Script(place.path("rule.lua"))
        // Without a limit it would never end.
        script.limits.time = .milliseconds(500)
        let error = await #expect(throws: PeriluneError.self) {
            try await TestRunner(TestEnvironment()).check([script], within: .milliseconds(1))
        }
        #expect(error?.message.contains("did not finish within") == true)
    }

    @Test func testsInsideAreRun() async throws {
        let script = Script(
            name: "own.lua",
            source: """
                return { on = 'n.*', execute = function() end,
                  tests = { { name = "emits", events = { { type = "n.x" } }, output = { 1 } } } }
                """)
        let error = await #expect(throws: PeriluneError.self) {
            try await TestRunner(TestEnvironment()).check([script])
        }
        #expect(error?.place.line == 2)
    }
}
