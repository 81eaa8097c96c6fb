import Foundation
import PeriluneCore
import PeriluneStore
import Testing

@testable import Perilune

/// Timers while the host runs.
@Suite(.timeLimit(.minutes(5))) struct IntakeTimerTests {
    private let rule = Script(
        name: "rule.lua",
        source: """
            local state, timer = require "state", require "timer"
            return { on = "test.*",
              execute = function(event) state.n = (state.n or 0) + 1 timer.after(event.data) end,
              onTimer = function(name, commander)
                if state.n == 3 then error("no") end
                commander:emit(state.n)
              end }
            """)

    private func event(_ id: String, _ delay: String, at time: Timestamp = .now) -> String {
        var event = Event(id: id, source: "s", type: "test.made", data: .string(delay))
        event = event.stamped(time)
        return text(event.json)
    }

    private func waitForRecords(_ count: Int, _ door: Door) async throws -> [String] {
        for _ in 0..<400 {
            let written = (try? door.written()) ?? []
            if written.count >= count { return written }
            try await Task.sleep(for: .milliseconds(25))
        }
        return try door.written()
    }

    @Test func areCalledWithoutFurtherEvents() async throws {
        let door = try Door { rule }
        defer { door.remove() }
        _ = await door.post(event("1", "200ms"))
        let written = try await waitForRecords(2, door)
        #expect(written.count == 2)
        #expect(written.last?.hasPrefix("rule.lua/timer/s/") == true)
        #expect(written.last?.hasSuffix("handled") == true)
        #expect(door.intake.unfinished == 0)
    }

    @Test func areShownByTap() async throws {
        let live = LiveView()
        let door = try Door(change: { $0.host.live = live }, { rule })
        defer { door.remove() }
        let start = live.tap.events(from: nil, limit: 1).next
        _ = await door.post(event("1", "200ms"))
        // Events are kept only while somebody reads them.
        var seen = live.tap.events(from: start, limit: 10)
        let end = ContinuousClock.now + .seconds(60)
        while seen.events.count < 2, .now < end {
            try await Task.sleep(for: .milliseconds(10))
            seen = live.tap.events(from: start, limit: 10)
        }
        #expect(seen.events.map(\.record.type) == ["test.made", "timer"])
        #expect(seen.missed == 0)
    }

    @Test func ofABacklogAreCalledByTheTimeOfItsEvents() async throws {
        let door = try Door { rule }
        defer { door.remove() }
        let past = Timestamp(microseconds: 1_700_000_000_000_000)
        let later = Timestamp(microseconds: 1_700_000_030_000_000)
        let last = Timestamp(microseconds: 1_700_000_070_000_000)
        for (id, time) in [("1", past), ("2", later), ("3", last)] {
            _ = await door.post(event(id, "1m", at: time))
        }
        // The first timer was replaced by the second event; the second is not due at the third.
        await door.drain()
        let written = try door.written()
        #expect(written == ["1 handled", "2 handled", "3 handled"])
        #expect(door.intake.unfinished == 0)
    }

    @Test func outliveTheProcess() async throws {
        let folder = Door.newFolder()
        try EventStore(path: folder.appendingPathComponent("events.db").path).save(
            [
                StateChange(
                    script: "rule.lua", key: "\u{1F}t\u{1F}s\u{1F}timer",
                    value: Array("1700000000000000".utf8))
            ])
        let door = try Door(in: folder) { rule }
        defer { door.remove() }
        #expect(
            try await waitForRecords(1, door) == ["rule.lua/timer/s/2023-11-14T22:13:20Z handled"])
    }

    @Test func thatFailAreInTheQuarantineOnce() async throws {
        let door = try Door { rule }
        defer { door.remove() }
        for id in ["1", "2", "3"] { _ = await door.post(event(id, "100ms")) }
        _ = try await waitForRecords(4, door)
        // Records are written before the transaction is committed.
        while door.intake.quarantined == 0 { try await Task.sleep(for: .milliseconds(5)) }
        try await Task.sleep(for: .milliseconds(300))
        #expect(try door.written().filter { $0.hasSuffix("failed") }.count == 1)
        #expect(door.intake.quarantined == 1)
    }

    private static let year9998 = Timestamp(microseconds: 253_370_678_400_000_000)

    @Test func areNotDueByTheTimeOfAnEventThatIsFarAhead() async throws {
        let door = try Door { rule }
        defer { door.remove() }
        _ = await door.post(event("1", "1m", at: Self.year9998))
        for id in ["2", "3"] { _ = await door.post(event(id, "2h")) }
        await door.drain()
        #expect(try door.written() == ["1 handled", "2 handled", "3 handled"])
    }

    @Test func stateDoesNotExpireByTheTimeOfAnEventThatIsFarAhead() async throws {
        let seen = """
            local state = require "state"
            return { on = "test.*", key = "all", expires = { seen = "2h" },
              execute = function(event, commander)
                state.seen = state.seen or {}
                if state.seen[event.data] then return commander:reject("seen") end
                state.seen[event.data] = true
              end }
            """
        let door = try Door { Script(name: "rule.lua", source: seen) }
        defer { door.remove() }
        _ = await door.post(event("1", "a"))
        _ = await door.post(event("2", "a", at: Self.year9998))
        await door.drain()
        #expect(try door.written() == ["1 handled", "2 rejected"])
    }
}
