internal import PeriluneCore
internal import PeriluneStore
internal import Synchronization

/// Stores records until all sinks have taken them.
///
/// Records have consecutive numbers. A sink takes them in order; records that all sinks have taken are deleted.
protocol OutboxStorage: Sendable {
    /// The size of the waiting records, in bytes.
    var size: Int { get }
    /// Whether records survive a restart.
    var isLasting: Bool { get }
    /// Registers sinks; new ones get the records from now on.
    ///
    /// Returns the position of each known sink.
    func register(_ sinks: [String]) throws(PeriluneError) -> [String: Int64]
    /// Adds records and values.
    func add(_ lines: OutboxLines) throws(PeriluneError)
    /// The next records, or values of an output; `nil` if there are none after the number.
    ///
    /// The batch may begin with records up to the number that were added together with later ones.
    func batch(of output: String, after number: Int64) throws(PeriluneError) -> RecordBatch?
    /// Stores that a sink has taken the records up to a number.
    func acknowledge(through number: Int64, by sink: String) throws(PeriluneError)
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

    func add(_ lines: OutboxLines) throws(PeriluneError) {
        try store.commit { (transaction) throws(PeriluneError) in
            try transaction.addToOutbox(lines)
        }
    }

    func batch(of output: String, after number: Int64) throws(PeriluneError) -> RecordBatch? {
        try store.outbox(of: output, after: number)
    }

    func acknowledge(through number: Int64, by sink: String) throws(PeriluneError) {
        try store.commit { (transaction) throws(PeriluneError) in
            try transaction.acknowledge(through: number, by: sink)
        }
    }
}

/// Keeps records in memory.
final class MemoryOutbox: OutboxStorage {
    /// The records, or the values of one output.
    private struct Waiting {
        /// The batches in order; those before `start` are taken, and have lost their records.
        var batches: [RecordBatch] = []
        var start = 0
        var positions: [String: Int64] = [:]
        var last: Int64 = 0
        var size = 0
        let sequence: String

        /// The index of the first batch with records after a number.
        func index(after number: Int64) -> Int {
            var (low, high) = (start, batches.count)
            while low < high {
                let middle = (low + high) / 2
                if batches[middle].last > number { high = middle } else { low = middle + 1 }
            }
            return low
        }

        mutating func add(_ records: [UInt8]) {
            let count = RecordBatch.count(records)
            guard count > 0 else { return }
            batches.append(
                RecordBatch(
                    records: records, first: last + 1, count: count, sequence: sequence))
            last += Int64(count)
            size += records.count
        }

        func batch(after number: Int64) -> RecordBatch? {
            let start = index(after: number)
            guard start < batches.count else { return nil }
            let first = batches[start]
            var (records, count) = (first.records, first.count)
            for next in batches[(start + 1)...] {
                if records.count + next.records.count > RecordBatch.maximumSize { break }
                records += next.records
                count += next.count
            }
            return RecordBatch(
                records: records, first: first.first, count: count, sequence: sequence)
        }

        mutating func acknowledge(through number: Int64, by sink: String) {
            positions[sink] = number
            let taken = positions.values.min() ?? number
            let end = index(after: taken)
            for index in start..<end {
                let batch = batches[index]
                size -= batch.records.count
                batches[index] = RecordBatch(records: [], first: batch.first, count: batch.count)
            }
            start = end
            // Rarely done, because it moves all remaining batches.
            if end > batches.count / 2 {
                batches.removeFirst(end)
                start = 0
            }
        }
    }

    private let waiting = Mutex<[String: Waiting]>([:])
    private let sequence = String(UInt64.random(in: 0 ... .max), radix: 16)

    var size: Int { waiting.withLock { $0.values.reduce(0) { $0 + $1.size } } }
    var isLasting: Bool { false }

    func register(_ sinks: [String]) -> [String: Int64] {
        waiting.withLock { waiting in
            for sink in sinks {
                let output = OutboxStream(name: sink).output
                let last = waiting[output]?.last ?? 0
                waiting[output, default: Waiting(sequence: sequence)].positions[sink] = last
            }
            return waiting.values.reduce(into: [:]) {
                $0.merge($1.positions, uniquingKeysWith: max)
            }
        }
    }

    func add(_ lines: OutboxLines) {
        waiting.withLock { waiting in
            for (output, records) in lines { waiting[output]?.add(records) }
        }
    }

    func batch(of output: String, after number: Int64) -> RecordBatch? {
        waiting.withLock { $0[output]?.batch(after: number) }
    }

    func acknowledge(through number: Int64, by sink: String) {
        waiting.withLock { waiting in
            waiting[OutboxStream(name: sink).output]?.acknowledge(through: number, by: sink)
        }
    }
}
