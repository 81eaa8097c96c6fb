import Foundation
import PeriluneCore
import PeriluneFiles
import PeriluneStore
import Synchronization
import Testing

@testable import Perilune

/// Records on their way to sinks that are slow, fail or are gone.
@Suite(.timeLimit(.minutes(5))) struct OutboxTests {
    /// A receiver that a test lets fail, and that outlives its host.
    private final class Receiver: Plugin, RecordSink {
        struct State {
            var isBroken = false
            var batches: [RecordBatch] = []
            var tries = 0
        }

        let name: String
        let state = Mutex(State())

        init(_ name: String = "receiver", isBroken: Bool = false) {
            self.name = name
            state.withLock { $0.isBroken = isBroken }
        }

        func register(in registry: inout Registry) throws(PeriluneError) {
            try registry.add(self as any RecordSink)
        }

        func write(_ batch: RecordBatch) async throws {
            try state.withLock { state throws(PeriluneError) in
                state.tries += 1
                if state.isBroken { throw PeriluneError("receiver.down", "it is down") }
                state.batches.append(batch)
            }
        }

        /// The numbers of records and the events that they are of, in the order of delivery.
        var received: [(number: Int64, event: String)] {
            state.withLock(\.batches).flatMap { batch in
                String(decoding: batch.records, as: UTF8.self).split(separator: "\n").enumerated()
                    .map { index, record in
                        let event = try? Value(json: record)["event"]?.string
                        return (batch.first + Int64(index), event ?? "")
                    }
            }
        }

        var events: [String] { received.map(\.event) }

        func wait(for tries: Int) async {
            while state.withLock(\.tries) < tries { try? await Task.sleep(for: .milliseconds(2)) }
        }
    }

    private func door(
        _ receivers: Receiver..., durable: Bool = true, in folder: URL? = nil, limit: Int = 1 << 20
    ) throws -> Door {
        try Door(in: folder, durable: durable) { options in
            options.host.outboxLimit = limit
        } _: {
            for receiver in receivers { receiver }
            Delegate(on: "test.*", name: "taker") { _, _ in .handled }
        }
    }

    private static func cursors(
        _ receiver: Receiver
    ) -> [(sink: any RecordSink, stream: OutboxStream)] {
        [(receiver, OutboxStream(sink: receiver.name, output: ""))]
    }

    /// What one run of a server delivers, on a store in the folder.
    private func run(
        _ receivers: Receiver..., in folder: URL, _ ids: String...,
        codes: [String] = [], end: () async -> Void = {}
    ) async throws {
        let door = try Door(in: folder) { _ in
        } _: {
            for receiver in receivers { receiver }
            Delegate(on: "test.*", name: "taker") { _, _ in .handled }
        }
        for id in ids { _ = await door.send(id) }
        await end()
        await door.drain()
        door.intake.close()
        // A slow machine sees a failure more than once.
        #expect(Set(door.problems.codes.withLock(\.self)) == Set(codes))
    }

    @Test(arguments: [true, false])
    func aSinkThatFailsGetsItsRecordsLaterAndDelaysNoOther(_ durable: Bool) async throws {
        let (broken, other) = (Receiver("broken", isBroken: true), Receiver("other"))
        let door = try door(broken, other, durable: durable)
        defer { door.remove() }
        for id in ["1", "2", "3"] { _ = await door.send(id) }
        await broken.wait(for: 2)
        while other.events.count < 3 { try await Task.sleep(for: .milliseconds(2)) }
        #expect(other.events == ["1", "2", "3"])
        #expect(door.problems.codes.withLock(\.self).allSatisfy { $0 == "receiver.down" })
        broken.state.withLock { $0.isBroken = false }
        while broken.events.count < 3 { try await Task.sleep(for: .milliseconds(2)) }
        await door.drain()
        #expect(broken.events == ["1", "2", "3"])
        #expect(broken.received.map(\.number) == [1, 2, 3])
    }

    @Test func recordsThatWaitAreDeliveredAfterARestartUnderTheirNumbers() async throws {
        let (broken, other) = (Receiver("broken", isBroken: true), Receiver("other"))
        let folder = Door.newFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        try await run(broken, other, in: folder, "1", "2", codes: ["receiver.down"]) {
            await broken.wait(for: 1)
        }
        broken.state.withLock { $0.isBroken = false }
        try await run(broken, other, in: folder, "3")
        #expect(broken.events == ["1", "2", "3"])
        #expect(broken.received.map(\.number) == [1, 2, 3])
        #expect(other.events == ["1", "2", "3"])
        #expect(try EventStore(path: folder.path + "/events.db").outboxSize == 0)
    }

    @Test func aSinkThatIsNotProvidedKeepsItsRecords() async throws {
        let (missing, other) = (Receiver("missing"), Receiver("other"))
        let folder = Door.newFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        try await run(missing, other, in: folder, "1")
        try await run(other, in: folder, "2", codes: ["sink.absent"])
        #expect(other.events == ["1", "2"])
        try await run(missing, other, in: folder)
        #expect(missing.events == ["1", "2"])
    }

    @Test func aSinkThatIsNotProvidedKeepsItsRecordsAlsoIfThereIsNoOther() async throws {
        let missing = Receiver("missing")
        let folder = Door.newFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        try await run(missing, in: folder, "1")
        try await run(in: folder, "2", codes: ["sink.absent"])
        try await run(missing, in: folder)
        #expect(missing.events == ["1", "2"])
    }

    @Test func anOutboxThatIsFullForAnAbsentSinkNamesThatSink() async throws {
        let file = Door.newFolder()
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: file) }
        let store = try EventStore(path: file.appendingPathComponent("store.db").path)
        let storage = StoredOutbox(store: store)
        _ = try storage.register(["missing", "other"])
        let outbox = try Outbox(Self.cursors(Receiver("other")), storage: storage, limit: 1) {
            _, _ in
        }
        try outbox.add(["": Array("{}\n".utf8)])
        await outbox.drain(until: .now + .seconds(20))
        let error = try #require(outbox.fullness)
        #expect(error.message == "too many records are waiting for the sink 'missing'")
        #expect(error.hint?.contains("--drop missing") == true)
        outbox.stop()
    }

    /// Memory whose first note of a delivery fails, as on a full disk.
    private final class Forgetful: OutboxStorage {
        let memory = MemoryOutbox()
        let failed = Mutex(Set<String>())

        var size: Int { memory.size }
        var isLasting: Bool { false }

        func register(_ sinks: [String]) -> [String: Int64] { memory.register(sinks) }
        func add(_ lines: OutboxLines) { memory.add(lines) }
        func batch(of output: String, after number: Int64) -> RecordBatch? {
            memory.batch(of: output, after: number)
        }

        func acknowledge(through number: Int64, by sink: String) throws(PeriluneError) {
            if failed.withLock({ $0.insert(sink).inserted }) {
                throw PeriluneError("disk.full", "the disk is full")
            }
            memory.acknowledge(through: number, by: sink)
        }
    }

    @Test func aDeliveryIsNotRepeatedIfItCannotBeAcknowledgedInTheStore() async throws {
        let receiver = Receiver()
        let codes = Mutex<[String]>([])
        let outbox = try Outbox(Self.cursors(receiver), storage: Forgetful(), limit: 1 << 20) {
            error, _ in
            codes.withLock { $0.append(error.code.rawValue) }
        }
        try outbox.add(["": Array("{\"event\":\"1\"}\n".utf8)])
        #expect(await outbox.drain(until: .now + .seconds(20)).isEmpty)
        #expect(codes.withLock(\.self) == ["disk.full"])
        #expect(receiver.events == ["1"])
    }

    /// Writes a few records at a time, and remembers nothing from one batch to the next.
    private final class Stepper: SteppingSink {
        let name = "stepper"
        /// How many records each delivery writes before it fails.
        let steps: Mutex<[Int]>
        let numbers = Mutex<[Int64]>([])

        init(_ steps: [Int]) { self.steps = Mutex(steps) }

        func write(_ batch: RecordBatch) async throws {
            let step = steps.withLock { $0.isEmpty ? 0 : $0.removeFirst() }
            let all = Array(batch.first...batch.last)
            numbers.withLock { $0 += all.prefix(step) }
            if step < all.count { throw PeriluneError("receiver.down", "it is down") }
        }

        func lastWritten(of batch: RecordBatch) -> Int64 { numbers.withLock { $0.last ?? 0 } }
    }

    private static let six = Array((1...6).map { "{\"n\":\($0)}\n" }.joined().utf8)

    private func outbox(_ sink: Stepper, _ storage: any OutboxStorage) throws -> Outbox {
        let stream = OutboxStream(sink: sink.name, output: "")
        return try Outbox([(sink, stream)], storage: storage, limit: 1 << 20) { _, _ in }
    }

    @Test func recordsThatASinkHasWrittenAreNotDeliveredAgain() async throws {
        let sink = Stepper([2, 1, 0, 6])
        let outbox = try outbox(sink, MemoryOutbox())
        try outbox.add(["": Self.six])
        #expect(await outbox.drain(until: .now + .seconds(20)).isEmpty)
        #expect(sink.numbers.withLock(\.self) == [1, 2, 3, 4, 5, 6])
    }

    @Test func recordsThatASinkHasWrittenAreNotDeliveredAfterARestart() async throws {
        let folder = try TemporaryFolder()
        let store = try EventStore(path: folder.path("a.db"))
        let first = Stepper([2, 1])
        let stopped = try outbox(first, StoredOutbox(store: store))
        try stopped.add(["": Self.six])
        // Waits as long as the sink writes something.
        #expect(await stopped.drain(until: .now + .seconds(20)) == ["stepper"])
        stopped.stop()
        #expect(first.numbers.withLock(\.self) == [1, 2, 3])
        #expect(try store.sinks().map(\.waiting) == [3])
        let second = Stepper([2, 6])
        let next = try outbox(second, StoredOutbox(store: store))
        #expect(await next.drain(until: .now + .seconds(20)).isEmpty)
        #expect(second.numbers.withLock(\.self) == [4, 5, 6])
    }

    @Test func memoryJoinsSmallBatches() throws {
        let outbox = MemoryOutbox()
        _ = outbox.register(["slow", "quick"])
        for _ in 0..<200_000 { outbox.add(["": Array("123456789\n".utf8)]) }
        var (last, count): (Int64, Int) = (0, 0)
        for sink in ["quick", "slow"] {
            (last, count) = (0, 0)
            while let batch = outbox.batch(of: "", after: last) {
                #expect(batch.first == last + 1)
                #expect(batch.records.count == 10 * batch.count)
                (last, count) = (batch.last, count + 1)
                outbox.acknowledge(through: last, by: sink)
            }
            #expect(last == 200_000)
            #expect(count == 2)
        }
        #expect(outbox.size == 0)
    }

    /// Each record is taken by one sink at once, and by none of the other.
    @Test(.timeLimit(.minutes(5)))
    func aSinkThatFailsMakesMemoryNoSlowerForAnother() throws {
        let outbox = MemoryOutbox()
        _ = outbox.register(["broken", "quick"])
        for number in Int64(1)...300_000 {
            outbox.add(["": [UInt8(ascii: "\n")]])
            #expect(outbox.batch(of: "", after: number - 1)?.last == number)
            outbox.acknowledge(through: number, by: "quick")
        }
        #expect(outbox.size == 300_000)
    }

    @Test func undeliveredRecordsAreReportedAtTheEnd() async throws {
        for durable in [true, false] {
            let door = try door(Receiver(isBroken: true), durable: durable)
            defer { door.remove() }
            _ = await door.send("1")
            _ = await door.intake.drain(for: .milliseconds(300))
            #expect(
                door.intake.lostRecords?.code.rawValue == (durable ? nil : "sink.undelivered"))
            door.intake.close()
        }
    }

    @Test(arguments: [true, false])
    func aFullOutboxRefusesEventsUntilThereIsRoom(_ durable: Bool) async throws {
        let broken = Receiver(isBroken: true)
        let door = try door(broken, durable: durable, limit: 200)
        defer { door.remove() }
        var accepted: [String] = []
        var answer = await door.send("0")
        while answer.status != 503 {
            accepted.append("\(accepted.count)")
            await broken.wait(for: 1)
            answer = await door.send("\(accepted.count)")
        }
        #expect(String(decoding: answer.body, as: UTF8.self).contains("outbox.full"))
        #expect(await door.get("/readyz").status == 503)
        broken.state.withLock { $0.isBroken = false }
        while await door.send("last").status == 503 { try await Task.sleep(for: .milliseconds(5)) }
        await door.drain()
        #expect(broken.events == accepted + ["last"])
    }

    @Test func aNewSinkGetsTheRecordsFromNowOn() async throws {
        let (old, new) = (Receiver("old"), Receiver("new"))
        let folder = Door.newFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        try await run(old, in: folder, "1")
        try await run(old, new, in: folder, "2")
        #expect(new.events == ["2"])
        #expect(new.received.map(\.number) == [2])
    }

    @Test func aDryRunDeliversNothing() async throws {
        let receiver = Receiver()
        var options = HostOptions()
        options.isDryRun = true
        let host = try await Host(options: options) { receiver }
        _ = try await host.process(Event(id: "1", source: "s", type: "t"))
        #expect(await host.drain().isEmpty)
        #expect(receiver.events.isEmpty)
    }

    @Test func aHostWaitsForRoom() async throws {
        let receiver = Receiver(isBroken: true)
        var options = HostOptions()
        options.outboxLimit = 1
        let host = try await Host(options: options) { receiver }
        let task = Task { try await host.process(Event(id: "1", source: "s", type: "t")) }
        await receiver.wait(for: 1)
        receiver.state.withLock { $0.isBroken = false }
        _ = try await task.value
        #expect(receiver.events == ["1"])
    }

    @Test(.timeLimit(.minutes(5)))
    func aRunThatIsInterruptedDoesNotWaitForRoom() async throws {
        struct Ignoring: LogProcessor.Sink {
            func write(_ results: [BatchResult], of chunk: Chunk, log: String) {}
            func flush() {}
            func sync() -> [OutputMark] { [] }
        }
        let receiver = Receiver(isBroken: true)
        var options = HostOptions()
        options.outboxLimit = 1
        let host = try await Host(options: options) { receiver }
        let log = try TemporaryFile(
            Event(id: "1", source: "s", type: "t").json + [UInt8(ascii: "\n")])
        var processor = LogProcessor(host)
        processor.shouldStop = { receiver.state.withLock { $0.tries > 1 } }
        var sink = Ignoring()
        #expect(try await !processor.run([log.path], into: &sink))
        #expect(receiver.events.isEmpty)
    }
}
