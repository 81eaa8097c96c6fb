import Perilune
import PeriluneCore
import PeriluneLua
import Testing

/// Host calls that take their time: the script waits, the worker does not.
struct SuspensionTests {
    private let before = #"local gate, state = require "gate", require "state""#

    private func lab(_ gate: Gate, milliseconds: Int = 2000) -> Lab {
        var lab = Lab(limits: ScriptLimits(time: .milliseconds(milliseconds)))
        lab.modules = [gate.module]
        return lab
    }

    /// What one event emits when every gate is open.
    private func emitted(_ body: String, _ data: String = "{}") async throws -> [String] {
        let gate = Gate()
        for name in ["a", "b", "c"] { await gate.open(name) }
        return try await lab(gate).emitted(body, before: before, data)
    }

    private func error(_ body: String) async throws -> PeriluneError {
        let gate = Gate()
        for name in ["a", "b", "c"] { await gate.open(name) }
        return try await lab(gate).error(body, before: before)
    }

    @Test func resumesWithTheAnswer() async throws {
        let lines = try await emitted(
            #"commander:emit(gate.wait("a", { 1, json.null, event.data }))"#, #"{"x":[]}"#)
        #expect(lines == [#"[1,null,{"x":[]}]"#])
    }

    @Test func anEmptyAnswerReturnsNoValues() async throws {
        #expect(try await emitted("commander:emit({ select('#', gate.wait('a')) })") == ["[0]"])
    }

    @Test func valuesEmittedBeforeAWaitComeFirst() async throws {
        let lines = try await emitted(
            """
            commander:emit(1) gate.wait("a") commander:emit(2) gate.wait("b") commander:emit(3)
            """)
        #expect(lines == ["1", "2", "3"])
    }

    @Test func anErrorAfterAWaitRollsEverythingBack() async throws {
        let gate = Gate()
        await gate.open("a")
        let lab = lab(gate)
        let rule = lab.rule(
            "commander:emit(1) gate.wait('a') commander:emit(2) error('late')", before: before)
        let results = try await lab.run(rule, [.test("{}")])
        #expect(results.lines.isEmpty)
        #expect(results.records.first?.emitted == 0)
        #expect(results.records.first?.error?.message == "late")
        #expect(results.records.first?.error?.place.line == 4)
    }

    @Test func resumesWithAnError() async throws {
        let lines = try await emitted(
            """
            local ok, e = pcall(gate.fail, "a")
            commander:emit({ ok, e.code })
            """)
        #expect(lines == [#"[false,"gate.failed"]"#])
        #expect(try await error(#"gate.fail("a")"#).code == "gate.failed")
    }

    @Test(arguments: [
        #"local ok, x = pcall(gate.wait, "a", 5) commander:emit(x)"#,
        #"local ok, x = xpcall(gate.wait, error, "a", 5) commander:emit(x)"#,
        #"commander:emit(coroutine.wrap(function() return gate.wait("a", 5) end)())"#,
        #"local co = coroutine.create(gate.wait) local ok, x = coroutine.resume(co, "a", 5) commander:emit(x)"#,
        #"for x in function(_, last) if not last then return gate.wait("a", 5) end end do commander:emit(x) end"#,
        #"local t = setmetatable({}, { __index = function() return gate.wait("a", 5) end }) commander:emit(t.x)"#,
        #"local t = setmetatable({}, { __add = function() return gate.wait("a", 5) end }) commander:emit(t + 1)"#,
        """
        local wrap = coroutine.wrap
        commander:emit(wrap(function() return wrap(function()
            return select(2, pcall(wrap(function() return gate.wait("a", 5) end)))
        end)() end)())
        """,
        """
        local co = coroutine.wrap(function() coroutine.yield(1) gate.wait("a") coroutine.yield(2) return 5 end)
        if co() ~= 1 or co() ~= 2 then error("order") end
        commander:emit(co())
        """,
    ])
    func isPossibleWhereAScriptMayYield(_ body: String) async throws {
        #expect(try await emitted(body) == ["5"])
    }

    @Test(arguments: [
        "table.sort({ 1, 2, 3 }, function() gate.wait('a') return false end)",
        "('x'):gsub('x', function() gate.wait('a') end)",
        "tostring(setmetatable({}, { __tostring = function() return gate.wait('a') end }))",
        "table.sort({ 1, 2 }, function() coroutine.wrap(gate.wait)('a') return false end)",
    ])
    func isRefusedWhereAScriptMayNotYield(_ body: String) async throws {
        let error = try await error(body)
        #expect(error.message.contains("not possible here"), "\(error.message)")
    }

    @Test func isPossibleAfterACoroutineThatMayNotYield() async throws {
        let lines = try await emitted(
            """
            table.sort({ 1, 2 }, function(a, b) return coroutine.wrap(function() return a < b end)() end)
            commander:emit(coroutine.wrap(function() return gate.wait("a", 5) end)())
            """)
        #expect(lines == ["5"])
    }

    @Test func randomNumbersAfterAWaitDoNotDependOnOtherEvents() async throws {
        func numbers(_ others: Int) async throws -> String? {
            let gate = Gate()
            let host = try await lab(gate).host(
                lab(gate).rule(
                    """
                    local first = math.random(1 << 40)
                    gate.wait(event.source)
                    if event.source == "other" then return end
                    commander:emit({ first, math.random(1 << 40) })
                    """, before: before))
            let events = (0...others).map {
                Event.test("{}", id: "\($0)", source: $0 == 0 ? "lab" : "other")
            }
            async let results = host.process(all: events)
            await gate.reached(others == 0 ? "lab" : "other")
            await gate.open("lab")
            await gate.open("other")
            return try await results.lines.first
        }
        let alone = try #require(try await numbers(0))
        #expect(try await numbers(1) == alone)
        let pair = try #require(try Value(json: alone).array)
        #expect(pair[0] != pair[1])
    }

    @Test func aCoroutineWhoseCallWaitsIsNotSuspended() async throws {
        let gate = Gate()
        let host = try await lab(gate).host(
            lab(gate).rule(
                """
                if event.id == "2" then
                    commander:emit({ coroutine.status(waiting), coroutine.resume(waiting) })
                    return gate.wait("b")
                end
                waiting = coroutine.create(gate.wait)
                commander:emit({ coroutine.resume(waiting, "a") })
                """, before: before + " local waiting"))
        async let results = host.process(
            all: [.test("{}", id: "1"), .test("{}", id: "2", source: "elsewhere")])
        await gate.reached("b")
        await gate.open("a")
        await gate.open("b")
        #expect(
            try await results.lines == [
                "[true]", #"["normal",false,"cannot resume non-suspended coroutine"]"#,
            ])
    }

    @Test func isRefusedInShouldHandleAndInTheFile() async throws {
        let gate = Gate()
        let lab = lab(gate)
        let script = lab.script(
            """
            local gate = require "gate"
            return { on = "test.*", shouldHandle = function() gate.wait("a") end, execute = function() end }
            """)
        let results = try await lab.run(script, [.test("{}")])
        #expect(results.records.first?.error?.message.contains("not possible here") == true)
        let loading = try await lab.loadError(
            "require('gate').wait('a') return { execute = error }")
        #expect(loading.message.contains("not possible here"))
    }

    @Test func aYieldOutsideACoroutineIsAnError() async throws {
        let error = try await error("coroutine.yield(1)")
        #expect(error.message.contains("coroutine.yield outside a coroutine"))
    }

    @Test func otherEventsContinueAndTheOutputKeepsTheOrderOfTheInput() async throws {
        let gate = Gate()
        let lab = lab(gate)
        let host = try await lab.host(
            lab.rule("commander:emit(gate.wait(event.id, event.id))", before: before))
        async let results = host.process(
            all: (1...4).map { .test("{}", id: "\($0)", source: "\($0)") })
        for name in ["1", "2", "3", "4"] { await gate.reached(name) }
        for name in ["4", "2", "3", "1"] { await gate.open(name) }
        #expect(try await results.lines == [#""1""#, #""2""#, #""3""#, #""4""#])
    }

    @Test func anEventOfTheSameKeyWaits() async throws {
        let gate = Gate()
        let lab = lab(gate)
        let host = try await lab.host(
            lab.rule(
                """
                state.n = (state.n or 0) + 1
                local n = state.n
                gate.wait(event.id)
                state.log = (state.log or "") .. event.id
                commander:emit({ n, state.log })
                """, before: before))
        async let results = host.process(all: [
            .test("{}", id: "1"), .test("{}", id: "2"), .test("{}", id: "3"),
            .test("{}", id: "other", source: "elsewhere"),
        ])
        await gate.open("3")
        await gate.open("2")
        await gate.reached("other")
        await gate.open("other")
        await gate.open("1")
        #expect(
            try await results.lines == [
                #"[1,"1"]"#, #"[2,"12"]"#, #"[3,"123"]"#, #"[1,"other"]"#,
            ])
    }

    @Test func stateIsSavedWhenTheEventEndsAndDiscardedWhenItFails() async throws {
        let gate = Gate()
        let lab = lab(gate)
        let host = try await lab.host(
            lab.rule(
                """
                state.n = (state.n or 0) + 1
                gate.wait(event.id)
                state.n = state.n + 10
                if event.data.fail then error("no") end
                commander:emit(state.n)
                """, before: before))
        for name in ["1", "2", "3"] { await gate.open(name) }
        let results = try await host.process(all: [
            .test("{}", id: "1"), .test(#"{"fail":true}"#, id: "2"), .test("{}", id: "3"),
        ])
        #expect(results.lines == ["11", "22"])
    }

    @Test(arguments: ["while true do end", BudgetTests.callOfItself])
    func anEventThatWaitsFailsCleanlyWhenTheScriptIsRestarted(_ endless: String) async throws {
        let hang = HangGuard(endless)
        defer { hang.end() }
        let gate = Gate()
        let lab = lab(gate, milliseconds: 50)
        let host = try await lab.host(
            lab.rule(
                """
                if event.data.endless then \(endless) end
                if event.data.wait then gate.wait(event.id) end
                commander:emit(event.id)
                """, before: before))
        async let results = host.process(all: [
            .test(#"{"wait":true}"#, id: "waits", source: "a"),
            .test(#"{"endless":true}"#, id: "endless", source: "b"),
            .test("{}", id: "after", source: "c"),
            .test(#"{"wait":true}"#, id: "waits too", source: "d"),
        ])
        await gate.reached("waits too")
        await gate.open("waits")
        await gate.open("waits too")
        let records = try await results.records
        let byID = Dictionary(uniqueKeysWithValues: records.map { ($0.event, $0) })
        #expect(byID["waits"]?.error?.code == "script.restarted")
        #expect(byID["endless"]?.error?.code == "script.time")
        #expect(byID["after"]?.outcome == .handled)
        #expect(byID["waits too"]?.outcome == .handled)
        #expect(try await results.lines == [#""after""#, #""waits too""#])
    }

    @Test func aLoopAfterAWaitIsStopped() async throws {
        let hang = HangGuard("a loop after a wait")
        defer { hang.end() }
        let gate = Gate()
        await gate.open("a")
        let lab = lab(gate, milliseconds: 50)
        let rule = lab.rule(
            "if event.id == '1' then gate.wait('a') while true do end end commander:emit(1)",
            before: before)
        let results = try await lab.run(rule, [.test("{}"), .test("{}", id: "2")])
        #expect(results.records.map { $0.error?.code } == ["script.time", nil])
        #expect(results.lines == ["1"])
    }

    @Test(arguments: [(20, 0, "script.time"), (0, 50_000, "script.instructions")])
    func aLoopAroundACallThatWaitsIsStopped(
        _ milliseconds: Int, _ instructions: Int, _ code: String
    ) async throws {
        let hang = HangGuard("a loop around a call that waits")
        defer { hang.end() }
        let gate = Gate()
        await gate.open("a")
        var lab = Lab(
            limits: ScriptLimits(time: .milliseconds(milliseconds), instructions: instructions))
        lab.modules = [gate.module]
        let rule = lab.rule(
            "if event.id == '1' then while true do pcall(gate.fail, 'a') end end commander:emit(1)",
            before: before)
        let results = try await lab.run(rule, [.test("{}"), .test("{}", id: "2")])
        #expect(results.records.map { $0.error?.code.rawValue } == [code, nil])
        #expect(results.lines == ["1"])
    }

    @Test func waitingCostsNoRunningTime() async throws {
        let gate = Gate()
        let lab = lab(gate, milliseconds: 20)
        let host = try await lab.host(
            lab.rule("gate.wait('slow') commander:emit('done')", before: before))
        async let results = host.process(all: [.test("{}")])
        await gate.reached("slow")
        try await Task.sleep(for: .milliseconds(100))
        await gate.open("slow")
        #expect(try await results.lines == [#""done""#])
    }

    @Test func manyEventsWaitAtOnce() async throws {
        let gate = Gate()
        let lab = lab(gate)
        let host = try await lab.host(
            lab.rule(
                "commander:emit(gate.wait('all' .. event.id, event.data))", before: before))
        for number in 1...300 { await gate.open("all\(number)") }
        let results = try await host.process(
            all: (1...300).map { .test("\($0)", id: "\($0)", source: "\($0)") })
        #expect(results.lines == (1...300).map { "\($0)" })
    }
}
