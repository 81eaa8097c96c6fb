import Foundation
import PeriluneCore
import Synchronization
import Testing

@testable import Perilune

/// Sources and sinks that plugins bring, at a running intake.
struct PluginSourceTests {
    /// Delivers what it is given, then waits for its end.
    private struct Queue: Plugin, EventSource {
        let name = "queue"
        var deliveries: [EventDelivery] = []
        var failure: PeriluneError?
        var lost: Int?
        var files: [String] = []

        func register(in registry: inout Registry) throws(PeriluneError) {
            try registry.add(self as any EventSource)
        }

        func run(
            _ deliver: @escaping @Sendable (EventDelivery) async throws(PeriluneError) -> Void
        ) async throws {
            for delivery in deliveries { try await deliver(delivery) }
            if let failure { throw failure }
            while !Task.isCancelled { try? await Task.sleep(for: .seconds(60)) }
        }
    }

    /// Keeps what it gets.
    private final class Shelf: Plugin, RecordSink {
        let name = "shelf"
        let text = Mutex("")

        func register(in registry: inout Registry) throws(PeriluneError) {
            try registry.add(self as any RecordSink)
        }

        func write(_ batch: RecordBatch) async throws {
            text.withLock { $0 += String(decoding: batch.records, as: UTF8.self) }
        }
    }

    private func event(_ id: String) -> Event { Event(id: id, source: "q", type: "test.made") }

    private func run(_ door: Door, until isDone: @Sendable () -> Bool) async {
        let task = Task { await door.intake.runSources() }
        while !isDone() { try? await Task.sleep(for: .milliseconds(2)) }
        task.cancel()
        await task.value
        await door.drain()
    }

    @Test(arguments: [true, false])
    func deliveriesAreDecidedOnceAndReachTheSinks(_ durable: Bool) async throws {
        let shelf = Shelf()
        let door = try Door(durable: durable) { _ in
        } _: {
            Queue(deliveries: [
                .init([event("1"), event("2")], identity: "a"), .init([event("1")], identity: "a"),
                .init([event("3")]),
            ])
            shelf
            Delegate(on: "test.*", name: "taker") { _, _ in .handled }
        }
        defer { door.remove() }
        await run(door) { shelf.text.withLock { $0.contains("\"event\":\"3\"") } }
        #expect(try door.written() == ["1 handled", "2 handled", "3 handled"])
        #expect(shelf.text.withLock { $0 } == (try door.lines().joined(separator: "\n") + "\n"))
    }

    @Test(arguments: ["", "-wal", "-journal", "-control"])
    func anOutputMustNotBeTheStore(_ suffix: String) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "store-\(UUID())").path
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var options = IntakeOptions()
        options.store = folder + "/events.db"
        options.output = folder + "/./events.db" + suffix
        let error = await #expect(throws: PeriluneError.self) {
            _ = try await Intake(options) { Queue(files: []) }
        }
        #expect(error?.code == "output.is-input")
    }

    @Test(arguments: ["*", "*.link"])
    func aSourceMustNotReadTheStore(_ pattern: String) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "store-\(UUID())").path
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var options = IntakeOptions()
        options.store = folder + "/events.db"
        try FileManager.default.createSymbolicLink(
            atPath: folder + "/a.link", withDestinationPath: folder + "/events.db")
        let error = await #expect(throws: PeriluneError.self) {
            _ = try await Intake(options) { Queue(files: ["\(folder)/\(pattern)"]) }
        }
        #expect(error?.code == "output.is-input")
    }

    @Test func anInvalidEventIsQuarantinedWithTheReason() async throws {
        var delivery = EventDelivery([event("1"), Event(json: Array("[]".utf8))])
        let reason = PeriluneError("codec.entry", "the line is wrong")
        delivery.unreadable = [
            UnreadableEntry(Array("x".utf8), reason), UnreadableEntry(Array("y".utf8), reason),
        ]
        let queue = Queue(deliveries: [delivery])
        let door = try Door(durable: true) { _ in
        } _: {
            queue
            Delegate(on: "test.*", name: "taker") { _, _ in .handled }
        }
        defer { door.remove() }
        let intake = door.intake
        await run(door) { intake.quarantined == 3 && intake.unfinished == 0 }
        #expect(try door.written() == ["1 handled"])
        let quarantine = try Quarantine(store: door.store)
        var kept: [String] = []
        func ignore(_ error: PeriluneError) {}
        try quarantine.entries(.all, damaged: ignore) { entry in
            kept.append("\(entry.path) \(entry.text) \(entry.error.code.rawValue)")
        }
        quarantine.close()
        #expect(kept == ["queue x codec.entry", "queue y codec.entry", "queue [] event.object"])
        // The same problem is told once.
        #expect(door.problems.codes.withLock(\.self) == ["codec.entry", "event.object"])
    }

    @Test func unreadableMessagesFillHalfOfTheQuarantine() async throws {
        let reason = PeriluneError("codec.entry", "the line is wrong")
        var bad = EventDelivery([])
        bad.unreadable = ["x", "y", "z"].map { UnreadableEntry(Array($0.utf8), reason) }
        let queue = Queue(deliveries: [bad, bad, .init([event("1")])], lost: 10)
        let door = try Door(durable: true) {
            $0.quarantineLimit = 4
        } _: {
            queue
            Delegate(on: "test.*", name: "taker") { _, _ in .handled }
        }
        defer { door.remove() }
        let intake = door.intake
        _ = try intake.openSources()
        await run(door) {
            intake.quarantined > 2 || (try? door.written()) == ["1 handled"]
        }
        #expect(try door.written() == ["1 handled"])
        #expect(intake.quarantined == 2)
        #expect(door.problems.codes.withLock(\.self) == ["codec.entry", "source.dropped"])
        let metrics = await door.get("/metrics").text
        #expect(metrics.contains("perilune_source_lost_messages{source=\"queue\"} 14\n"))
    }

    @Test func aSourceThatEndsIsReported() async throws {
        let door = try Door(durable: false) { _ in
        } _: {
            Queue(failure: PeriluneError("queue.gone", "it is gone"))
        }
        defer { door.remove() }
        await door.intake.runSources()
        #expect(door.problems.codes.withLock(\.self) == ["queue.gone"])
        #expect(door.problems.places.withLock(\.self) == ["queue -"])
    }
}
