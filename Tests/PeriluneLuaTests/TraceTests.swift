import Foundation
import PeriluneCore
import PeriluneFiles
import PeriluneLua
import Synchronization
import Testing

@testable import Perilune

/// Each fact that a trace tells, against scripts that are read by eye.
struct TraceTests {
    private func explain(
        _ source: String, _ data: String = "{}", modules: [HostModule] = [],
        limits: ScriptLimits = ScriptLimits(time: .milliseconds(2000)),
        store: MemoryStateStore? = nil
    ) async throws -> Explanation {
        let lab = Lab(limits: limits, modules: modules, store: store ?? MemoryStateStore())
        return try await lab.host(lab.script(source)).explain(.test(data))
    }

    private func trace(
        of body: String, _ data: String = "{}", modules: [HostModule] = []
    ) async throws -> DelegateTrace {
        let source = "return { execute = function(event, commander)\n\(body)\nend }"
        let explanation = try await explain(source, data, modules: modules)
        return try #require(explanation.steps.first?.trace)
    }

    private func reads(_ body: String, _ data: String) async throws -> [String] {
        try await trace(of: body, data).reads.map { read in
            switch read.found {
            case .nothing: "\(read.path) is not there"
            case .value(let value): "\(read.path) = \(value.json)"
            case .table(let count): "\(read.path) has \(count)"
            }
        }
    }

    @Test func listsFieldsWithTheirValues() async throws {
        let reads = try await reads(
            "local a, b = event.data.x.y, event.data.list[2] return a == b, event.data.x.y, event.id",
            #"{"x":{"y":1},"list":[true,"z"],"other":5}"#)
        #expect(reads == ["data.x.y = 1", "data.list[2] = \"z\"", "id = \"1\""])
    }

    @Test func tellsNumbersThatDoNotFitWithWhatIsBesideThem() async throws {
        let data = #"{"a":{"n":1e400,"password":98765432109876543210,"list":["hunter2"]}}"#
        let reads = try await reads("commander:emit(event.data.a)", data)
        #expect(
            reads == [
                #"data.a = {"n":"1e400","password":"98765432109876543210","list":["hunter2"]}"#
            ])
    }

    @Test(arguments: [
        ("data.password", "***"), ("data.token.list[1]", "***"), (#"data["api key"]"#, "***"),
        ("data.passwordx", "x"),
    ])
    func masksWhatIsInASecret(path: String, shown: Value) {
        let read = DelegateTrace.Read(path: path, found: .value("x"))
        #expect(read.masked("x") { Redaction.redact($0) } == shown)
        #expect(read.masked(nil) { Redaction.redact($0) } == nil)
    }

    @Test func listsMissingFields() async throws {
        let reads = try await reads(
            "local a, b = event.data.naem, event.data.list[3] local c = event[\"a b\"]",
            #"{"name":1,"list":[1]}"#)
        #expect(
            reads == [
                "data.naem is not there", "data.list[3] is not there",
                "[\"a b\"] is not there",
            ])
    }

    @Test func listsTablesThatAreReadAsAWhole() async throws {
        let data = #"{"x":{"y":1},"list":[1,2],"z":{"a":1}}"#
        #expect(
            try await reads(
                "commander:emit(event.data.x) local n = #event.data.list local held = event.data.z",
                data) == [
                    "data.x = {\"y\":1}", "data.list = [1,2]", "data.z = {\"a\":1}",
                ])
        #expect(
            try await reads("for k, v in pairs(event.data.x) do end", data)
                == ["data.x = {\"y\":1}"])
    }

    @Test func showsTheCountOfLongTables() async throws {
        let list = (0..<300).map(String.init).joined(separator: ",")
        #expect(
            try await reads("commander:emit(event.data)", "[\(list)]") == ["data has 300"])
    }

    @Test func namesWithEscapesAreFound() async throws {
        #expect(
            try await reads("local a = event.data.ab", #"{"\u0061b":"\n"}"#)
                == ["data.ab = \"\\n\""])
    }

    @Test func listsEachFieldOnce() async throws {
        let trace = try await trace(
            of: "for i = 1, 1000 do local a = event.data.x end", #"{"x":1}"#)
        #expect(trace.reads.count == 1)
        #expect(!trace.isCut)
    }

    @Test func saysWhenTheListWasCut() async throws {
        let trace = try await trace(
            of: "for i = 1, 1000 do local a = event.data[\"n\" .. i] end")
        // The table on the way is not told.
        #expect(trace.reads.count == 511)
        #expect(trace.isCut)
    }

    @Test func listsLinesThatRan() async throws {
        let explanation = try await explain(
            """
            local function double(x)
              return 2 * x
            end
            return {
              shouldHandle = function(event) return event.id == "1" end,
              execute = function(event, commander)
                local sum = 0
                for i = 1, 3 do
                  sum = sum + double(i)
                end
                if sum > 100 then
                  sum = 0
                end
                commander:emit(sum)
              end,
            }
            """)
        let file = try #require(explanation.steps.first?.trace?.files.first)
        #expect(file.file == "rule.lua")
        #expect(file.counts[2] == 3)
        #expect(file.counts[9] == 3)
        #expect(file.counts[5] == 1)
        #expect(file.counts[12] == nil)
        #expect(file.counts[3] == nil || file.counts[3] == 3)
        #expect([14, 15].contains(file.last))
    }

    @Test func listsLinesInCoroutinesOfTheScript() async throws {
        let trace = try await trace(
            of: """
                local co = coroutine.wrap(function()
                  coroutine.yield(1)
                  return 2
                end)
                return co() == co()
                """)
        #expect(trace.files.first?.counts.keys.sorted() == [2, 3, 4, 5, 6])
    }

    @Test func namesTheLineWhereShouldHandleReturnedFalse() async throws {
        let explanation = try await explain(
            """
            return {
              shouldHandle = function(event)
                if event.data.code then
                  return false
                end
                return true
              end,
              execute = function() end,
            }
            """, #"{"code":2}"#)
        let step = try #require(explanation.steps.first)
        guard case .declined = step.answer else {
            Issue.record("it did not say no")
            return
        }
        #expect(step.trace?.files.first?.last == 4)
        #expect(step.trace?.reads.map(\.path) == ["data.code"])
    }

    @Test func listsHostCallsWithArgumentsAndAnswers() async throws {
        let module = HostModule(
            "probe", "For tests.",
            [
                HostFunction(
                    "_add", "Adds.", [.init("a", .any, ""), .init("b", .any, "")],
                    .sync { values, _ in
                        .integer((values[0].integer ?? 0) + (values[1].integer ?? 0))
                    }),
                HostFunction(
                    "fail", "Fails.", [],
                    .sync { _, _ throws(PeriluneError) in
                        throw PeriluneError("probe.failed", "no")
                    }),
                HostFunction(
                    "later", "Answers later.", [.init("a", .any, "")],
                    .async { values, _ in .array(values) }),
            ])
        let trace = try await trace(
            of: """
                local probe = require "probe"
                local sum = probe._add(1, 2)
                pcall(probe.fail)
                local a = event.data.x
                probe.later({ n = sum })
                local b = event.data.y
                commander:publish({ type = "test.more" })
                """, #"{"x":1,"y":2}"#, modules: [module])
        #expect(
            trace.calls.map(\.name) == [
                "probe.add", "probe.fail", "probe.later", "commander:publish",
            ])
        #expect(trace.calls.map(\.arguments).prefix(3) == [[1, 2], [], [["n": 3]]])
        #expect(
            trace.calls.map(\.answer) == [
                .returned(3), .failed(code: "probe.failed", message: "no"),
                .returned([["n": 3]]), .returned(nil),
            ])
        // What was noted before the wait and after it is one.
        #expect(trace.reads.map(\.path) == ["data.x", "data.y"])
        #expect(trace.files.first?.counts.keys.sorted() == [2, 3, 4, 5, 6, 7, 8, 9])
    }

    @Test func listsEmittedValues() async throws {
        let trace = try await trace(of: "commander:emit(1) commander:emit({ a = event.id })")
        #expect(trace.emitted == ["1", #"{"a":"1"}"#])
    }

    @Test func countsInstructionsAndMemory() async throws {
        let small = try await trace(of: "local a = 1")
        let large = try await trace(of: "local t = {} for i = 1, 1000 do t[i] = { i } end")
        #expect((1...10).contains(small.instructions))
        #expect((4000...10_000).contains(large.instructions))
        #expect(small.allocated < 1000)
        #expect(large.allocated > 1000 * 56)
    }

    @Test func tracingDoesNotChangeTheDecision() async throws {
        let body = """
            local t = {}
            for i = 1, 200 do t[i] = event.data.list[i % 3 + 1] * math.random(100) end
            commander:emit(t)
            """
        let lab = Lab()
        let host = try await lab.host(lab.rule(body))
        let event = Event.test(#"{"list":[1,2,3]}"#)
        let plain = try await host.process(all: [event])
        let watched = try await host.explain(event)
        let after = try await host.process(all: [event])
        #expect(plain.output == watched.results.output)
        #expect(plain.output == after.output)
        #expect(plain.records == watched.results.records)
    }

    @Test func tracingDoesNotChangeTheMemoryLimit() async throws {
        let lab = Lab(limits: ScriptLimits(memory: 1 << 20, time: .milliseconds(2000)))
        let host = try await lab.host(
            lab.rule("for i = 1, 50000 do local t = { i, { i } } end commander:emit(1)"))
        let watched = try await host.explain(.test("{}"))
        #expect(watched.results.lines == ["1"])
        let kept = try await lab.host(lab.rule("local t = {} while true do t = { t, t } end"))
        let over = try await kept.explain(.test("{}"))
        #expect(over.results.records.first?.error?.code == "script.memory")
    }

    @Test func tracingDoesNotChangeTheInstructionLimit() async throws {
        for count in [2000, 3000, 5000, 9000] {
            let lab = Lab(limits: ScriptLimits(time: .milliseconds(0), instructions: count))
            let host = try await lab.host(lab.rule("for i = 1, 1200 do local t = { i } end"))
            let plain = try await host.process(all: [.test("{}")])
            let watched = try await host.explain(.test("{}"))
            #expect(plain.records == watched.results.records)
        }
    }

    @Test func anEndlessLoopIsStoppedWhileTracing() async throws {
        let lab = Lab(limits: ScriptLimits(time: .milliseconds(20)))
        let host = try await lab.host(
            lab.rule(
                "if event.data.stop then return end while true do local t = { pcall(error) } end"))
        let explanation = try await host.explain(.test("{}"))
        #expect(explanation.results.records.first?.error?.code == "script.time")
        #expect(explanation.steps.first?.trace?.reads.map(\.path) == ["data.stop"])
        let next = try await host.process(.test(#"{"stop":true}"#))
        #expect(next.error == nil)
    }

    @Test func listsEveryDelegateInOrder() async throws {
        let lab = Lab()
        let host = try await lab.host(
            lab.script("return { on = \"link.*\", execute = function() end }", name: "a.lua"),
            lab.script("return { execute = function(_, c) return c:pass() end }", name: "b.lua"),
            lab.script("return { execute = function() end }", name: "c.lua"),
            lab.script("return { on = \"crm.*\", execute = function() end }", name: "d.lua"),
            lab.script("return { execute = function() end }", name: "e.lua"))
        let steps = try await host.explain(.test("{}")).steps
        #expect(steps.map(\.delegate) == ["a.lua", "b.lua", "c.lua", "d.lua", "e.lua"])
        guard case .notInterested(let mismatch) = steps[0].answer,
            case .replied(.pass) = steps[1].answer, case .replied(.handled) = steps[2].answer,
            case .notInterested = steps[3].answer, case .notReached = steps[4].answer
        else {
            Issue.record("\(steps.map(\.answer))")
            return
        }
        #expect(mismatch.field == "type")
        #expect(mismatch.wanted == ["link.*"])
        #expect(mismatch.reason == "type is test.event, not link.*")
    }

    @Test func separatesPublishedEvents() async throws {
        let lab = Lab()
        let host = try await lab.host(
            lab.script(
                """
                return { on = "test.event", execute = function(event, commander)
                  commander:publish({ type = "test.more", data = { n = 1 } })
                end }
                """, name: "a.lua"),
            lab.script(
                "return { on = \"test.more\", execute = function(event) return event.data.n > 1 end }",
                name: "b.lua"))
        let steps = try await host.explain(.test("{}")).steps
        #expect(steps.map(\.delegate) == ["a.lua", "b.lua", "a.lua", "b.lua"])
        #expect(steps.map(\.event) == ["1", "1", "1/a/1", "1/a/1"])
        #expect(steps[3].trace?.reads.map(\.path) == ["data.n"])
    }

    @Test func linkScriptsReadTheirLink() async throws {
        let lab = Lab()
        let host = try await lab.host(
            lab.script("return { on = \"test.*\", executeURL = function(url, commander) end }"))
        let explanation = try await host.explain(.test(#"{"url":"mstr://?evt=1"}"#))
        #expect(
            explanation.steps.first?.trace?.reads == [
                .init(path: "data.url", found: .value("mstr://?evt=1")),
                .init(path: "data.view", found: .nothing),
            ])
    }

    @Test func theNextEventOfTheWorkerIsNotTraced() async throws {
        let lab = Lab()
        let host = try await lab.host(lab.rule("commander:emit(event.id)"))
        let told = Mutex(0)
        _ = try await host.workers[0].explain(.test("{}")) { _ in told.withLock { $0 += 1 } }
        let log = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).jsonl")
        try Data(Event.test("{}", id: "3").json).write(to: log)
        defer { try? FileManager.default.removeItem(at: log) }
        var sink = Nowhere()
        try await LogProcessor(host).run([log.path], into: &sink)
        #expect(told.withLock(\.self) == 1)
    }

    private struct Nowhere: LogProcessor.Sink {
        func write(_ results: [BatchResult], of chunk: Chunk, log: String) {}
        func flush() {}
    }

    @Test func anInterleavedEventOfTheWorkerIsNotTraced() async throws {
        let gate = Gate()
        let lab = Lab(modules: [gate.module])
        let host = try await lab.host(
            lab.script(
                """
                local gate = require "gate"
                return { execute = function(event)
                  if event.data.wait then gate.wait("g") end
                  return event.data.wait == event.data.other
                end }
                """))
        async let explained = host.explain(.test(#"{"wait":true}"#, id: "1", source: "a"))
        await gate.reached("g")
        _ = try await host.process(.test(#"{"other":1}"#, id: "2", source: "b"))
        await gate.open("g")
        let steps = try await explained.steps
        #expect(steps.map(\.event) == ["1"])
        #expect(
            steps.first?.trace?.reads.map(\.path) == ["data.wait", "data.other"])
    }
}
