import Perilune
import PeriluneCore
import PeriluneLua
import Testing

/// An event is the script's for the time of its handler; what is kept must not be read later.
struct EventLifetimeTests {
    private let lab = Lab()

    private func run(
        _ body: String, before: String = "local kept", _ data: String...
    ) async throws
        -> Host.Results
    {
        let events = data.enumerated().map { Event.test($1, id: "\($0 + 1)") }
        return try await lab.run(lab.rule(body, before: before), events)
    }

    /// Each keeps `event`, a part of it or the commander, and uses it in the next event.
    @Test(arguments: KeptCase.all)
    func usingAnEventAfterItsDelegateReturnedIsAnError(_ kept: KeptCase) async throws {
        let results = try await run(
            kept.body, before: kept.before, #"{"part":{"x":[1,2]}}"#, #"{"part":{"x":[1,2]}}"#)
        #expect(results.records[0].error == nil)
        let error = try #require(results.records[1].error)
        #expect(error.code == "script.kept")
        #expect(error.message == "the \(kept.what) is used after its delegate returned")
        #expect(error.hint?.contains("valid until its delegate returns") == true)
        #expect(error.place.line != nil)
        #expect(results.records[1].outcome == .failed)
        #expect(results.lines.isEmpty)
    }

    @Test func theErrorOfAKeptEventNamesItsLine() async throws {
        let results = try await run(
            "if kept then commander:emit(kept.x) end kept = event.data.part", #"{"part":{"x":1}}"#,
            #"{"part":{"x":1}}"#)
        #expect(results.records[1].error?.place.line == 4)
    }

    @Test(arguments: [
        "commander:emit(kept)", "commander:emit(kept.x)", "commander:emit(#kept)",
        "commander:emit(tostring(kept))", "for _ in pairs(kept) do end", "json.copy(kept)",
        "for _ in ipairs(kept) do end", "json.with(kept, { a = 1 })", "json.text(kept, 'x')",
        "json.without(kept, 'x')", "commander:emit(kept[1])", "kept.x = 1",
    ])
    func everyUseOfAKeptPartIsRefused(_ use: String) async throws {
        let results = try await run(
            "if kept then \(use) end kept = event.data.part", #"{"part":{"x":[1,2]}}"#,
            #"{"part":{"x":[1,2]}}"#)
        #expect(results.records[1].error?.code == "script.kept")
    }

    @Test(arguments: [
        "emit({})", "default()", "handleURLLink('x')", "reject('x')", "pass()",
        "publish({ type = 'x' })",
    ])
    func everyMethodRefusesAKeptCommander(_ call: String) async throws {
        let results = try await run(
            "if kept then kept:\(call) end kept = commander", "{}", "{}")
        #expect(results.records[1].error?.code == "script.kept")
    }

    @Test func anErrorThatIsCaughtCanBeRead() async throws {
        let results = try await run(
            """
            if kept then
                local _, error = pcall(function() return kept.id end)
                commander:emit({ error.code, error.message })
            end
            kept = event
            """, "{}", "{}")
        #expect(
            results.lines == [#"["script.kept","the event is used after its delegate returned"]"#])
    }

    @Test func aKeptEventIsNotTheNextOne() async throws {
        let results = try await run(
            "commander:emit({ kept == event, kept == event.data }) kept = event", "{}", "{}")
        #expect(results.lines == ["[false,false]", "[false,false]"])
    }

    @Test func anEventIsEqualToItself() async throws {
        let results = try await run(
            "commander:emit({ event == event, event.data == event.data, event.data.a == event.data.b })",
            #"{"a":{},"b":{}}"#)
        #expect(results.lines == ["[true,true,false]"])
    }

    @Test func anEventThatWaitsCannotBeUsedByOthers() async throws {
        var lab = lab
        let gate = Gate()
        lab.modules = [gate.module]
        let host = try await lab.host(
            lab.rule(
                """
                if event.data.wait then
                    kept = event
                    gate.wait("first")
                    commander:emit(event.id)
                else
                    local _, error = pcall(function() return kept.id end)
                    commander:emit(error.code)
                end
                """, before: #"local kept local gate = require "gate""#))
        async let results = host.process(all: [
            .test(#"{"wait":true}"#, id: "1", source: "a"), .test("{}", id: "2", source: "b"),
        ])
        await gate.reached("first")
        await gate.open("first")
        #expect(try await results.lines.contains(#""1""#))
        #expect(try await results.lines.contains(#""script.kept""#))
    }

    @Test func aCopyMayBeKept() async throws {
        let results = try await run(
            "if kept then commander:emit(kept) end kept = json.copy(event.data)",
            #"{"x":[1,{"y":2}]}"#,
            "{}")
        #expect(results.lines == [#"{"x":[1,{"y":2}]}"#])
    }

    @Test func partsOfOneEventDoNotDisturbEachOther() async throws {
        let results = try await run(
            """
            local first, ninth = event.data[1], event.data[9]
            commander:emit({ first.n, ninth.n, event.data[17].n, first.n })
            local all = {}
            for i, x in ipairs(event.data) do all[i] = x end
            for i, x in ipairs(all) do if x.n ~= i then error(i) end end
            commander:emit(#all)
            """,
            "[" + (1...20).map { #"{"n":\#($0)}"# }.joined(separator: ",") + "]")
        #expect(results.lines == ["[1,9,17,1]", "20"])
    }

    @Test func theFirstEventsPartsAreUsableWhileAnotherWaits() async throws {
        var lab = lab
        let gate = Gate()
        lab.modules = [gate.module]
        let host = try await lab.host(
            lab.rule(
                """
                local part = event.data.part
                if event.data.wait then gate.wait("first") end
                commander:emit({ event.id, part.x, event.data.part.x })
                """, before: #"local gate = require "gate""#))
        async let results = host.process(all: [
            .test(#"{"wait":true,"part":{"x":"one"}}"#, id: "1", source: "a"),
            .test(#"{"part":{"x":"two"},"more":[1,2,3]}"#, id: "2", source: "b"),
            .test(#"{"part":{"x":"three"}}"#, id: "3", source: "c"),
        ])
        await gate.open("first")
        #expect(
            try await results.lines == [
                #"["1","one","one"]"#, #"["2","two","two"]"#, #"["3","three","three"]"#,
            ])
    }

    @Test func theCommanderIsValidForItsEventOnly() async throws {
        let error = try await lab.loadError(
            """
            local state = require "state"
            state.x = 1
            return { execute = function() end }
            """)
        #expect(error.message.contains("state is only available while an event is processed"))
    }

    @Test func shouldHandleHasNoCommander() async throws {
        let script = lab.script(
            """
            local saved
            return { on = "test.*",
                shouldHandle = function(event) if saved then saved:emit(1) end return true end,
                execute = function(event, commander) saved = commander end }
            """)
        let results = try await lab.run(script, [.test("{}"), .test("{}", id: "2")])
        #expect(results.records[1].error?.code == "script.kept")
    }
}
