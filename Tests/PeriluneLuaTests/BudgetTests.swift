import Perilune
import PeriluneCore
import PeriluneLua
import Testing

/// What a script may use, and that nothing keeps an overrun from ending it.
struct BudgetTests {
    private let lab = Lab(limits: ScriptLimits(time: .milliseconds(50)))

    /// Bodies of `execute` that never come to an end by themselves.
    static let endless: [String: String] = [
        "loop": "while true do end",
        "pattern": "while true do pcall(string.find, string.rep('a', 3000), '.-.-.-.-b') end",
        "recursion": "local function f() return f() end f()",
        "coroutine":
            "local co = coroutine.wrap(function() while true do end end) while true do co() end",
        "coroutine, error caught": """
        while true do
            pcall(coroutine.wrap(function() while true do end end))
        end
        """,
        "pcall": "while true do pcall(function() while true do end end) end",
        "xpcall handler":
            "xpcall(function() while true do end end, function() while true do end end)",
        "xpcall handler after an error": "xpcall(error, function() while true do end end)",
        "close": """
        local x <close> = setmetatable({}, { __close = function() while true do end end })
        while true do end
        """,
        "close after an error": """
        local x <close> = setmetatable({}, { __close = function() while true do end end })
        error("an ordinary error")
        """,
        "close after a stray yield": """
        local x <close> = setmetatable({}, { __close = function() while true do end end })
        coroutine.yield()
        """,
        "host calls": "while true do log.info('again') end",
        "caught host calls": "while true do pcall(log.info) end",
        "emissions taken back": "while true do pcall(commander.emit, commander, { f = error }) end",
        "reading the event": "while true do local x = event.data.list[1] end",
        "iterating over the event": "while true do for _, x in ipairs(event.data.list) do end end",
        "encoding": "while true do json.encode(event) end",
        "sorting":
            "local t = {3, 1, 2} while true do table.sort(t, function(a, b) return a < b end) end",
        "metamethod":
            "local t = setmetatable({}, { __index = function() while true do end end }) local x = t.x",
        "iterator": "for x in function() return 1 end do end",
        "nothing but C": "for _ in rawlen, 'a' do end",
        "a call of itself": callOfItself,
    ]

    static let callOfItself =
        "local t = setmetatable({}, {}) getmetatable(t).__call = t t()"

    /// What calls no hook: in strict mode without a clock it takes long until the script is left.
    static let withoutHook: Set<String> = ["nothing but C", "a call of itself"]

    @Test(arguments: endless.keys.sorted())
    func stopsEndlessExecution(_ name: String) async throws {
        let hang = HangGuard(name)
        defer { hang.end() }
        let body = try #require(Self.endless[name])
        let rule = lab.rule("if event.data.endless then \(body) end commander:emit(event.id)")
        let results = try await lab.run(
            rule,
            [
                .test(#"{"endless":true,"list":[1,2]}"#, id: "first"),
                .test("{}", id: "second"),
            ])
        #expect(results.records[0].error?.code == "script.time")
        #expect(results.records[0].outcome == .failed)
        #expect(results.records[1].outcome == .handled)
        #expect(results.text == "\"second\"\n")
    }

    @Test(arguments: endless.keys.sorted())
    func stopsEndlessExecutionInShouldHandle(_ name: String) async throws {
        let hang = HangGuard(name)
        defer { hang.end() }
        let body = try #require(Self.endless[name])
        let rule = lab.script(
            """
            local json, log = require "json", require "log"
            local commander = { emit = function() end }
            return {
                on = "test.*",
                shouldHandle = function(event)
                    if event.data.endless then \(body) end
                    return true
                end,
                execute = function(event, commander) commander:emit(event.id) end,
            }
            """)
        let results = try await lab.run(
            rule,
            [
                .test(#"{"endless":true,"list":[1,2]}"#, id: "first"),
                .test("{}", id: "second"),
            ])
        let expected: Set<PeriluneError.Code> =
            name == "close after a stray yield"
            ? ["script.runtime", "script.time"] : ["script.time"]
        #expect(expected.contains(try #require(results.records[0].error?.code)))
        #expect(results.text == "\"second\"\n")
    }

    @Test func stopsAKeyFunction() async throws {
        let rule = lab.script(
            """
            local state = require "state"
            return { on = "test.*", key = function(event) while event.data.endless do end return "k" end,
                execute = function(event, commander) state.x = 1 commander:emit(event.id) end }
            """)
        let results = try await lab.run(
            rule, [.test(#"{"endless":true}"#, id: "1"), .test("{}", id: "2")])
        #expect(results.records[0].error?.code == "script.time")
        #expect(results.text == "\"2\"\n")
    }

    @Test func stopsAFileThatNeverEndsLoading() async throws {
        let error = try await lab.loadError("while true do end")
        #expect(error.code == "script.time")
    }

    @Test func namesTheLineThatRan() async throws {
        let error = try await lab.error("\nwhile true do end")
        #expect(error.place.line == 5)
        #expect(error.place.sourceLine == "while true do end")
        #expect(error.hint?.contains("50 ms") == true)
    }

    @Test func recursionWithoutEndIsAStackOverflow() async throws {
        let lab = Lab(limits: ScriptLimits(memory: 8 << 20, time: .milliseconds(5000)))
        let error = try await lab.error(
            "local function depth(n) return 1 + depth(n + 1) end\ndepth(1)")
        #expect(error.code == "script.memory")
        #expect(
            error.message
                == "stack overflow: more than 5000 calls are nested; the script exceeded its memory limit"
        )
        #expect(
            error.hint
                == "the function 'depth' at line \(error.place.line ?? 0) calls itself, directly or through others; end the recursion under a condition"
        )
    }

    @Test func aScriptThatFillsItsMemoryIsRestarted() async throws {
        let lab = Lab(limits: ScriptLimits(memory: 4 << 20, time: .milliseconds(5000)))
        let rule = lab.rule(
            """
            if event.data.fill then while true do keep[#keep + 1] = string.rep("x" .. #keep, 1000) end end
            commander:emit(#keep)
            """, before: "local keep = {}")
        let results = try await lab.run(
            rule, [.test(#"{"fill":true}"#), .test("{}", id: "2")])
        #expect(results.records[0].error?.code == "script.memory")
        #expect(results.text == "0\n")
    }

    @Test func sharedPartsDoNotMakeAnEndlessText() async throws {
        let error = try await Lab(limits: ScriptLimits(memory: 4 << 20, time: .milliseconds(5000)))
            .error(
                """
                local s, t = string.rep("x", 1 << 20), {}
                for i = 1, 100000 do t[i] = s end
                commander:emit(t)
                """)
        #expect(error.message.contains("too large"))
    }

    @Test func aTextThatDoublesAtEachLevelIsRefused() async throws {
        let error = try await Lab(limits: ScriptLimits(memory: 4 << 20, time: .milliseconds(5000)))
            .error(
                """
                local t = { "x" }
                for i = 1, 60 do t = { t, t } end
                log.info("t", t)
                """)
        #expect(error.message.contains("too large"))
    }

    @Test func strictModeStopsAtTheSamePlaceEachTime() async throws {
        var seen: Set<String> = []
        for _ in 0..<3 {
            let lab = Lab(limits: ScriptLimits(time: .milliseconds(0), instructions: 100_000))
            let rule = lab.rule(
                """
                if event.data.endless then
                    while true do n = n + 1 log.info(tostring(n)) end
                end
                """, before: "local n = 0")
            let lines = Lines()
            var strict = lab
            strict.log = lines
            let results = try await strict.run(rule, [.test(#"{"endless":true}"#)])
            #expect(results.records[0].error?.code == "script.instructions")
            seen.insert(lines.all.last?.message ?? "")
        }
        #expect(seen.count == 1)
        #expect(!seen.contains(""))
    }

    @Test(arguments: endless.keys.filter { !withoutHook.contains($0) }.sorted())
    func strictModeNeedsNoClock(_ name: String) async throws {
        let hang = HangGuard(name)
        defer { hang.end() }
        let body = try #require(Self.endless[name])
        let lab = Lab(limits: ScriptLimits(time: .milliseconds(0), instructions: 200_000))
        let rule = lab.rule("if event.data.endless then \(body) end commander:emit(event.id)")
        let results = try await lab.run(
            rule,
            [
                .test(#"{"endless":true,"list":[1,2]}"#, id: "first"),
                .test("{}", id: "second"),
            ])
        #expect(results.records[0].error?.code == "script.instructions")
        #expect(results.text == "\"second\"\n")
    }

    @Test func argumentsThatNeedMoreMemoryThanThereIsAreRefused() async throws {
        let lab = Lab(limits: ScriptLimits(memory: 4 << 20, time: .milliseconds(20_000)))
        let lines = try await lab.emitted(
            """
            local shared = {}
            for i = 1, 1000 do shared[i] = i end
            local list = {}
            for i = 1, 100 do list[i] = shared end
            commander:emit({ pcall(log.info, "x", list) })
            """)
        #expect(lines.first?.contains("need more memory than the limit leaves") == true)
    }

    @Test func strictModeLeavesShortEventsAlone() async throws {
        let lab = Lab(limits: ScriptLimits(time: .milliseconds(0), instructions: 20_000))
        let rule = lab.rule(
            "for i = 1, 1000 do n = n + 1 end commander:emit(n)", before: "local n = 0")
        let events = (1...50).map { Event.test("{}", id: "\($0)") }
        let results = try await lab.run(rule, events)
        #expect(results.lines.last == "50000")
    }
}

/// Keeps log lines.
final class Lines: LogSink, @unchecked Sendable {
    private let lock = Lock()
    private var kept: [LogLine] = []

    func log(_ line: LogLine) { lock.run { kept.append(line) } }

    var all: [LogLine] { lock.run { kept } }
}
