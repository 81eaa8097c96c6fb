import PeriluneCore
import Testing

@testable import Perilune

/// A new version that keeps state by something else changes which events wait for each other.
@Suite(.timeLimit(.minutes(15))) struct ReloadOrderTests {
    private let journal = Journal()

    /// A machine that is busy with other tests takes its time.
    private var patient: HostOptions {
        var options = HostOptions()
        options.patience = .seconds(300)
        return options
    }

    /// Counts by `key`, and waits before it looks at its state where the event says so.
    private func counter(_ key: String) -> Script {
        Script(
            name: "count.lua",
            source: """
                local state, halt = require "state", require "halt"
                return { on = "*", \(key) execute = function(event, commander)
                  local n = state.count or 0
                  if event.data.wait then halt.wait("go " .. event.id) end
                  state.count = n + 1
                  commander:emit(event.id .. ": " .. n + 1)
                end }
                """)
    }

    private func tap(_ id: String, source: String, wait: Bool = false) -> Event {
        Event(
            id: id, source: source, type: "test", subject: "all of them",
            data: ["wait": .bool(wait)])
    }

    @Test func eventsThatWaitEndBeforeTheOrderingKeyChanges() async throws {
        let journal = journal
        let host = try await Host(options: patient) {
            Halting(journal: journal)
            counter("")
        }
        async let first = host.process(all: [tap("1", source: "a", wait: true)])
        await journal.waitFor("waits for go 1")
        async let reload = host.reload([counter("key = 'subject',")])
        // Once the worker is held, an event that would go on with the old order waits for the new one.
        while await !host.workers[0].isHeld { await Task.yield() }
        async let second = host.process(all: [tap("2", source: "b"), tap("3", source: "a")])
        for _ in 0..<20 { await Task.yield() }
        journal.note("go 1")
        #expect(try await first.text == "\"1: 1\"\n")
        #expect(try await reload.changesOrder)
        #expect(try await second.text == "\"2: 1\"\n\"3: 2\"\n")
        #expect(host.order.number == 1)
    }

    @Test func heldEventsWaitForEachOtherByTheNewOrderingKey() async throws {
        let journal = journal
        let host = try await Host(options: patient) {
            Halting(journal: journal)
            counter("")
        }
        async let first = host.process(all: [tap("1", source: "a", wait: true)])
        await journal.waitFor("waits for go 1")
        async let reload = host.reload([counter("key = 'subject',")])
        while await !host.workers[0].isHeld { await Task.yield() }
        async let second = host.process(all: [
            tap("2", source: "b", wait: true), tap("3", source: "c"), tap("4", source: "d"),
        ])
        for _ in 0..<20 { await Task.yield() }
        journal.note("go 1")
        _ = try await (first, reload)
        await journal.waitFor("waits for go 2")
        journal.note("go 2")
        #expect(try await second.text == "\"2: 1\"\n\"3: 2\"\n\"4: 3\"\n")
    }

    @Test func anEventThatDoesNotEndInTimeRejectsTheVersion() async throws {
        let journal = journal
        var options = HostOptions()
        options.patience = .milliseconds(50)
        let host = try await Host(options: options) {
            Halting(journal: journal)
            counter("")
        }
        async let first = host.process(all: [tap("1", source: "a", wait: true)])
        await journal.waitFor("waits for go 1")
        let refused = await #expect(throws: PeriluneError.self) {
            try await host.reload([counter("key = 'all',")])
        }
        #expect(refused?.code == "reload.order")
        let second = try await host.process(all: [tap("2", source: "b")])
        #expect(second.text == "\"2: 1\"\n")
        journal.note("go 1")
        #expect(try await first.text == "\"1: 1\"\n")
        #expect(host.order.number == 0)
        try await host.reload([counter("key = 'all',")])
        #expect(host.order.ordering == .all)
    }

    @Test func eventsDuringAChangeOfTheOrderingKeyAreDecidedAfterwards() async throws {
        let journal = journal
        let door = try Door(durable: false) { options in
            options.host.patience = .seconds(300)
        } _: {
            Halting(journal: journal)
            counter("")
        }
        defer { door.remove() }
        _ = await door.send("1", data: ["wait": true])
        await journal.waitFor("waits for go 1")
        async let reload = door.intake.reload([counter("key = 'all',")], checks: [])
        while await !door.intake.host.workers[0].isHeld { await Task.yield() }
        _ = await door.send("2", data: ["wait": false])
        journal.note("go 1")
        #expect(try await reload.changesOrder)
        await door.drain()
        #expect(try door.written() == ["1 handled", "2 handled"])
    }

    @Test func aReloadedScriptMayStartToKeepState() async throws {
        let stateless = Script(
            name: "count.lua", source: "return { on = '*', execute = function() end }")
        let door = try Door(
            durable: false, change: { $0.host.workers = 3 }, { [.script(stateless)] })
        defer { door.remove() }
        for id in 0..<30 { _ = await door.send("a\(id)", source: "s\(id)") }
        let counting = Script(
            name: "count.lua",
            source: """
                local state = require "state"
                return { on = "*", key = "all", execute = function(event, commander)
                  state.count = (state.count or 0) + 1
                  commander:reject("number " .. state.count)
                end }
                """)
        async let reload = door.intake.reload([counting], checks: [])
        for id in 0..<200 { _ = await door.send("b\(id)", source: "s\(id % 17)") }
        #expect(try await reload.changesOrder)
        for id in 0..<50 { _ = await door.send("c\(id)", source: "s\(id % 17)") }
        await door.drain()
        let records = try door.lines().map { try Value(json: $0) }
        #expect(records.count == 280)
        #expect(Set(records.compactMap { $0["event"]?.string }).count == 280)
        let numbers = records.compactMap { $0["reason"]?.string }
        // In one lane, from one to the last one.
        #expect(numbers == (1...numbers.count).map { "number \($0)" })
        #expect(numbers.count >= 50)
    }
}
