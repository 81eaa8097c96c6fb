import Foundation
import PeriluneCore
import PeriluneStore
import PeriluneTestKit
import Synchronization
import Testing

@testable import Perilune

/// Intakes that are parts of a cluster.
@Suite(.timeLimit(.minutes(15))) struct ClusterIntakeTests {
    private let counting = Script(
        name: "count.lua",
        source: """
            local state = require "state"
            return { on = "test.*", key = "data.key", execute = function(event)
              state.count = (state.count or 0) + 1
              state.text = string.rep("x", event.data.size or 0)
            end }
            """)

    private func lane(
        _ log: MemoryCommitLog, batch: Int = 256, in folder: URL? = nil
    ) throws -> Door {
        func change(_ options: inout IntakeOptions) {
            options.cluster = .lane(log, batch: batch)
            options.records = nil
        }
        return try Door(in: folder, change: change) { counting }
    }

    private func send(_ door: Door, _ id: String, size: Int64 = 0) async -> HTTPResponse {
        await door.send(id, data: ["key": .string("k"), "size": .integer(size)])
    }

    @Test func anotherIntakeContinuesWithTheStateOfTheLane() async throws {
        let log = MemoryCommitLog()
        let first = try lane(log)
        defer { first.remove() }
        for id in ["1", "2", "3"] { #expect(await send(first, id).status == 202) }
        await first.drain()
        first.intake.abandon()
        let second = try lane(log)
        defer { second.remove() }
        // Known again, too.
        #expect(await send(second, "2").text == "{\"accepted\":0,\"repeated\":1}\n")
        #expect(await send(second, "4").status == 202)
        await second.drain()
        let all = try StateDump(second.store).text
        #expect(all.contains("\"count\":4"), "\(all)")
    }

    @Test func acceptedEventsAreProcessedByTheNextIntake() async throws {
        let log = MemoryCommitLog()
        let file = Door.newFolder().appendingPathComponent("first.db").path
        let store = try EventStore.forWriting(file, log: log).store
        try store.commit { (store) throws(PeriluneError) in
            let event = Event(id: "1", source: "s", type: "test.made", data: ["key": "k"])
            _ = try store.accept([event.json], source: "s", identity: "1", time: 0)
        }
        let next = try lane(log)
        defer { next.remove() }
        await next.drain()
        #expect(try StateDump(next.store).text.contains("\"count\":1"))
    }

    @Test func anIntakeThatHasLostItsLaneAcceptsNothing() async throws {
        let log = MemoryCommitLog()
        let (first, second) = (try lane(log), try lane(log))
        defer { for door in [first, second] { door.remove() } }
        #expect(await send(second, "1").status == 202)
        await second.drain()
        #expect(await send(first, "2").status == 503)
        #expect(first.intake.hasLostStore)
        #expect(!second.intake.hasLostStore)
        first.intake.abandon()
        // The same folder can be used again at once.
        let again = try lane(log, in: first.folder)
        #expect(await send(again, "2").status == 202)
    }

    @Test func changesThatAreTooLargeTogetherAreCommittedApart() async throws {
        let log = MemoryCommitLog(maximumSize: 4000)
        let door = try lane(log, batch: 1)
        defer { door.remove() }
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                group.addTask {
                    // Requests that were too large together are refused and come again.
                    while await send(door, "\(number)", size: 1500).status != 202 {}
                }
            }
        }
        _ = await door.intake.drain(for: .seconds(10))
        #expect(door.intake.unfinished == 0)
        #expect(try StateDump(door.store).text.contains("\"count\":40"))
    }

    @Test func changesOfABatchThatAreTooLargeAreReported() async throws {
        let door = try lane(MemoryCommitLog(maximumSize: 4000))
        defer { door.remove() }
        #expect(await send(door, "1", size: 5000).status == 202)
        while door.intake.commitFailure == nil { try await Task.sleep(for: .milliseconds(5)) }
        #expect(door.intake.commitFailure?.code == .commitSize)
        #expect(!door.intake.hasLostStore)
    }

    @Test func aStopWaitsForCallsInProgressAndStartsNoOtherEvent() async throws {
        let (log, journal) = (MemoryCommitLog(), Journal())
        func change(_ options: inout IntakeOptions) { options.cluster = .lane(log, batch: 256) }
        let door = try Door(change: change) {
            Halting(journal: journal)
            Script(
                name: "wait.lua",
                source: """
                    local halt = require "halt"
                    return { on = "test.*", key = "data.key", execute = function(event)
                      halt.wait(event.id)
                    end }
                    """)
        }
        defer { door.remove() }
        for id in ["1", "2"] { #expect(await send(door, id).status == 202) }
        await journal.waitFor("waits for 1")
        let stop = Task { await door.intake.finishCalls(within: .seconds(60)) }
        while !door.intake.isStopping { try await Task.sleep(for: .milliseconds(1)) }
        journal.note("1")
        #expect(await stop.value)
        door.intake.abandon()
        #expect(!journal.notes.contains("waits for 2"))
        let left = try EventStore.forWriting(door.store, log: log).store.unfinished()
        let ids = try left.map { try Value(json: $0.event)["id"]?.string }
        #expect(!ids.contains("1") && ids.contains("2"))
    }

    @Test func aStopEndsIfACallTakesTooLong() async throws {
        let (log, journal) = (MemoryCommitLog(), Journal())
        func change(_ options: inout IntakeOptions) { options.cluster = .lane(log, batch: 256) }
        let door = try Door(change: change) {
            Halting(journal: journal)
            Script(
                name: "wait.lua",
                source: """
                    local halt = require "halt"
                    return { on = "test.*", execute = function(event) halt.wait(event.id) end }
                    """)
        }
        defer { door.remove() }
        #expect(await send(door, "1").status == 202)
        await journal.waitFor("waits for 1")
        #expect(await !door.intake.finishCalls(within: .milliseconds(20)))
        door.intake.abandon()
        journal.note("1")
    }

    @Test func idsExpireByServerTimeAndNotByTheClockOfTheMember() async throws {
        let (day, log) = (Int64(86_400), MemoryCommitLog())
        func process(_ events: [(id: String, time: Int64)], in folder: URL?) async throws -> Door {
            func change(_ options: inout IntakeOptions) {
                options.cluster = .lane(log, batch: 256)
                options.records = nil
            }
            let door = try Door(in: folder, change: change) {
                counting
                StoredEvents(events: events)
            }
            await door.intake.runSources()
            await door.drain()
            return door
        }
        func others(_ name: String, at time: Int64) -> [(id: String, time: Int64)] {
            (0..<600).map { ("\(name)\($0)", time) }
        }
        // The clock of this machine is decades ahead of these times.
        let first = try await process(
            [("1", day)] + others("a", at: day) + [("1", day * 7)], in: nil)
        defer { first.remove() }
        #expect(try StateDump(first.store).text.contains("\"count\":601"))
        first.intake.abandon()
        let second = try await process(
            others("b", at: day * 9) + [("1", day * 9)], in: first.folder)
        #expect(try StateDump(second.store).text.contains("\"count\":1202"))
        second.intake.abandon()
    }

    @Test func aMemberReportsEntriesThatCannotBeRead() async throws {
        func change(_ options: inout IntakeOptions) {
            options.cluster = .forwarding(ForwardedList(nil))
            options.records = nil
        }
        let door = try Door(durable: false, change: change) { HalfReadable() }
        defer { door.remove() }
        let response = await door.post("", to: "/half")
        #expect(response.text.hasPrefix("{\"accepted\":1,\"unreadable\":1,\"errors\":[{"))
        #expect(door.problems.codes.withLock(\.self) == ["codec.entry"])
    }

    @Test(
        arguments: [
            (nil, 202), ("event.size", 413), ("nats.publish", 503),
        ] as [(PeriluneError.Code?, Int)])
    func aMemberAnswersWhenTheEventsAreStored(code: PeriluneError.Code?, status: Int) async throws {
        let lanes = ForwardedList(code)
        func change(_ options: inout IntakeOptions) {
            options.cluster = .forwarding(lanes)
            options.records = nil
        }
        let door = try Door(durable: false, change: change) { counting }
        defer { door.remove() }
        #expect(await send(door, "1").status == status)
        #expect(await send(door, "2").status == status)
        #expect(await door.send("3", data: ["key": "other"]).status == status)
        let items = lanes.items.withLock(\.self)
        #expect(items.map(\.identity) == ["s\01", "s\02", "s\03"])
        #expect(items[0].key == items[1].key)
        #expect(items[0].key != items[2].key)
        #expect(door.intake.unfinished == 0)
    }
}

/// Has one event, and an entry that cannot be read.
private struct HalfReadable: Plugin {
    let name = "half"

    func register(in registry: inout Registry) throws(PeriluneError) {
        try registry.add(
            HTTPSource(path: "/half") { _ in
                var delivery = EventDelivery([
                    Event(id: "1", source: "half", type: "test.made")
                ])
                delivery.lines = (nil, [1])
                delivery.unreadable = [
                    UnreadableEntry(Array("x".utf8), PeriluneError("codec.entry", "wrong"))
                ]
                return delivery
            })
    }
}

/// Events that a server has stored at some time, in seconds since 1970.
private struct StoredEvents: EventSource, Plugin {
    let name = "stored"
    let events: [(id: String, time: Int64)]

    func register(in registry: inout Registry) throws(PeriluneError) { try registry.add(self) }

    func run(
        _ deliver: @escaping @Sendable (EventDelivery) async throws(PeriluneError) -> Void
    ) async throws {
        for (id, time) in events {
            var delivery = EventDelivery(
                [Event(id: id, source: "s", type: "test.made", data: ["key": "k"])], identity: id)
            delivery.time = time
            try await deliver(delivery)
        }
    }
}

/// Takes the events of a door.
private final class ForwardedList: EventForwarder {
    let items = Mutex<[ForwardedEvents.Item]>([])
    private let code: PeriluneError.Code?
    let failure: PeriluneError? = nil

    init(_ code: PeriluneError.Code?) { self.code = code }

    func forward(_ events: ForwardedEvents) {
        items.withLock { $0 += events.items }
        events.finish(code.map { PeriluneError($0, "no") })
    }
}

/// All values of the state in a store.
private struct StateDump {
    let text: String

    init(_ path: String) throws {
        let statement = try Statement(Connection(reading: path), "SELECT value FROM state")
        var text = ""
        while try statement.step() { text += String(decoding: statement.bytes(0), as: UTF8.self) }
        self.text = text
    }
}
