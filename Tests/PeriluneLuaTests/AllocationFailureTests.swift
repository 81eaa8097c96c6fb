import PeriluneCore
import PeriluneLua
import PeriluneStore
import Testing

/// The n-th allocation fails, for every n: no crash, a clean error, and the next event is handled.
@Suite(.serialized)
struct AllocationFailureTests {
    private static let source = """
        local json, state, log, probe = require "json", require "state", require "log", require "probe"
        local dead = coroutine.create(function() end)
        local helper = function(event) return { id = event.id, list = json.copy(event.data.list) } end
        return {
            on = "test.*",
            shouldHandle = function(event)
                for name, value in pairs(event.data) do local t = { name, value } end
                return event.data.text:find("%a+") ~= nil and #event.data.list == 2
            end,
            execute = function(event, commander)
                state.count = (state.count or 0) + 1
                state.last = { id = event.id, nested = { event.data.list[1] } }
                if not state.big then
                    state.big = {}
                    for i = 1, 70 do state.big["m" .. i] = i end
                end
                state.big.m1, state.big.n = state.big.m1 + 1, { state.count }
                for k, v in pairs(state.big) do if k == "m2" then break end end
                local made = helper(event)
                local co = coroutine.wrap(function(a) local b = coroutine.yield(a .. "x") return b end)
                made.text = co("a") .. tostring(co(7)) .. ("%5.1f"):format(1.5)
                coroutine.resume(dead)
                made.dead = select(2, coroutine.resume(dead))
                commander:emit(made)
                commander:emit(json.with(event, { data = json.without(event.data, "text") }))
                commander:emit(json.decode(json.encode({ b = { 1, 2.5, "z" }, a = json.null })))
                local ok, message = pcall(probe.fail, { code = event.id })
                commander:emit(tostring(message))
                commander:emit(probe.echo({ list = { 1, 2, { x = event.data.text } } }))
                commander:publish { type = "other.event", data = { n = 1 } }
                log.info("done", { id = event.id })
            end,
        }
        """

    private static let probe = HostModule(
        "probe", "For tests.",
        [
            HostFunction(
                "echo", "Answers its argument.", [.init("value", .any, "anything")],
                returns: "any", .sync { arguments, _ in arguments.first }),
            HostFunction(
                "fail", "Fails.", [.init("value", .any, "anything")],
                .sync { _, _ throws(PeriluneError) in
                    throw PeriluneError("probe.failed", "it failed")
                }),
            HostFunction(
                "later", "Answers its argument after a wait.", [.init("value", .any, "anything")],
                returns: "any",
                .async { arguments, _ in
                    await Task.yield()
                    return arguments.first
                }),
        ])

    private let event = Event.test(#"{"text":"a\u0062c","list":[1,{"x":[true,null]}],"n":1e3}"#)
    private let script = Script(
        name: "rule.lua", source: source, limits: ScriptLimits(time: .milliseconds(5000)))

    @Test func whileCreatingAStateAndLoadingAFile() throws {
        let modules = [Self.probe]
        let declared = try script.declare(modules: modules, log: Lines())
        let context = WorkerContext(
            worker: 0, modules: modules, log: Lines(), store: MemoryStateStore(), seed: 0)
        var failures = 0
        for nth in 1... {
            LuaTesting.failAllocationOfNextState(nth)
            do {
                let delegate = try declared.make(context)
                if LuaTesting.failAllocation(0, of: delegate) > 0 { break }
            } catch {
                #expect(error.code == "script.memory")
                failures += 1
            }
        }
        #expect(failures > 100)
    }

    @Test func whileProcessingEvents() throws {
        try failEachAllocation { (bench, event) throws(PeriluneError) in try bench.decide(event) }
    }

    /// As ``wholeEvents()``, while somebody watches.
    @Test func whileTracingEvents() throws {
        try failEachAllocation { (bench, event) throws(PeriluneError) in try bench.watch(event) }
    }

    private func failEachAllocation(
        _ decide: (Bench, Event) throws(PeriluneError) -> String
    ) throws {
        let bench = try Bench(script, modules: [Self.probe])
        let whole = try decide(bench, event)
        var failures = 0
        for nth in 1... {
            LuaTesting.failAllocation(nth, of: bench.delegate)
            do throws(PeriluneError) {
                #expect(try decide(bench, event).isEmpty == false)
            } catch {
                failures += 1
                #expect(Self.isClean(error), "\(nth): \(error)")
            }
            if LuaTesting.failAllocation(0, of: bench.delegate) > 0 { break }
            #expect(try bench.decide(event) == whole, "after the failure of allocation \(nth)")
        }
        #expect(failures > 30)
    }

    /// Chunks at a prompt; where memory runs out the sandbox is made anew.
    @Test func whileRunningChunksAtAPrompt() async throws {
        let prompt = try LuaPrompt(
            nil, modules: [], log: Lines(), store: MemoryStateStore())
        try prompt.load(event)
        let chunk = "list = { event.data, { a = 'text' .. event.id } } return list, #list"
        let whole = await prompt.run(chunk).shown
        var failures = 0
        for nth in 1... {
            LuaTesting.failAllocation(nth, of: prompt)
            if let error = await prompt.run(chunk).error {
                failures += 1
                #expect(Self.isClean(error), "\(nth): \(error)")
            }
            if LuaTesting.failAllocation(0, of: prompt) > 0 { break }
            #expect(prompt.names(for: "event.data.").contains("list"))
            #expect(
                await prompt.run(chunk).shown == whole, "after the failure of allocation \(nth)")
        }
        #expect(failures > 30)
    }

    @Test func whileCallingShouldHandle() throws {
        let bench = try Bench(script, modules: [Self.probe])
        for nth in 1... {
            try bench.begin(event)
            LuaTesting.failAllocation(nth, of: bench.delegate)
            do throws(PeriluneError) {
                #expect(try bench.shouldHandle())
                let isDone = LuaTesting.failAllocation(0, of: bench.delegate) > 0
                try bench.delegate.finish(committed: true)
                if isDone { break }
            } catch {
                #expect(error.code == "script.memory")
                try bench.delegate.finish(committed: false)
            }
            _ = try bench.decide(event)
        }
    }

    @Test func whileSuspendingAndResuming() async throws {
        let script = Script(
            name: "later.lua",
            source: """
                local probe, json = require "probe", require "json"
                return { on = "test.*", execute = function(event, commander)
                    local first = probe.later({ 1, 2, { a = "b" } })
                    local co = coroutine.wrap(function() return probe.later(event.data.list) end)
                    local ok, second = pcall(co)
                    if not ok then error(second, 0) end
                    commander:emit({ first, second, event.id })
                end }
                """, limits: ScriptLimits(time: .milliseconds(5000)))
        let bench = try Bench(script, modules: [Self.probe])
        let whole = try await decide(bench, failing: 0)
        #expect(whole == #"[[1,2,{"a":"b"}],[1,{"x":[true,null]}],"1"]"# + "\n")
        for nth in 1... {
            do {
                let text = try await decide(bench, failing: nth)
                #expect(text == whole)
            } catch let error as PeriluneError {
                #expect(Self.isClean(error), "\(nth): \(error)")
            }
            if LuaTesting.failAllocation(0, of: bench.delegate) > 0 { break }
            let next = try await decide(bench, failing: 0)
            #expect(next == whole, "after the failure of allocation \(nth)")
        }
    }

    /// What a script's pcall met comes out as any other error does, and a stack that cannot grow is an
    /// overflow to Lua.
    private static func isClean(_ error: PeriluneError) -> Bool {
        error.code == "script.memory" || error.message.contains("memory")
            || error.message.contains("stack overflow")
    }

    private func decide(_ bench: Bench, failing nth: Int) async throws -> String {
        do {
            try bench.begin(event)
            LuaTesting.failAllocation(nth, of: bench.delegate)
            var execution = try bench.execute()
            while case .suspended(let suspension) = execution {
                await suspension.wait()
                execution = try suspension.resume(bench.commander)
            }
            try bench.delegate.finish(committed: true)
        } catch {
            try? bench.delegate.finish(committed: false)
            throw error
        }
        return bench.text
    }
}
