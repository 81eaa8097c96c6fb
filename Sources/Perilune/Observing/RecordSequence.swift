public import PeriluneCore
internal import Synchronization

extension Host {
    /// The records of all events from now on, as an asynchronous sequence.
    ///
    /// ```swift
    /// let records = host.records
    /// let reading = Task {
    ///     for await record in records where record.outcome == .failed { print(record.json) }
    /// }
    /// ```
    ///
    /// Each access begins a sequence of its own, which gets the records of ``process(_:)``, ``process(all:)`` and
    /// ``decide(_:)``; logs and an `Intake` have sinks for that. No record is lost: while a reader is more than 1,024
    /// records behind, these calls wait for it before they return. So read in a task of its own, which does not call the
    /// host, and drop a sequence that you no longer read. A cancelled call does not wait. The sequence ends when its task is
    /// cancelled or the host is gone.
    public var records: RecordSequence { recordReaders.makeSequence() }
}

/// The records of a host as they are written, see ``Host/records``.
public struct RecordSequence: AsyncSequence, Sendable {
    fileprivate let stream: AsyncStream<Record>
    fileprivate let waiting: WaitingRecords

    /// Begins reading; all iterators of a sequence share its records.
    public func makeAsyncIterator() -> Iterator {
        Iterator(base: stream.makeAsyncIterator(), waiting: waiting)
    }

    /// Reads the records in order.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var base: AsyncStream<Record>.Iterator
        fileprivate let waiting: WaitingRecords

        /// The next record; `nil` at the end.
        public mutating func next() async -> Record? {
            await next(isolation: nil)
        }

        /// The next record, for an iterator that an actor uses; `nil` at the end.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Record? {
            let record = await base.next(isolation: actor)
            if record != nil { waiting.count.subtract(1, ordering: .relaxed) }
            return record
        }
    }
}

/// The number of records that a reader has not taken.
private final class WaitingRecords: Sendable {
    let count = Atomic(0)
}

/// The readers of a host's records.
final class RecordReaders: Sendable {
    private struct Reader {
        let continuation: AsyncStream<Record>.Continuation
        let waiting: WaitingRecords
    }

    /// The number of records after which calls wait for a slow reader.
    static let limit = 1024

    private let readers = Mutex<[Int: Reader]>([:])
    private let begun = Atomic(0)
    private let watching = Atomic(0)

    /// Whether there is a reader; checked by each call.
    var isWatched: Bool { watching.load(ordering: .relaxed) > 0 }

    func makeSequence() -> RecordSequence {
        let number = begun.add(1, ordering: .relaxed).newValue
        let waiting = WaitingRecords()
        let (stream, continuation) = AsyncStream.makeStream(of: Record.self)
        readers.withLock { readers in
            readers[number] = Reader(continuation: continuation, waiting: waiting)
            watching.store(readers.count, ordering: .relaxed)
        }
        continuation.onTermination = { [weak self] _ in self?.remove(number) }
        return RecordSequence(stream: stream, waiting: waiting)
    }

    /// Passes records to all readers, and waits until none of them is too far behind.
    func add(_ records: [Record]) async {
        readers.withLock { readers in
            for reader in readers.values {
                reader.waiting.count.add(records.count, ordering: .relaxed)
                for record in records { reader.continuation.yield(record) }
            }
        }
        while isBehind, !Task.isCancelled { try? await Task.sleep(for: .milliseconds(5)) }
    }

    private var isBehind: Bool {
        readers.withLock { readers in
            readers.values.contains { $0.waiting.count.load(ordering: .relaxed) > Self.limit }
        }
    }

    private func remove(_ number: Int) {
        readers.withLock { readers in
            readers[number] = nil
            watching.store(readers.count, ordering: .relaxed)
        }
    }

    deinit {
        for reader in readers.withLock({ $0.values.map(\.continuation) }) { reader.finish() }
    }
}
