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

    @Test func aKeptPartIsUnusableInTheNextEvent() async throws {
        let results = try await run(
            "if kept then commander:emit(kept.x) end kept = event.data.part", #"{"part":{"x":1}}"#,
            "{}")
        let error = try #require(results.records[1].error)
        #expect(error.message.contains("used after its handler returned"))
        #expect(error.place.line == 4)
    }

    @Test(arguments: [
        "commander:emit(kept)", "commander:emit(kept.x)", "commander:emit(#kept)",
        "commander:emit(tostring(kept))", "for _ in pairs(kept) do end", "json.copy(kept)",
        "for _ in ipairs(kept) do end", "json.with(kept, { a = 1 })", "json.text(kept, 'x')",
        "json.without(kept, 'x')", "commander:emit(kept[1])",
    ])
    func everyUseOfAKeptPartIsRefused(_ use: String) async throws {
        let results = try await run(
            "if kept then \(use) end kept = event.data.part", #"{"part":{"x":[1,2]}}"#,
            #"{"part":{"x":[1,2]}}"#)
        #expect(results.records[1].error?.message.contains("used after its handler") == true)
    }

    @Test func aKeptIteratorIsUnusable() async throws {
        // The view below it is pointed at the second event by then, with fewer members.
        let results = try await run(
            """
            local part = event.data.part
            if kept then commander:emit(kept()) else kept = pairs(part) kept() kept() end
            """, #"{"part":[[1],[2],[3],[4],[5],[6],[7]]}"#, #"{"part":[1]}"#)
        #expect(results.records[1].error?.message.contains("used after its handler") == true)
    }

    @Test func aKeptEventNeverShowsAnEarlierOne() async throws {
        let results = try await run(
            "local old = kept kept = event if old then commander:emit(old.id) end", "{}", "{}", "{}"
        )
        // One view is pointed at event after event: it may show the event of now, never one that is gone.
        #expect(results.records.allSatisfy { $0.error == nil })
        #expect(results.lines == [#""2""#, #""3""#])
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

    @Test func theCommanderIsForTheEventOnly() async throws {
        let error = try await lab.loadError(
            """
            local state = require "state"
            state.x = 1
            return { execute = function() end }
            """)
        #expect(error.message.contains("state is only available while an event is processed"))
    }

    @Test func shouldHandleMayNotEmit() async throws {
        let script = lab.script(
            """
            local saved
            return { on = "test.*",
                shouldHandle = function(event) if saved then saved:emit(1) end return true end,
                execute = function(event, commander) saved = commander end }
            """)
        let results = try await lab.run(script, [.test("{}"), .test("{}", id: "2")])
        #expect(
            results.records[1].error?.message.contains("emit is not allowed in shouldHandle")
                == true)
    }
}
