import Perilune
import PeriluneCore
import PeriluneJSON
import PeriluneStore
import Testing

/// The explanation that a running host gives.
struct ExplainerTests {
    private let counting = Script(
        name: "counting.lua",
        source: """
            local state = require "state"
            return { on = "test.*", execute = function(event, commander)
              state.count = (state.count or 0) + 1
              commander:emit({ count = state.count, password = event.data.password })
            end }
            """)
    private let event = Event(
        id: "1", source: "s", type: "test.event", data: ["password": "geheim"])

    @Test func readsStateAndLeavesItAlone() async throws {
        let store = MemoryStateStore()
        let host = try Host(
            [.script(counting)], options: HostOptions(), store: store, log: SilentLog())
        _ = try await host.process(all: [event, event])
        let explainer = try Explainer([.script(counting)], options: HostOptions(), store: store)
        let explained = try Value(json: try await explainer.json(for: event))
        #expect(explained["steps"]?[0]?["emitted"]?[0]?["count"] == 3)
        let after = try await host.process(all: [event])
        #expect(String(decoding: after.output, as: UTF8.self).contains("\"count\":3"))
    }

    @Test func isOneObjectWithAllThatIsKnown() async throws {
        let explainer = try Explainer(
            [.script(counting)], options: HostOptions(), store: MemoryStateStore())
        let explained = try Value(json: try await explainer.json(for: event))
        let step = try #require(explained["steps"]?[0])
        #expect(
            step.object?.pairs.map(\.name) == [
                "event", "delegate", "answer", "reads", "calls", "lines", "emitted",
                "microseconds", "instructions", "allocated",
            ])
        #expect(step["answer"] == "handled")
        #expect(step["lines"]?[0]?["counts"] == ["3": 1, "4": 1, "5": 1])
        #expect(explained["records"]?[0]?["outcome"] == "handled")
    }

    @Test func saysWhatAConditionWanted() async throws {
        let script = Script(
            name: "where.lua",
            source: """
                return { on = "test.*", where = { ["data.stage"] = { "won", "lost" } },
                  execute = function() end }
                """)
        let explainer = try Explainer(
            [.script(script)], options: HostOptions(), store: MemoryStateStore())
        let explained = try Value(json: try await explainer.json(for: event))
        let step = try #require(explained["steps"]?[0])
        #expect(step["answer"] == "not-interested")
        #expect(step["field"] == "where")
        #expect(step["wanted"] == ["data.stage": ["won", "lost"]])
        #expect(step["reason"] == "where: data.stage is not there")
    }
}
