import Foundation
import PeriluneCore
import PeriluneFiles
import PeriluneJSON
import PeriluneLua
import PeriluneStore
import PeriluneTestKit
import Testing

@testable import Perilune

/// Timers: calls of `onTimer` at a time of events.
struct TimerTests {
    private struct Collector: LogProcessor.Sink {
        var output: [UInt8] = []
        var summary = Summary()
        var lines: [String] {
            String(decoding: output, as: UTF8.self).split(separator: "\n").map { String($0) }
        }

        mutating func write(_ results: [BatchResult], of chunk: Chunk, log: String) {
            output += Segments.merged(results.map(\.output))
            for result in results { summary += result.summary }
        }

        mutating func flush() {}
    }

    /// Emits `set KEY` for events and `NAME KEY` for timers.
    private func rule(_ execute: String, onTimer: String = "") -> String {
        """
        local timer = require "timer"
        local d = { on = "test", key = "data.k" }
        function d:execute(event, commander)
          \(execute)
        end
        function d:onTimer(name, commander, event)
          \(onTimer)
          commander:emit(name .. " " .. event.data.key .. " " .. event.time:sub(15, 19))
        end
        return d
        """
    }

    /// An event at a minute and second.
    private func event(_ key: String, at time: String, _ data: String = "") -> String {
        #"{"specversion":"1.0","id":"\#(time)","source":"s","type":"test","time":"2026-01-01T00:\#(time)Z","data":{"k":\#(key)\#(data)}}"#
    }

    private func run(
        _ source: String, _ lines: [String], workers: Int = 1,
        store: any StateStore = MemoryStateStore()
    ) async throws -> Collector {
        let file = try TemporaryFile(Array((lines.joined(separator: "\n") + "\n").utf8))
        var options = HostOptions()
        options.workers = workers
        let host = try await Host(options: options, store: store) {
            Script(name: "rule.lua", source: source)
        }
        var sink = Collector()
        try await LogProcessor(host).run([file.path], into: &sink)
        withExtendedLifetime(file) {}
        #expect(addsUp(sink.summary))
        return sink
    }

    @Test(arguments: [1, 2, 4])
    func areCalledInTheOrderOfTheirTimesBeforeTheEventThatPassesThem(_ workers: Int) async throws {
        let sink = try await run(
            rule("timer.after(event.data.d) commander:emit('event ' .. event.data.k)"),
            [
                event(#""a""#, at: "00:00", #","d":"5m""#),
                event(#""b""#, at: "00:01", #","d":"1m""#),
                event(#""c""#, at: "06:00", #","d":"1h""#),
                event(#""b""#, at: "06:01", #","d":"2h""#),
            ], workers: workers)
        #expect(
            sink.lines == [
                "\"event a\"", "\"event b\"", "\"timer b 01:01\"", "\"timer a 05:00\"",
                "\"event c\"", "\"event b\"", "\"timer c 06:00\"", "\"timer b 06:01\"",
            ])
        #expect(sink.summary.read == 4)
        #expect(sink.summary.timers == 4)
    }

    @Test func ofTheSameNameReplaceEachOther() async throws {
        let sink = try await run(
            rule("timer.after('10m')"),
            [event("1", at: "00:00"), event("1", at: "09:00"), event("2", at: "18:00")])
        #expect(sink.lines == ["\"timer 1 19:00\"", "\"timer 2 28:00\""])
    }

    @Test func areCancelled() async throws {
        let sink = try await run(
            rule("if event.data.stop then timer.cancel() else timer.after('10m') end"),
            [event("1", at: "00:00"), event("1", at: "01:00", #","stop":true"#)])
        #expect(sink.lines.isEmpty)
    }

    @Test func ofEventsThatFailAreNotSet() async throws {
        let sink = try await run(
            rule("timer.after('1m') error('no')"),
            [event("1", at: "00:00"), event("1", at: "09:00")])
        #expect(sink.lines.isEmpty)
        #expect(sink.summary.failed == 2)
    }

    @Test func thatFailAreNotCalledAgain() async throws {
        let sink = try await run(
            rule("timer.after('1m')", onTimer: "if event.data.key == '1' then error('no') end"),
            [event("1", at: "00:00"), event("2", at: "05:00"), event("2", at: "07:00")])
        #expect(sink.lines == ["\"timer 2 06:00\"", "\"timer 2 08:00\""])
        #expect(sink.summary.failed == 1)
    }

    /// The number of seconds of a time with microseconds is a little less than the time.
    @Test func areDueAtTheWholeMicrosecondThatIsMeant() async throws {
        let source = """
            local timer = require "timer"
            return { on = "test",
              execute = function(event) timer.at(1767225600.0 + event.data.k / 1e6) end,
              onTimer = function(name, commander, event) commander:emit(event.time) end }
            """
        let microseconds = [1, 249_999, 300_007, 999_999]
        for number in microseconds {
            let sink = try await run(source, [event("\(number)", at: "00:00")])
            #expect(
                sink.lines == [
                    "\"\(Timestamp(microseconds: 1_767_225_600_000_000 + Int64(number)))\""
                ])
        }
    }

    @Test func canSetThemselvesAgain() async throws {
        let sink = try await run(
            rule(
                "if event.data.go then timer.at(time.now() + 60, 'tick') end",
                onTimer: "timer.after('1m', name)"
            )
            .replacingOccurrences(
                of: "local timer", with: "local time = require 'time' local timer"),
            [event("1", at: "00:00", #","go":true"#), event("2", at: "03:30")])
        #expect(
            sink.lines == [
                "\"tick 1 01:00\"", "\"tick 1 02:00\"", "\"tick 1 03:00\"", "\"tick 1 04:00\"",
            ])
    }

    @Test func cannotSetThemselvesWithoutEnd() async throws {
        let sink = try await run(
            rule("timer.after('1m')", onTimer: "timer.after('0s')"), [event("1", at: "00:00")])
        #expect(sink.summary.failed == 1)
    }

    @Test func outliveTheRunInAStore() async throws {
        let store = MemoryStateStore()
        let file = try TemporaryFile(Array((event("1", at: "00:00") + "\n").utf8))
        let source = rule("timer.after('10m')")
        // Embedders end no logs, so the timer stays.
        let first = try await Host(store: store) { Script(name: "rule.lua", source: source) }
        _ = try await first.process(Event(json: Array(event("1", at: "00:00").utf8)))
        let second = try await Host(store: store) { Script(name: "rule.lua", source: source) }
        let results = try await second.process(all: [
            Event(json: Array(event("2", at: "30:00").utf8))
        ])
        #expect(results.text == "\"timer 1 10:00\"\n")
        withExtendedLifetime(file) {}
    }

    /// Lets a script stop the run that it is part of.
    private struct Stopping: Plugin {
        let journal: Journal
        var name: String { "stopping" }

        func register(in registry: inout Registry) throws(PeriluneError) {
            let journal = journal
            try registry.add(
                HostModule(
                    "run", "Stops.",
                    [
                        HostFunction(
                            "stop", "Stops.", [],
                            .sync { _, _ in
                                journal.note("stop")
                                return Optional<Value>.none
                            })
                    ]))
        }
    }

    @Test func atTheEndAreNotCalledAfterTheRunWasStopped() async throws {
        let file = try TemporaryFile(Array((event("1", at: "00:00") + "\n").utf8))
        let journal = Journal()
        let source = rule(
            "timer.after('1m', 'first') timer.after('2m', 'second')",
            onTimer: "require('run').stop()")
        let host = try await Host {
            Stopping(journal: journal)
            Script(name: "rule.lua", source: source)
        }
        var processor = LogProcessor(host)
        processor.shouldStop = { journal.notes.contains("stop") }
        var sink = Collector()
        let isWhole = try await processor.run([file.path], into: &sink)
        withExtendedLifetime(file) {}
        #expect(sink.lines == ["\"first 1 01:00\""])
        #expect(!isWhole)
    }

    @Test func reachOnlyTheirScript() async throws {
        let other = Script(
            name: "other.lua",
            source:
                "return { on = '*', execute = function(e, c) c:emit(e.type) return c:pass() end }")
        let host = try await Host {
            other
            Script(name: "rule.lua", source: rule("timer.after('1m')"))
        }
        let results = try await host.process(all: [
            Event(json: Array(event("1", at: "00:00").utf8)),
            Event(json: Array(event("1", at: "02:00").utf8)),
        ])
        #expect(results.text == "\"test\"\n\"timer 1 01:00\"\n\"test\"\n")
    }

    @Test func shareTheKeyHoweverItIsSpelled() async throws {
        let sink = try await run(
            rule("timer.after('10m')"),
            [event(#""caf\u00e9""#, at: "00:00"), event(#""café""#, at: "05:00")], workers: 2)
        #expect(sink.lines == ["\"timer café 15:00\""])
    }

    @Test func needAFunctionToCall() async {
        await #expect(throws: PeriluneError.self) {
            try await Host {
                Script(
                    name: "rule.lua",
                    source: "local timer = require 'timer' return { execute = function() end }")
            }
        }
    }

    /// Sessions, computed by the script and by a loop over the events.
    @Test(arguments: [1, 2, 3, 4])
    func makeTheSessionsThatALoopFinds(_ seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let gap = 120
        var time = 0
        var events: [(key: Int, time: Int)] = []
        for _ in 0..<400 {
            time += Int.random(in: 0...9, using: &random)
            events.append(
                (
                    Int.random(in: 0..<8, using: &random),
                    max(0, time - Int.random(in: 0...20, using: &random))
                ))
        }
        var expected: [String] = []
        var open: [Int: (count: Int, due: Int)] = [:]
        var clock = 0
        func close(_ isDue: (Int) -> Bool) {
            let due = open.filter { isDue($0.value.due) }.sorted {
                ($0.value.due, FNV1a(String($0.key)).value) < (
                    $1.value.due, FNV1a(String($1.key)).value
                )
            }
            for (key, session) in due {
                expected.append("\"\(key) \(session.count)\"")
                open[key] = nil
            }
        }
        for (key, time) in events {
            clock = max(clock, time)
            close { $0 <= clock }
            open[key] = ((open[key]?.count ?? 0) + 1, time + gap)
        }
        close { _ in true }
        let source = """
            local state, timer = require "state", require "timer"
            return { on = "test", key = "data.k",
              execute = function(event) state.n = (state.n or 0) + 1 timer.after("\(gap)s") end,
              onTimer = function(name, commander, event)
                commander:emit(event.data.key .. " " .. state.n)
                state.n = nil
              end }
            """
        let lines = events.map { event in
            let text = [event.time / 60, event.time % 60].map { String(format: "%02d", $0) }
            return self.event("\(event.key)", at: text.joined(separator: ":"))
        }
        for workers in [1, 2, 4] {
            #expect(try await run(source, lines, workers: workers).lines == expected)
        }
    }
}
