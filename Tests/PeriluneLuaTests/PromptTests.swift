import PeriluneCore
import PeriluneLua
import PeriluneStore
import Testing

struct PromptTests {
    private static let later = HostModule(
        "probe", "For tests.",
        [
            HostFunction(
                "later", "Answers later.", [.init("a", .any, "")],
                .async { values, call in
                    call.note("probe.later", .init([("a", values[0])]))
                    return values[0]
                })
        ])

    private func prompt(
        _ source: String? = nil, data: String = "{}",
        limits: ScriptLimits = ScriptLimits(time: .milliseconds(2000))
    ) throws -> LuaPrompt {
        let script = source.map { Script(name: "rule.lua", source: $0, limits: limits) }
        let prompt = try LuaPrompt(
            script, modules: [Self.later], log: Lines(), store: MemoryStateStore())
        try prompt.load(.test(data))
        return prompt
    }

    /// What chunks show, one after the other.
    private func shown(_ chunks: String..., data: String = "{}") async throws -> [String] {
        let prompt = try prompt(data: data)
        var shown: [String] = []
        for chunk in chunks {
            let evaluation = await prompt.run(chunk)
            if let error = evaluation.error { throw error }
            shown.append(evaluation.shown)
        }
        return shown
    }

    @Test func showsValuesAsLuaWritesThem() async throws {
        #expect(
            try await shown(
                "1 + 1, 1.5, true, nil", #""a\n\"b\"\0c\t\\9\r""#,
                "{ b = 1, a = { 1, 2, { x = {} } }, [\"not a name\"] = false, [10] = 2 }", "print",
                "commander", "local a = 1") == [
                    "2\n1.5\ntrue\nnil\n", #""a\n\"b\"\0c\t\\9\r""# + "\n",
                    "{ [10] = 2, a = { 1, 2, { x = {} } }, b = 1, [\"not a name\"] = false }\n",
                    "function\n", "commander\n", "",
                ])
    }

    @Test func showsTheEvent() async throws {
        #expect(
            try await shown(
                "event.data.list[2]", "event.data", "event.type", "event.none",
                data: #"{"list":[1,{"a":null}]}"#) == [
                    "{ a = json.null }\n", "{ list = { 1, { a = json.null } } }\n",
                    "\"test.event\"\n", "nil\n",
                ])
    }

    @Test(arguments: [
        (#"{ password = { "hunter2" }, b = 1.5 }"#, #"{ b = 1.5, password = "***" }"#),
        (
            #"{ { name = "DB_PASSWORD", value = "hunter2" } }"#,
            #"{ { name = "DB_PASSWORD", value = "***" } }"#
        ),
        (#"{ "--password", "hunter2" }"#, #"{ "--password", "***" }"#),
        (
            #"{ f = print, auth = { "hunter2" }, t = { pwd = "hunter2" } }"#,
            #"{ auth = "***", f = function, t = { pwd = "***" } }"#
        ),
        (#""password: |\n  hunter2\nx: 1""#, #""password: |\n  ***\nx: 1""#),
        (
            #"print("password: |\n  hunter2", "a?pwd=hunter2\"hunter2")"#,
            "password: |\n  ***\ta?pwd=***"
        ),
        (
            #"json.encode { a = json.encode { b = json.encode { token = "hunter2" } } }"#,
            #""{\"a\":\"{\\\"b\\\":\\\"{\\\\\\\"token\\\\\\\":\\\\\\\"***\\\\\\\"}\\\"}\"}""#
        ),
        ("event.data", "{ list = { 1, 2.5 }, password = \"***\" }"),
        ("event.data.list", "{ 1, 2.5 }"),
    ])
    func showsNoSecrets(chunk: String, text: String) async throws {
        let data = #"{"password":98765432109876543210,"list":[1,2.5]}"#
        #expect(try await shown(chunk, data: data) == [text + "\n"])
    }

    @Test func breaksLongTablesAndCutsLongerOnes() async throws {
        let long = String(repeating: "x", count: 50)
        let shown = try await shown(
            "{ a = '\(long)', b = '\(long)' }",
            "(function() local t = {} for i = 1, 300 do t[i] = i end return t end)()",
            "(function() local t = {} t.t = t return t end)()")
        #expect(shown[0] == "{\n  a = \"\(long)\",\n  b = \"\(long)\"\n}\n")
        #expect(shown[1].contains("-- and 200 more"))
        #expect(shown[2] == "{ t = { --[[ itself ]] } }\n")
    }

    @Test func globalsStayFromChunkToChunk() async throws {
        #expect(
            try await shown(
                "x = event.data.n", "x + 1", "_ * 2", "function f() return x end", "f()",
                data: #"{"n":20}"#)
                == ["", "21\n", "42\n", "", "20\n"])
    }

    @Test func viewsStayFromChunkToChunkAlsoAfterAWait() async throws {
        #expect(
            try await shown(
                "d = event.data", "d.n", "probe.later(d.n)", "d.n", "probe.later(event.data)",
                "d.n",
                data: #"{"n":20}"#) == ["", "20\n", "20\n", "20\n", "{ n = 20 }\n", "20\n"])
    }

    @Test func loadingAnotherEventReplacesTheEvent() async throws {
        let prompt = try prompt(data: #"{"n":1}"#)
        _ = await prompt.run("probe.later(1)")
        try prompt.load(.test(#"{"n":2}"#))
        #expect(await prompt.run("event.data.n").shown == "2\n")
    }

    @Test func theDelegateAndItsModulesAreAvailable() async throws {
        let prompt = try prompt(
            """
            local state = require "state"
            local delegate = {}
            function delegate:double(x) return 2 * x end
            function delegate:execute(event, commander) commander:emit(self:double(event.data.n)) end
            return delegate
            """, data: #"{"n":4}"#)
        #expect(await prompt.run("delegate:double(event.data.n)").shown == "8\n")
        #expect(await prompt.run("delegate:execute(event, commander)").emitted == ["8"])
        #expect(await prompt.run("delegate:execute(event, commander)").emitted == ["8"])
        #expect(await prompt.run("json.encode({ 1 })").shown == "\"[1]\"\n")
        #expect(
            await prompt.run("local s = require 'state' s.n = (s.n or 0) + 1 return s.n").shown
                == "1\n")
    }

    @Test func reportsEffectsRepliesAndPublishedEvents() async throws {
        let prompt = try prompt()
        let call = await prompt.run("probe.later(7)")
        #expect(call.effects.map(\.kind) == ["probe.later"])
        #expect(await prompt.run("1").effects.isEmpty)
        let reply = await prompt.run("commander:reject('no')")
        #expect(reply.reply == .reject(reason: "no"))
        let published = await prompt.run("commander:publish({ type = 'a.b' })")
        #expect(published.published.count == 1)
    }

    @Test func recognizesIncompleteChunks() async throws {
        let prompt = try prompt()
        for text in ["for i = 1, 2 do", "{ 1,", "function f()", "x = [[", "if a then"] {
            #expect(await !prompt.run(text).isComplete, "\(text)")
        }
        for text in ["for for", "1 1", "x = 'a", ")"] {
            let evaluation = await prompt.run(text)
            #expect(evaluation.isComplete, "\(text)")
            #expect(evaluation.error?.code == "script.syntax")
        }
    }

    @Test func errorsHaveTheirPlace() async throws {
        let prompt = try prompt()
        let error = try #require(await prompt.run("local a = 1\nreturn a.b.c").error)
        #expect(error.code == "script.runtime")
        #expect(error.place.line == 2)
        #expect(error.place.sourceLine == "return a.b.c")
        #expect(error.message.contains("attempt to index"))
    }

    @Test(arguments: ["while true do end", BudgetTests.callOfItself])
    func stopsAnEndlessLoopAndRestarts(_ endless: String) async throws {
        let hang = HangGuard(endless)
        defer { hang.end() }
        let prompt = try prompt(
            "return { execute = function() end }", limits: ScriptLimits(time: .milliseconds(20)))
        _ = await prompt.run("x = 1")
        let runaway = await prompt.run(endless)
        #expect(runaway.error?.code == "script.time")
        #expect(runaway.isRestarted)
        #expect(await prompt.run("x").shown == "nil\n")
        #expect(await prompt.run("event.type").shown == "\"test.event\"\n")
    }

    @Test func stopsAChunkThatPrintsEndlessly() async throws {
        // With a limit that is long enough for the sanitizer, too.
        let prompt = try prompt("return { execute = function() end }")
        let error = await prompt.run("while true do print(('x'):rep(100000)) end").error
        #expect(error?.message.contains("too large to show") == true)
        #expect(await prompt.run("1").shown == "1\n")
    }

    @Test func theSandboxApplies() async throws {
        #expect(
            try await shown("load", "io", "os.execute", "debug")
                == Array(repeating: "nil\n", count: 4))
    }

    @Test func completesNames() throws {
        let prompt = try prompt(
            data: #"{"target":{"amount":1,"average":2,"b c":3},"list":[{"n":1}]}"#)
        #expect(prompt.names(for: "x = event.data.target.a") == ["amount", "average"])
        #expect(prompt.names(for: "event.data.") == ["list", "target"])
        #expect(prompt.names(for: "event.data.list[1].") == ["n"])
        #expect(prompt.names(for: "commander:p") == ["pass", "publish"])
        #expect(prompt.names(for: "probe.") == ["later"])
        #expect(prompt.names(for: "ev") == ["event"])
        #expect(prompt.names(for: "fun") == ["function"])
        #expect(prompt.names(for: "string.rep") == ["rep"])
        #expect(prompt.names(for: "nothing.of.it.").isEmpty)
        #expect(prompt.names(for: "").contains("event"))
    }
}
