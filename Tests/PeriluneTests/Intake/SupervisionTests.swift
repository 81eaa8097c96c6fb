import Foundation
import PeriluneCore
import PeriluneStore
import Synchronization
import Testing

@testable import Perilune

/// Events that were in progress when a process ended, and stuck workers.
@Suite(.timeLimit(.minutes(15))) struct SupervisionTests {
    /// A store with accepted events, as a process leaves it that ended while its workers were at some of them.
    private func interrupted(_ count: Int, at numbers: [Int64]) throws -> URL {
        let folder = Door.newFolder()
        let store = try EventStore(path: folder.appendingPathComponent("events.db").path)
        try store.commit { (store) throws(PeriluneError) in
            for number in 1...count {
                let event = Event(id: "\(number)", source: "s", type: "test.made")
                _ = try store.accept([event.json], source: "/events", identity: nil, time: 0)
            }
        }
        store.close()
        let path = folder.appendingPathComponent("events.db-activity").path
        let file = try ActivityFile(path: path, workers: max(1, numbers.count))
        for (worker, number) in zip(file.workers, numbers) { worker.begin(number) }
        return folder
    }

    @Test func anInterruptedEventIsProcessedAlone() async throws {
        let folder = try interrupted(20, at: [7])
        let running = Mutex<Set<String>>([])
        let others = Mutex<Set<String>>([])
        let door = try Door(in: folder) {
            $0.host.workers = 4
        } _: {
            Delegate(on: "test.*", name: "slow") { event, _ in
                running.withLock { running in
                    running.insert(event.id)
                    if running.contains("7") { others.withLock { $0 = running } }
                }
                Thread.sleep(forTimeInterval: 0.005)
                running.withLock { _ = $0.remove(event.id) }
                return .handled
            }
        }
        defer { door.remove() }
        await door.drain()
        #expect(others.withLock(\.self) == ["7"])
        #expect(Set(try door.written()).count == 20)
    }

    @Test func newEventsWaitForTheInterruptedOnes() async throws {
        let folder = try interrupted(3, at: [2])
        let door = try Door(in: folder) {
            Delegate(on: "test.*", name: "slow") { _, _ in
                Thread.sleep(forTimeInterval: 0.02)
                return .handled
            }
        }
        defer { door.remove() }
        #expect(await door.send("new").status == 202)
        await door.drain()
        #expect(try door.written() == ["1 handled", "2 handled", "3 handled", "new handled"])
    }

    @Test func anEventThatCrashedTwiceIsQuarantinedAndReported() async throws {
        let folder = try interrupted(3, at: [2])
        let path = folder.appendingPathComponent("events.db").path
        let store = try EventStore(path: path)
        try store.commit { (store) throws(PeriluneError) in
            try store.set(Attempts(crashes: 2), of: 2)
        }
        store.close()
        let door = try Door(in: folder) { Delegate(on: "test.*", name: "all") { _, _ in .handled } }
        defer { door.remove() }
        await door.drain()
        #expect(try door.written() == ["1 handled", "3 handled"])
        #expect(door.problems.codes.withLock(\.self) == ["event.crash"])
        #expect(door.problems.places.withLock(\.self) == ["/events 2"])
        #expect(door.intake.quarantined == 1)
    }

    @Test func noEventIsInProgressWhenAllHaveEnded() async throws {
        let door = try Door { Delegate(on: "test.*", name: "all") { _, _ in .handled } }
        defer { door.remove() }
        for number in 0..<5 { _ = await door.send("\(number)") }
        await door.drain()
        #expect(Supervision.interrupted(store: door.store) == [])
    }

    @Test func aWorkerThatDoesNotComeBackIsNamedAndMakesTheIntakeUnready() async throws {
        let isReleased = Atomic(false)
        let door = try Door {
            Delegate(on: "test.*", name: "endless.lua") { _, _ in
                while !isReleased.load(ordering: .relaxed) { Thread.sleep(forTimeInterval: 0.005) }
                return .handled
            }
        }
        defer { door.remove() }
        _ = await door.send("1")
        let stuck = await withCheckedContinuation { continuation in
            let task = Mutex<Task<Void, Never>?>(nil)
            let watch = Task {
                await door.intake.watchWorkers(.milliseconds(300)) { worker in
                    continuation.resume(returning: worker)
                    task.withLock { $0?.cancel() }
                }
            }
            task.withLock { $0 = watch }
        }
        #expect(stuck.error.message.contains("endless.lua"))
        #expect(stuck.error.message.contains("event 1 of the inbox"))
        #expect(await door.get("/readyz").status == 503)
        isReleased.store(true, ordering: .relaxed)
        await door.drain()
    }

    @Test func aWorkerThatProcessesManyEventsIsNotStuck() async throws {
        let door = try Door {
            Delegate(on: "test.*", name: "slow") { _, _ in
                Thread.sleep(forTimeInterval: 0.02)
                return .handled
            }
        }
        defer { door.remove() }
        let reports = Atomic(0)
        let watch = Task {
            await door.intake.watchWorkers(.milliseconds(600)) { _ in
                reports.add(1, ordering: .relaxed)
            }
        }
        for number in 0..<60 { _ = await door.send("\(number)") }
        await door.drain()
        watch.cancel()
        #expect(reports.load(ordering: .relaxed) == 0)
    }
}
