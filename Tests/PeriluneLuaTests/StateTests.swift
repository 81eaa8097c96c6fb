import Foundation
import Perilune
import PeriluneCore
import PeriluneFiles
import PeriluneLua
import PeriluneStore
import Testing

/// `state`: a table for each script and key.
struct StateTests {
    private let lab = Lab()
    private let before = #"local state = require "state""#
    private let count = "state.n = (state.n or 0) + 1 commander:emit(state.n)"

    private func lines(
        _ body: String, fields: String = "", before more: String = "", _ events: Event...
    ) async throws -> [String] {
        try await lab.run(lab.rule(body, before: before + "\n" + more, fields: fields), events)
            .lines
    }

    @Test func belongsToTheSource() async throws {
        let lines = try await lines(
            count, .test("{}", source: "a"), .test("{}", source: "b"), .test("{}", source: "a"))
        #expect(lines == ["1", "1", "2"])
    }

    @Test func belongsToThePartitionKeyIfThereIsOne() async throws {
        let events = ["a", "b", "a"].enumerated().map {
            Event(id: "\($0)", source: "\($0)", type: "test.event", partitionKey: $1)
        }
        let lines = try await lab.run(lab.rule(count, before: before), events).lines
        #expect(lines == ["1", "1", "2"])
    }

    @Test(arguments: [
        (#"key = "data.account","#, ["1", "1", "2"]), (#"key = "all","#, ["1", "2", "3"]),
        (#"key = "type","#, ["1", "2", "3"]), (#"key = "id","#, ["1", "1", "1"]),
        (#"key = "data.absent","#, ["1", "2", "3"]),
        ("key = function(event) return event.data.account end,", ["1", "1", "2"]),
        ("key = function(event) return #event.data.account end,", ["1", "2", "3"]),
    ])
    func belongsToTheKeyThatTheScriptNames(_ fields: String, _ expected: [String]) async throws {
        let lines = try await lines(
            count, fields: fields, .test(#"{"account":"x"}"#, id: "1"),
            .test(#"{"account":"y"}"#, id: "2"), .test(#"{"account":"x"}"#, id: "3"))
        #expect(lines == expected)
    }

    @Test func keyAllIsNotAnAttributeOfTheEvent() async throws {
        func event(_ value: String) -> Event {
            Event(
                json: Array(
                    #"{"specversion":"1.0","id":"1","source":"s","type":"test.event","all":"\#(value)"}"#
                        .utf8))
        }
        let lines = try await lines(
            count, fields: #"key = "all","#, event("x"), event("y"))
        #expect(lines == ["1", "2"])
    }

    @Test func aKeyIsAStringOrAWholeNumber() async throws {
        let rule = lab.rule(count, before: before, fields: "key = function() return {} end,")
        let error = try #require(try await lab.run(rule, [.test("{}")]).records[0].error)
        #expect(error.message.contains("key must return a string or an integer"))
    }

    @Test func aKeyFunctionThatFailsLeavesNoEmptyKey() async throws {
        let rule = lab.rule(
            "local ok, e = pcall(function() state.n = 1 end) \(count)", before: before,
            fields: "key = function(event) return event.data.k.x end,")
        let results = try await lab.run(rule, [.test("{}")])
        #expect(results.records[0].outcome == .failed)
        #expect(results.lines.isEmpty)
    }

    @Test func isSeparateForEachScript() async throws {
        let body = "\(count) return commander:pass()"
        let one = lab.script(
            "local state = require 'state' return { execute = function(event, commander) \(body) end }",
            name: "one.lua")
        let two = lab.script(
            "local state = require 'state' return { execute = function(event, commander) \(body) end }",
            name: "two.lua")
        let results = try await lab.host(one, two).process(all: [.test("{}"), .test("{}", id: "2")])
        #expect(results.lines == ["1", "1", "2", "2"])
    }

    @Test func holdsTablesNullsAndExactNumbers() async throws {
        let lines = try await lines(
            """
            if not state.deep then
                state.deep = { list = { 1, { x = json.null } }, empty = json.array(), big = math.maxinteger }
                state.deep.more = 2.0
            else
                state.deep.list[3] = event.id
                commander:emit(state.deep)
            end
            """, .test("{}"), .test("{}", id: "2"), .test("{}", id: "3"))
        #expect(
            lines
                == ["2", "3"].map {
                    #"{"big":9223372036854775807,"empty":[],"list":[1,{"x":null},"\#($0)"],"more":2.0}"#
                })
    }

    @Test func aFailureForgetsWhatTheEventChanged() async throws {
        let lines = try await lines(
            """
            state.n = (state.n or 0) + 1
            state.list = state.list or {}
            state.list[#state.list + 1] = event.id
            if event.data.fail then error("no") end
            commander:emit({ state.n, state.list })
            """, .test("{}", id: "1"), .test(#"{"fail":true}"#, id: "2"), .test("{}", id: "3"))
        #expect(lines == [#"[1,["1"]]"#, #"[2,["1","3"]]"#])
    }

    @Test func aKillForgetsOnlyWhatTheEventChanged() async throws {
        let lab = Lab(limits: ScriptLimits(time: .milliseconds(50)))
        let rule = lab.rule(
            "state.n = (state.n or 0) + 1 if event.data.loop then while true do end end commander:emit(state.n)",
            before: before)
        let results = try await lab.run(
            rule, [.test("{}"), .test(#"{"loop":true}"#, id: "2"), .test("{}", id: "3")])
        #expect(results.lines == ["1", "2"])
    }

    @Test func aPartOfTheEventIsStoredAsACopy() async throws {
        let lines = try await lines(
            """
            if state.last then commander:emit({ state.last.x, state.nested[1].x }) end
            state.last = event.data
            state.nested = { json.with(event.data, { y = 1 }) }
            """, .test(#"{"x":1}"#), .test(#"{"x":2}"#, id: "2"), .test(#"{"x":3}"#, id: "3"))
        #expect(lines == ["[1,1]", "[2,2]"])
    }

    @Test func aValueThatIsNotJSONFailsTheEventAndIsDiscarded() async throws {
        let rule = lab.rule(
            "state.n = (state.n or 0) + 1 if event.data.f then state.f = error end commander:emit(state.n)",
            before: before)
        let results = try await lab.run(
            rule, [.test("{}"), .test(#"{"f":1}"#, id: "2"), .test("{}", id: "3")])
        #expect(results.records.map(\.outcome) == [.handled, .failed, .handled])
        #expect(results.lines == ["1", "2"])
    }

    @Test func canBeIterated() async throws {
        let lines = try await lines(
            "state.b = 1 state.a = 2 for name, value in pairs(state) do commander:emit({ name, value }) end",
            .test("{}"))
        #expect(lines == [#"["a",2]"#, #"["b",1]"#])
    }

    @Test(arguments: ["state[1.5] = 1", "state[true] = 1", "state[{}] = 1"])
    func itsKeysAreNamesAndWholeNumbers(_ body: String) async throws {
        let error = try await lab.error(body, before: before)
        #expect(error.message.contains("the keys of state must be strings or integers"))
    }

    @Test func isRequiredAtTheTop() async throws {
        let error = try await lab.error("local state = require 'state' state.x = 1")
        #expect(error.message.contains("at the top of the file"))
    }

    @Test func manyKeysAreAllRemembered() async throws {
        let rule = lab.rule(count, before: before)
        let events = (0..<2500).map { Event.test("{}", id: "\($0)", source: "\($0)") }
        let host = try await lab.host(rule)
        _ = try await host.process(all: events)
        let again = try await host.process(all: events)
        #expect(again.lines == Array(repeating: "2", count: 2500))
    }

    @Test func metatablesAndSharedTablesDoNotOutliveTheEvent() async throws {
        // Metatables are not in the JSON, so the result must not depend on which keys came in
        // between.
        let lines = try await lines(
            """
            commander:emit({ state.list and state.list.n or 0, getmetatable(state.list or {}) == nil })
            state.list = shared
            shared.n = shared.n + 1
            """,
            before:
                "local shared = setmetatable({ n = 0 }, { __index = function() return 'kept' end })",
            .test("{}", source: "a"), .test("{}", id: "2", source: "b"),
            .test("{}", id: "3", source: "a"))
        #expect(lines == ["[0,true]", "[0,true]", "[1,true]"])
    }

    @Test func theMemoryLimitDoesNotDependOnTheNumberOfWorkers() async throws {
        // Together the keys need several times the limit.
        let lab = Lab(limits: ScriptLimits(memory: 8 << 20, time: .milliseconds(20_000)))
        let rule = lab.rule(
            """
            state.list = state.list or {}
            for i = 1, 4000 do state.list[i] = { i } end
            commander:emit(#state.list)
            """, before: before)
        let log = (0..<60).map { number in
            String(
                decoding: Event.test("{}", id: "\(number)", source: "s\(number % 30)").json,
                as: UTF8.self)
        }.joined(separator: "\n")
        for workers in [1, 2, 4] {
            let output = try await output(of: log, rule, workers: workers)
            #expect(output == String(repeating: "4000\n", count: 60), "\(workers) workers")
        }
    }

    @Test func isRestoredFromAFile() async throws {
        let file = FileManager.default.temporaryDirectory.appending(
            path: "perilune-\(UUID().uuidString).sqlite")
        defer { try? FileManager.default.removeItem(at: file) }
        for expected in 1...3 {
            var lab = lab
            lab.store = try SQLiteStateStore(path: file.path)
            let lines = try await lab.run(
                lab.rule(
                    "state.n = (state.n or 0) + 1 state.t = { json.null, json.array() } commander:emit({ state.n, state.t })",
                    before: before), [.test("{}")]
            ).lines
            #expect(lines == ["[\(expected),[null,[]]]"])
        }
    }

    @Test(arguments: ["", #"key = "data.account","#, #"key = "all","#])
    func twoWorkersWriteTheSameAsOne(_ fields: String) async throws {
        let rule = lab.rule(
            "state.n = (state.n or 0) + 1 commander:emit({ event.id, state.n, math.random(1000) })",
            before: before, fields: fields)
        let log = (0..<400).map { number in
            String(
                decoding: Event.test(
                    #"{"account":"\#(number % 7)"}"#, id: "\(number)", source: "s\(number % 11)"
                ).json, as: UTF8.self)
        }.joined(separator: "\n")
        let one = try await output(of: log, rule, workers: 1)
        let two = try await output(of: log, rule, workers: 2)
        #expect(one == two)
        #expect(one.split(separator: "\n").count == 400)
    }

    private func output(of log: String, _ rule: Script, workers: Int) async throws -> String {
        var options = HostOptions()
        options.workers = workers
        let host = try await Perilune.Host(options: options) { rule }
        let file = FileManager.default.temporaryDirectory.appending(
            path: "perilune-\(UUID().uuidString).jsonl")
        try Data(log.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let source = try LogSource(path: file.path)
        let ordering = host.registry.delegates.first?.ordering
        var text: [UInt8] = []
        while let chunk = try source.next() {
            var lanes: [Segments] = []
            for number in 0..<workers {
                var lane = Lane.only
                (lane.ordering, lane.number, lane.count) = (ordering, number, workers)
                let batch = EventBatch(chunk: chunk, log: "log", lane: lane)
                lanes.append(await host.process(batch, on: number).output)
            }
            if workers == 1 {
                lanes[0].forEach { text.append(contentsOf: $0) }
            } else {
                Segments.merge(lanes) { text.append(contentsOf: $0) }
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
