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
        var batches: [RecordBatch] = []
        var positions: [String: Int64] = [:]
        var last: Int64 = 0
        var size = 0
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
        let count = records.count { $0 == UInt8(ascii: "\n") }
        guard count > 0 else { return }
        waiting.withLock { waiting in
            waiting.batches.append(
                RecordBatch(records: records, first: waiting.last + 1, count: count))
            waiting.last += Int64(count)
            waiting.size += records.count
        }
    }

    func batch(after number: Int64) -> RecordBatch? {
        waiting.withLock { waiting in waiting.batches.first { $0.first > number } }
    }

    func take(through number: Int64, by sink: String) {
        waiting.withLock { waiting in
            waiting.positions[sink] = number
            let taken = waiting.positions.values.min() ?? number
            let count = waiting.batches.prefix { $0.last <= taken }.count
            for batch in waiting.batches.prefix(count) { waiting.size -= batch.records.count }
            waiting.batches.removeFirst(count)
        }
    }
}
