import PeriluneCore
import PeriluneFiles
import Synchronization
import Testing

@testable import PeriluneMessages

/// Values that are published as messages, of which a receiver stores some.
struct MessageSinkTests {
    /// The numbers of the values of each attempt, and those that are not stored.
    private final class Receiver: Sendable {
        let attempts = Mutex<[[Int64]]>([])
        let failing: Mutex<Set<Int64>>

        init(failing: Set<Int64>) { self.failing = Mutex(failing) }

        var sink: MessageSink<Int, Int64> {
            let publishing = MessagePublishing<Int, Int64>(
                refusal: "test.refused", message: { (value) throws(PeriluneError) in value.number },
                connect: { () throws(PeriluneError) in 0 },
                publish: { (_, numbers) throws(PeriluneError) in
                    self.attempts.withLock { $0.append(numbers) }
                    let failing = self.failing.withLock(\.self)
                    return numbers.map {
                        failing.contains($0) ? PeriluneError("test.failed", "\($0)") : nil
                    }
                })
            return MessageSink(name: "out", publishing, rejected: nil)
        }
    }

    private func batch(_ first: Int64, sequence: String = "q") -> RecordBatch {
        RecordBatch(
            records: Array("1\n2\n3\n4\n".utf8), first: first, count: 4, sequence: sequence)
    }

    @Test func valuesThatAreStoredAreNotPublishedAgain() async throws {
        let receiver = Receiver(failing: [12])
        let sink = receiver.sink
        let error = await #expect(throws: PeriluneError.self) { try await sink.write(batch(10)) }
        #expect(error?.message == "12")
        receiver.failing.withLock { $0 = [] }
        try await sink.write(batch(10))
        #expect(receiver.attempts.withLock(\.self) == [[10, 11, 12, 13], [12]])
    }

    /// A restart begins after it.
    @Test func theLastValueBeforeThatWithAnErrorIsTold() async throws {
        let sink = Receiver(failing: [12]).sink
        try? await sink.write(batch(10))
        #expect(sink.lastWritten(of: batch(10)) == 11)
        #expect(sink.lastWritten(of: batch(10, sequence: "other")) == 0)
    }

    @Test func whereNoValueIsStoredItIsThatBeforeTheBatch() async throws {
        let sink = Receiver(failing: [10]).sink
        try? await sink.write(batch(10))
        #expect(sink.lastWritten(of: batch(10)) == 9)
    }
}
