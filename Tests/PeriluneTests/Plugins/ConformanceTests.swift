import Perilune
import PeriluneTestKit
import Synchronization
import Testing

/// The rules for sinks and sources find each kind of mistake.
@Suite(.timeLimit(.minutes(5))) struct ConformanceTests {
    /// What survives a crash of a sink.
    private final class Disk: Sendable {
        struct Content {
            var lines: [String] = []
            var last: Int64 = 0
        }

        let content = Mutex(Content())
    }

    private enum SinkMistake {
        case none, repeats, buffers, reorders, skipsJoined, ignoresCancellation
    }

    private final class Sink: RecordSink {
        let name = "sink"
        private let disk: Disk
        private let mistake: SinkMistake
        private let buffer = Mutex<[String]>([])

        init(_ disk: Disk, _ mistake: SinkMistake) {
            self.disk = disk
            self.mistake = mistake
        }

        func write(_ batch: RecordBatch) async throws {
            var lines = String(decoding: batch.records, as: UTF8.self).split(separator: "\n")
                .map { String($0) }
            if mistake == .ignoresCancellation, Task.isCancelled {
                await withCheckedContinuation { (_: CheckedContinuation<Void, Never>) in }
            }
            if mistake == .buffers {
                let held = buffer.withLock { buffer in
                    defer { buffer = lines }
                    return buffer
                }
                lines = held
            }
            disk.content.withLock { disk in
                let known = mistake == .repeats ? 0 : max(0, disk.last - batch.first + 1)
                if mistake == .skipsJoined, known > 0 { return }
                var new = Array(lines.dropFirst(Int(known)))
                if mistake == .reorders { new.reverse() }
                disk.lines += new
                disk.last = max(disk.last, batch.first + Int64(batch.count) - 1)
            }
        }
    }

    private func problems(
        _ mistake: SinkMistake, _ guarantee: RecordSinkConformance.Guarantee = .exactlyOnce
    ) async -> [String] {
        let disk = Disk()
        return await RecordSinkConformance.check(
            guarantee, limit: .seconds(mistake == .ignoresCancellation ? 1 : 30),
            prepare: { disk.content.withLock { $0 = .init() } },
            make: { Sink(disk, mistake) },
            received: { disk.content.withLock(\.lines) })
    }

    @Test func aCorrectSinkHasNoProblems() async {
        #expect(await problems(.none) == [])
        #expect(await problems(.repeats, .atLeastOnce) == [])
    }

    @Test func aSinkThatRepeatsRecordsIsFound() async {
        #expect(await problems(.repeats).contains { $0.contains("a record twice") })
    }

    @Test func recordsThatAreKeptInMemoryAreFound() async {
        #expect(
            await problems(.buffers, .atLeastOnce).contains { $0.contains("does not have") })
    }

    @Test func aSinkThatReordersRecordsIsFound() async {
        #expect(await problems(.reorders).contains { $0.contains("another order") })
    }

    @Test func aSinkThatIgnoresTheRestOfAKnownBatchIsFound() async {
        #expect(
            await problems(.skipsJoined).contains { $0.contains("with more records") })
    }

    @Test func aSinkThatFailsIsFound() async {
        struct Failing: RecordSink {
            let name = "failing"
            func write(_ batch: RecordBatch) throws { throw PeriluneError("test.failed", "no") }
        }
        let found = await RecordSinkConformance.check(
            .exactlyOnce, prepare: {}, make: { Failing() }, received: { [] })
        #expect(!found.isEmpty)
        #expect(found.allSatisfy { $0.hasSuffix("no") }, "\(found)")
    }

    @Test func aSinkThatDoesNotEndIsFound() async {
        #expect(
            await problems(.ignoresCancellation)
                == [
                    "a shutdown during a delivery: write did not return after it was cancelled within 1.0 seconds"
                ])
    }

    private enum SourceMistake {
        case none, forgetsFirst, noIdentity, givesUp, skips, staysOpen, deliversLate
    }

    /// Events that wait, and survive a crash of the source.
    private final class Queue: Sendable {
        let events = Mutex<[Event]>([])
    }

    private struct Source: EventSource {
        let name = "source"
        let queue: Queue
        let mistake: SourceMistake

        func run(
            _ deliver: @escaping @Sendable (EventDelivery) async throws(PeriluneError) -> Void
        ) async throws {
            while !Task.isCancelled {
                guard let event = queue.events.withLock(\.first) else {
                    try? await Task.sleep(for: .milliseconds(2))
                    continue
                }
                if mistake == .forgetsFirst { queue.events.withLock { _ = $0.removeFirst() } }
                let identity =
                    mistake == .noIdentity ? nil : String(decoding: event.json, as: UTF8.self)
                do {
                    try await deliver(.init([event], identity: identity))
                    if mistake != .forgetsFirst { queue.events.withLock { _ = $0.removeFirst() } }
                } catch {
                    if mistake == .givesUp { throw error }
                    if mistake == .skips {
                        queue.events.withLock { $0.append($0.removeFirst()) }
                    }
                    try? await Task.sleep(for: .milliseconds(2))
                }
            }
            if mistake == .deliversLate {
                Task.detached {
                    try? await Task.sleep(for: .milliseconds(1))
                    try? await deliver(.init([], identity: "late"))
                }
            }
            if mistake == .staysOpen {
                await withCheckedContinuation { (_: CheckedContinuation<Void, Never>) in }
            }
        }
    }

    private func problems(_ mistake: SourceMistake) async -> [String] {
        let queue = Queue()
        return await EventSourceConformance.check(
            limit: .milliseconds([.none, .deliversLate].contains(mistake) ? 30_000 : 100),
            prepare: { events in queue.events.withLock { $0 = events } },
            make: { Source(queue: queue, mistake: mistake) })
    }

    @Test func aCorrectSourceHasNoProblems() async {
        #expect(await problems(SourceMistake.none) == [])
    }

    @Test func eventsThatAreForgottenBeforeTheyAreKeptAreFound() async {
        #expect(await problems(.forgetsFirst).contains { $0.contains("were not delivered") })
    }

    @Test func deliveriesWithoutAnIdentityAreFound() async {
        #expect(await problems(.noIdentity).contains { $0.contains("was stored twice") })
    }

    @Test func aSourceThatGivesUpIsFoundAtEachDelivery() async {
        let found = await problems(.givesUp).filter { $0.hasPrefix("a full host at delivery") }
        #expect(found.count == 6)
        #expect(found.allSatisfy { $0.contains("run returned by itself") }, "\(found)")
    }

    @Test func aSourceThatReturnsWithoutAnErrorIsFound() async {
        struct Returning: EventSource {
            let name = "returning"
            func run(
                _ deliver:
                    @escaping @Sendable (EventDelivery) async throws(PeriluneError) ->
                    Void
            ) {}
        }
        let found = await EventSourceConformance.check(
            limit: .seconds(30), prepare: { _ in }, make: { Returning() })
        #expect(!found.isEmpty)
        #expect(found.allSatisfy { $0.hasSuffix("run returned by itself") }, "\(found)")
    }

    @Test func aSourceThatReordersEventsIsFound() async {
        #expect(await problems(.skips).contains { $0.contains("were delivered in the order") })
    }

    @Test func aDeliveryAfterTheEndIsFound() async {
        let found = await problems(.deliversLate)
        #expect(!found.isEmpty)
        #expect(found.allSatisfy { $0.hasSuffix("delivered after run had returned") }, "\(found)")
    }

    @Test func aSourceThatDoesNotEndIsFound() async {
        #expect(await problems(.staysOpen).contains { $0.contains("did not return") })
    }
}
