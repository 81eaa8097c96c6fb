import Foundation
import Perilune
import PeriluneCore
import PeriluneStore
import PeriluneTestKit
import StreamsPlugin
import Testing

/// Windows, computed by the module and by loops over the events.
struct WindowTests {
    private static func rule(_ window: String) -> String {
        """
        local window, aggregate = require "window", require "aggregate"
        local w = \(window)
        return { on = "test", key = "data.k",
          execute = function(event, commander)
            if not w:add(event) then commander:emit("late " .. event.id) end
          end,
          onTimer = function(name, commander, event)
            for r in w:closed(event) do
              commander:emit(table.concat({ r.key, r.from, r.to, r.n, r.sum, r.min, r.max, r.mean, r.distinct }, " "))
            end
          end }
        """
    }

    private static let aggregates =
        """
        { n = aggregate.count(), sum = aggregate.sum("data.v"), min = aggregate.min("data.v"),
          max = aggregate.max("data.v"), mean = aggregate.mean("data.v"), distinct = aggregate.distinct("data.v") }
        """

    private static func line(_ key: Int, _ from: Int, _ to: Int, _ values: [Int]) -> String {
        let sum = values.reduce(0, +)
        // Lua writes a float with 14 digits.
        let mean = Double(sum) / Double(values.count)
        return [
            "\(key)", StreamEvent.text(from), StreamEvent.text(to), "\(values.count)", "\(sum)",
            "\(values.min() ?? 0)", "\(values.max() ?? 0)", lua(mean), "\(Set(values).count)",
        ].joined(separator: " ")
    }

    private static func lua(_ number: Double) -> String {
        if number == number.rounded() { return "\(Int(number)).0" }
        var text = String(format: "%.14g", number)
        if text.contains(".") {
            while text.hasSuffix("0") { text.removeLast() }
        }
        return text
    }

    private struct Window: Hashable {
        let key: Int
        let end: Int
    }

    /// An event is in each window around it that is open; only some ends of windows have a result.
    private static func sliding(
        _ events: [StreamEvent], size: Int, slide: Int, lateness: Int,
        where isClosed: (Int) -> Bool = { _ in true }
    ) -> [String] {
        var clock = 0
        var windows: [Window: [Int]] = [:]
        var lines: [String] = []
        for event in events {
            clock = max(clock, event.time)
            var end = event.time - event.time % slide + slide
            var isLate = true
            while end - size <= event.time {
                if end + lateness > clock {
                    windows[Window(key: event.key, end: end), default: []].append(event.value)
                    isLate = false
                }
                end += slide
            }
            if isLate { lines.append("late \(event.id)") }
        }
        return lines
            + windows.filter { isClosed($0.key.end) }
            .map { line($0.key, $0.end - size, $0.end, $1) }
    }

    @Test(arguments: [1, 2, 3, 4, 5], ["nil", "{ lateness = '2s' }"])
    func tumblingAgreeWithALoop(_ seed: UInt64, _ options: String) async throws {
        let events = StreamEvent.random(seed, late: 6000)
        let lines = try await StreamLab.lines(
            Self.rule("window.tumbling('5s', \(Self.aggregates), \(options))"), events)
        let lateness = options == "nil" ? 0 : 2000
        let expected = Self.sliding(events, size: 5000, slide: 5000, lateness: lateness)
        #expect(lines.sorted() == expected.sorted())
        #expect(expected.contains { $0.hasPrefix("late") })
    }

    @Test(arguments: [1, 2, 3, 4, 5], ["nil", "{ lateness = '2s', name = 'w' }"])
    func slidingAgreeWithALoop(_ seed: UInt64, _ options: String) async throws {
        let events = StreamEvent.random(seed, late: 9000)
        let lines = try await StreamLab.lines(
            Self.rule("window.sliding('6s', '2s', \(Self.aggregates), \(options))"), events)
        let lateness = options == "nil" ? 0 : 2000
        let expected = Self.sliding(events, size: 6000, slide: 2000, lateness: lateness)
        #expect(lines.sorted() == expected.sorted())
        #expect(expected.contains { $0.hasPrefix("late") })
    }

    /// Three of four timers in a row, in which also the events of some minutes are missing.
    @Test(arguments: [1, 2, 3], ["nil", "{ lateness = '2s' }"])
    func closeEvenIfOtherTimersFail(_ seed: UInt64, _ options: String) async throws {
        let events = StreamEvent.random(seed, late: 9000).map {
            StreamEvent(
                id: $0.id, key: $0.key, time: $0.time + $0.id / 50 * 180_000, value: $0.value)
        }
        let rule = Self.rule("window.sliding('20s', '2s', \(Self.aggregates), \(options))")
            .replacing(
                "for r in",
                with:
                    "if tonumber(name:match('%d+$')) // 2000000 % 4 > 0 then error('no') end for r in"
            )
        let lateness = options == "nil" ? 0 : 2000
        func windows(where isClosed: (Int) -> Bool) -> [String] {
            Self.sliding(events, size: 20_000, slide: 2000, lateness: lateness, where: isClosed)
        }
        let found = try await StreamLab.failing(rule, events)
        let expected = windows { $0 % 8000 == 0 }
        #expect(found.lines.sorted() == expected.sorted())
        #expect(found.failed == windows { _ in true }.count - expected.count)
    }

    /// Sessions are lists of events; one joins all that it is near to.
    private static func sessions(
        _ events: [StreamEvent], gap: Int, lateness: Int
    ) -> [String] {
        var clock = 0
        var open: [Int: [[StreamEvent]]] = [:]
        var lines: [String] = []
        func times(_ session: [StreamEvent]) -> [Int] { session.map(\.time).sorted() }
        func close(_ key: Int, _ session: [StreamEvent]) {
            let times = times(session)
            lines.append(line(key, times[0], times[times.count - 1], session.map(\.value)))
        }
        for event in events {
            clock = max(clock, event.time)
            for key in open.keys.sorted() {
                let isClosed: ([StreamEvent]) -> Bool = {
                    (times($0).last ?? 0) + gap + lateness <= clock
                }
                for session in (open[key] ?? []).filter(isClosed) { close(key, session) }
                open[key]?.removeAll(where: isClosed)
            }
            let isNear: ([StreamEvent]) -> Bool = {
                $0.contains { abs($0.time - event.time) < gap }
            }
            let near = (open[event.key] ?? []).filter(isNear)
            if near.isEmpty, event.time + gap + lateness <= clock {
                lines.append("late \(event.id)")
            } else {
                open[event.key]?.removeAll(where: isNear)
                open[event.key, default: []].append(near.flatMap(\.self) + [event])
            }
        }
        for (key, sessions) in open { for session in sessions { close(key, session) } }
        return lines
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6], ["nil", "{ lateness = '4s' }"])
    func sessionsAgreeWithALoop(_ seed: UInt64, _ options: String) async throws {
        let events = StreamEvent.random(seed, late: 9000)
        let lines = try await StreamLab.lines(
            Self.rule("window.session('2s', \(Self.aggregates), \(options))"), events)
        let lateness = options == "nil" ? 0 : 4000
        let expected = Self.sessions(events, gap: 2000, lateness: lateness)
        #expect(lines.sorted() == expected.sorted())
        #expect(expected.contains { $0.hasPrefix("late") })
    }

    private static let count = """
        local window, aggregate = require "window", require "aggregate"
        local w = window.tumbling("1m", { n = aggregate.count() })
        return { on = "test", key = "all",
          execute = function(event, commander)
            if not w:add(event) then commander:emit("late " .. event.id) end
          end,
          onTimer = function(name, commander, event)
            for r in w:closed(event) do commander:emit(r.from:sub(12, 16) .. " " .. r.n) end
          end }
        """

    private static func events(_ times: Int...) -> [StreamEvent] {
        times.enumerated().map {
            StreamEvent(id: $0.offset, key: 0, time: $0.element * 1000, value: 0)
        }
    }

    /// The end of the log closed the window before its time.
    @Test func closedByTheEndOfALogAreNotOpenedAgain() async throws {
        let store = MemoryStateStore()
        let first = try await StreamLab.output(Self.count, Self.events(10, 70), store: store)
        #expect(first == ["00:00 1", "00:01 1"])
        let second = try await StreamLab.output(Self.count, Self.events(80, 110, 130), store: store)
        #expect(second == ["late 0", "late 1", "00:02 1"])
        // The end of the second run is noted in the place of that of the first.
        #expect(
            store.load(script: "rule.lua", key: "").map { String(decoding: $0, as: UTF8.self) }
                == #"{"tumbling":{"closed":1767225780000000,"open":{},"shape":"60000000/60000000"}}"#
        )
    }

    @Test func leaveNoStateWhenTheWatermarkHasPassedThem() async throws {
        let store = MemoryStateStore()
        let rule = Self.count.replacing(
            "if not", with: "if event.data.v == 1 then return commander:pass() end if not")
        var events = Self.events(10, 70, 190)
        events[2] = StreamEvent(id: 2, key: 0, time: 190_000, value: 1)
        #expect(try await StreamLab.output(rule, events, store: store) == ["00:00 1", "00:01 1"])
        #expect(store.load(script: "rule.lua", key: "") == nil)
    }

    @Test func ofAnotherSizeStartEmpty() async throws {
        let store = MemoryStateStore()
        let host = try await Host(store: store) {
            Streams()
            StreamLab.script(Self.count)
        }
        // An embedder ends no log, so that the window stays open.
        let event = Event(id: "1", source: "s", type: "test", time: StreamEvent.text(10_000))
        _ = try await host.process(event)
        let rule = Self.count.replacing("1m", with: "2m")
        let lines = try await StreamLab.output(rule, Self.events(20, 130), store: store)
        #expect(lines == ["00:00 1", "00:02 1"])
    }

    @Test func ofTwoKindsInOneRuleGetTheirOwnTimers() async throws {
        let rule = """
            local window, aggregate = require "window", require "aggregate"
            local count = { n = aggregate.count() }
            local a, b = window.tumbling("1s", count), window.tumbling("2s", count, { name = "b" })
            return { on = "test", key = "all",
              execute = function(event) a:add(event) b:add(event) end,
              onTimer = function(name, commander, event)
                for short in a:closed(event) do commander:emit("short " .. short.n) end
                for long in b:closed(event) do commander:emit("long " .. long.n) end
              end }
            """
        let events = [0, 500, 1500].enumerated().map {
            StreamEvent(id: $0.offset, key: 0, time: $0.element, value: 0)
        }
        #expect(try await StreamLab.lines(rule, events) == ["short 2", "long 3", "short 1"])
    }
}
