import Perilune
import PeriluneLibrary
import PeriluneTestKit
import Testing

/// A plugin behind the boundary does what the same plugin does compiled in.
struct BoundaryTests {
    private let library: LibraryPlugin

    init() throws { library = try LibraryPlugin(entry: quotaEntry) }

    private func tap(_ take: String?, id: String = "e1", _ more: (String, Value)...) -> Event {
        var data = Value.Members(more)
        data["take"] = take.map { .string($0) }
        return Event(id: id, source: "/d", type: "tap", data: .object(data))
    }

    /// What both make of events.
    private func both(
        _ events: [Event], _ script: String? = nil
    ) async throws -> (own: Host.Results, library: Host.Results) {
        func run(_ plugin: some Plugin) async throws -> Host.Results {
            let host = try await Host {
                plugin
                if let script { Script(name: "rule.lua", source: script) }
            }
            return try await host.process(all: events)
        }
        return (try await run(Quota()), try await run(library))
    }

    private func expectTheSame(_ events: [Event], _ script: String? = nil) async throws {
        let (own, other) = try await both(events, script)
        #expect(own.records == other.records)
        #expect(own.output == other.output)
    }

    @Test func conformsToTheRulesOfPlugins() {
        #expect(PluginConformance.check(library).isEmpty)
        #expect(library.name == "quota")
        #expect(library.version == "1.2.3")
        #expect(library.summary == "Counts what devices do.")
    }

    @Test func delegatesAnswerAsCompiledIn() async throws {
        let words = ["emit", "publish", "default", "pass", "reject", "fail"]
        try await expectTheSame(
            words.enumerated().map { tap($0.element, id: "e\($0.offset)") } + [tap(nil, id: "n")])
    }

    @Test func delegatesEmitToNamedOutputsAsCompiledIn() async throws {
        let events = [tap("emit by name", id: "1"), tap("emit by name", id: "2", ("to", "other"))]
        func run(_ plugin: some Plugin) async throws -> Host.Results {
            var options = HostOptions()
            options.outputs = [NamedOutput("counts")]
            return try await Host(options: options) { plugin }.process(all: events)
        }
        let (own, other) = (try await run(Quota()), try await run(library))
        #expect(own.records == other.records)
        #expect(own.emissions == other.emissions)
        #expect(own.emissions.map(\.output) == [nil, "counts", "counts"])
        #expect(own.records[1].error?.code == "output.unknown")
    }

    @Test func customEventsAreOfferedWithoutAsking() async throws {
        try await expectTheSame([tap("emit", id: "c", ("custom", true)), tap(nil, ("custom", 1))])
    }

    @Test func stateOfDelegatesIsKeptByTheHost() async throws {
        let results = try await both([tap("emit", id: "1"), tap("emit", id: "2")]).library
        #expect(String(decoding: results.output, as: UTF8.self) == "{\"count\":1}\n{\"count\":2}\n")
    }

    @Test func aReleasedDelegateReleasesItsState() throws {
        var registry = Registry()
        try library.register(in: &registry)
        weak var left: NoState?
        do {
            let store = NoState()
            left = store
            _ = try registry.delegates[0].make(
                WorkerContext(worker: 0, modules: [], log: ListLog(), store: store, seed: 1))
        }
        #expect(left == nil)
    }

    @Test func functionsAnswerAsCompiledIn() async throws {
        try await expectTheSame(
            [Event(id: "1", source: "s", type: "ask")],
            """
            local quota = require "quota"
            return { on = "ask", execute = function(event, commander)
                commander:emit(quota.twice(1))
                local _, e = pcall(quota.left, 9)
                commander:emit({ e.code, e.message, e.hint })
            end }
            """)
    }

    @Test func asyncFunctionsAnswerAsCompiledIn() async throws {
        try await expectTheSame(
            [Event(id: "1", source: "s", type: "ask")],
            """
            local quota = require "quota"
            return { on = "ask", execute = function(event, commander)
                commander:emit(quota.reserve("a"))
                local _, e = pcall(quota.reserve, "broken")
                commander:emit({ e.code, e.message })
            end }
            """)
    }

    @Test func argumentsAreCheckedBeforeTheyCross() async throws {
        try await expectTheSame(
            [Event(id: "1", source: "s", type: "ask")],
            "return { on = 'ask', execute = function() require('quota').left('x') end }")
    }

    @Test func conditionsFindTheSameScripts() async throws {
        let script = """
            return { on = "tock", parity = "even", execute = function(_, c) c:emit(1) end }
            """
        try await expectTheSame(
            [1, 2, 3, 4].map {
                Event(id: "\($0)", source: "s", type: "tock", data: ["n": .integer($0)])
            }, script)
    }

    @Test func conditionsRefuseUnknownValues() async throws {
        let error = await #expect(throws: PeriluneError.self) {
            try await Host {
                library
                Script(
                    name: "rule.lua",
                    source: "return { on = 'tock', parity = 'odd', execute = print }")
            }
        }
        #expect(error != nil)
    }

    @Test func logLinesReachTheHost() async throws {
        let log = ListLog()
        let host = try await Host(log: log) {
            library
            Script(
                name: "rule.lua",
                source: "return { on = 'ask', execute = function() require('quota').left(1) end }")
        }
        _ = try await host.process(Event(id: "7", source: "s", type: "ask"))
        // The library's sink, which takes the record at any time, writes lines without an event.
        let lines = log.lines.filter { $0.event != nil }
        #expect(lines.map(\.message) == ["asked"])
        #expect(lines.map(\.event) == ["7"])
    }

    @Test func settingsReachThePlugin() throws {
        let plugin = try LibraryPlugin(entry: quotaEntry, settings: ["limit": 9])
        #expect(plugin.name == "quota")
        let error = #expect(throws: PeriluneError.self) {
            try LibraryPlugin(entry: quotaEntry, settings: ["limit": "many"])
        }
        #expect(error?.message == "limit is a number")
    }

    @Test func aDryRunIsAnsweredByThePlugin() async throws {
        var options = HostOptions()
        options.isDryRun = true
        let host = try await Host(options: options) {
            library
            Script(
                name: "rule.lua",
                source: """
                    return { on = "ask", execute = function(_, c) c:emit(require("quota").reserve("a")) end }
                    """)
        }
        let results = try await host.process(all: [Event(id: "7", source: "s", type: "ask")])
        #expect(String(decoding: results.output, as: UTF8.self) == "{\"dry\":true}\n")
    }
}

private final class NoState: StateStore {
    func load(script: String, key: String) -> [UInt8]? { nil }
    func save(_ changes: [StateChange], position: InputPosition?) {}
    func position(of log: String) -> InputPosition? { nil }
}
