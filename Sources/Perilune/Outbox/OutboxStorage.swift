internal import PeriluneCore
internal import PeriluneStore
internal import Synchronization

/// Where records wait until all sinks have taken them.
///
/// Records have consecutive numbers. A sink takes them in order; records that all sinks have taken are deleted.
protocol OutboxStorage: Sendable {
    /// The size of the waiting records, in bytes.
    var size: Int { get }
    /// Whether records survive a restart.
    var isLasting: Bool { get }
    /// Lets new sinks get the records from now on; returns the position of each known sink.
    func register(_ sinks: [String]) throws(PeriluneError) -> [String: Int64]
    /// Adds records, one object per line.
    func add(_ records: [UInt8]) throws(PeriluneError)
    /// The next records for a sink that has taken those up to a number; `nil` if there are none.
    func batch(after number: Int64) throws(PeriluneError) -> RecordBatch?
    /// Stores that a sink has taken the records up to a number.
    func take(through number: Int64, by sink: String) throws(PeriluneError)
}

/// Keeps records in a store, so that they survive a restart.
struct StoredOutbox: OutboxStorage {
    let store: EventStore

    var size: Int { store.outboxSize }
    var isLasting: Bool { true }

    func register(_ sinks: [String]) throws(PeriluneError) -> [String: Int64] {
        try store.commit { (transaction) throws(PeriluneError) in
            try transaction.register(sinks: sinks)
        }
    }

    func add(_ records: [UInt8]) throws(PeriluneError) {
        try store.commit { (transaction) throws(PeriluneError) in
            try transaction.addToOutbox(records)
        }
    }

    func batch(after number: Int64) throws(PeriluneError) -> RecordBatch? {
        try store.outbox(after: number)
    }

    func take(through number: Int64, by sink: String) throws(PeriluneError) {
        try store.commit { (transaction) throws(PeriluneError) in
            try transaction.take(through: number, by: sink)
        }
    }
}

/// Keeps records in memory.
final class MemoryOutbox: OutboxStorage {
    private struct Waiting {
        /// In order; those before `start` are taken, and without their records.
        var batches: [RecordBatch] = []
        var start = 0
        var positions: [String: Int64] = [:]
        var last: Int64 = 0
        var size = 0

        /// The first batch behind a number.
        func index(after number: Int64) -> Int {
            var (low, high) = (start, batches.count)
            while low < high {
                let middle = (low + high) / 2
                if batches[middle].first > number { high = middle } else { low = middle + 1 }
            }
            return low
        }
    }

    private let waiting = Mutex(Waiting())

    var size: Int { waiting.withLock(\.size) }
    var isLasting: Bool { false }

    func register(_ sinks: [String]) -> [String: Int64] {
        waiting.withLock { waiting in
            for sink in sinks { waiting.positions[sink] = waiting.last }
            return waiting.positions
        }
    }

    func add(_ records: [UInt8]) {
        let count = RecordBatch.count(records)
        guard count > 0 else { return }
        waiting.withLock { waiting in
            waiting.batches.append(
                RecordBatch(records: records, first: waiting.last + 1, count: count))
            waiting.last += Int64(count)
            waiting.size += records.count
        }
    }

    func batch(after number: Int64) -> RecordBatch? {
        waiting.withLock { waiting in
            let start = waiting.index(after: number)
            guard start < waiting.batches.count else { return nil }
            let first = waiting.batches[start]
            var (records, count) = (first.records, first.count)
            for next in waiting.batches[(start + 1)...] {
                if records.count + next.records.count > RecordBatch.maximumSize { break }
                records += next.records
                count += next.count
            }
            return RecordBatch(records: records, first: first.first, count: count)
        }
    }

    func take(through number: Int64, by sink: String) {
        waiting.withLock { waiting in
            waiting.positions[sink] = number
            let taken = waiting.positions.values.min() ?? number
            let end = waiting.index(after: taken)
            for index in waiting.start..<end {
                let batch = waiting.batches[index]
                waiting.size -= batch.records.count
                waiting.batches[index] = RecordBatch(
                    records: [], first: batch.first, count: batch.count)
            }
            waiting.start = end
            // Rarely, since it moves all that follow.
            if end > waiting.batches.count / 2 {
                waiting.batches.removeFirst(end)
                waiting.start = 0
            }
        }
    }
}
