import Perilune
import PeriluneCore
import PeriluneLua
import Testing

/// Scripts that no hook stops, beyond the attack files: Lua is left in the middle of what it does.
@Suite(.serialized)
struct LeavingTests {
    private let lab = Lab(limits: ScriptLimits(time: .milliseconds(20)))

    @Test(arguments: [
        "local x = " + Array(repeating: "a == 2", count: 25_000).joined(separator: " or "),
        "if a then " + String(repeating: "elseif a then ", count: 18_000) + "end",
        "do " + String(repeating: "goto x ", count: 30_000) + "end ::x::",
    ])
    func stopsTheCompilerOnAHugeFile(_ body: String) async throws {
        let hang = HangGuard("the compiler")
        defer { hang.end() }
        let error = try await lab.loadError(
            "local a = 1\nreturn { on = 'test.*', execute = function() \(body) end }")
        #expect(error.code == "script.time")
        #expect(error.place.file == "rule.lua")
        #expect(error.place.line == nil)
        #expect(error.hint?.contains("huge expression") == true)
    }

    @Test func strictModeStopsCodeThatCallsNoHook() async throws {
        let hang = HangGuard("strict mode")
        defer { hang.end() }
        let lab = Lab(limits: ScriptLimits(time: .milliseconds(0), instructions: 200_000))
        let rule = lab.rule(
            "if event.data.endless then \(BudgetTests.callOfItself) end commander:emit(event.id)")
        let results = try await lab.run(
            rule, [.test(#"{"endless":true}"#, id: "first"), .test("{}", id: "second")])
        #expect(results.records[0].error?.code == "script.instructions")
        #expect(results.text == "\"second\"\n")
    }

    @Test func stopsTwoHundredEndlessEventsInARow() async throws {
        let hang = HangGuard("two hundred times")
        defer { hang.end() }
        let lab = Lab(limits: ScriptLimits(time: .milliseconds(2)))
        let rule = lab.rule(
            """
            if event.data.endless then
                commander:emit("taken back")
                local kept = {}
                for i = 1, 500 do kept[i] = { i, ("x"):rep(i) } end
                local t = setmetatable({}, {})
                getmetatable(t).__call = t
                table.sort({ 3, 1, 2 }, function(a, b) return pcall(t) end)
            end
            commander:emit(event.id)
            """)
        let events = (1...400).map {
            Event.test($0 % 2 == 0 ? "{}" : #"{"endless":true}"#, id: "\($0)")
        }
        let results = try await lab.run(rule, events)
        let codes = Set(results.records.compactMap(\.error?.code))
        #expect(codes == ["script.time"])
        #expect(results.lines == (1...200).map { "\"\($0 * 2)\"" })
    }
}
