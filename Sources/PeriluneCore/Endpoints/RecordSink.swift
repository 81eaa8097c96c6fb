/// A destination of records: a queue, a table, a dashboard.
///
/// ```swift
/// struct Table: RecordSink {
///     let name = "table"
///     func write(_ batch: RecordBatch) async throws {
///         try await database.insert(batch.records, from: batch.first)
///     }
/// }
/// ```
///
/// Each sink gets all records in order, at least once: a host that could not deliver a batch, or that ended before it
/// stored the delivery, delivers the records again. A record is identified by its number, see ``RecordBatch/first``.
public protocol RecordSink: Sendable {
    /// Kebab-case, for messages, metrics and the store.
    var name: String { get }
    /// Writes a batch; when this returns, the host forgets its records.
    ///
    /// - Throws: If any of them could not be written. The host reports the error, and delivers all of them again after
    ///   a pause that grows to 30 seconds; later records wait.
    func write(_ batch: RecordBatch) async throws
}

/// A sink that writes a batch in steps, and knows after an error how far it came.
package protocol SteppingSink: RecordSink {
    /// The number of the last record of a batch that is written together with all before it; less than that of the
    /// first one if none is.
    func lastWritten(of batch: RecordBatch) -> Int64
}

/// Records on their way to a sink.
public struct RecordBatch: Sendable, Hashable {
    /// The records: JSON, one object per line.
    public let records: [UInt8]
    /// The number of the first record; each of the others has the next one.
    ///
    /// If the host has a store, a record that is delivered again has the same number, also after a restart, so that a
    /// receiver can ignore it. Without a store, numbers begin at 1 when the host starts.
    public let first: Int64
    /// Identifies the sequence of numbers: that of an output in a store, or of a host that has none.
    ///
    /// Numbers of different sequences cannot be compared. A receiver that ignores repetitions keeps the last number of
    /// each sequence.
    public let sequence: String
    /// The number of records.
    public let count: Int

    /// Makes a batch.
    public init(records: [UInt8], first: Int64, count: Int, sequence: String = "") {
        self.sequence = sequence
        self.records = records
        self.first = first
        self.count = count
    }

    /// The number of the last record.
    package var last: Int64 { first + Int64(count) - 1 }

    /// The records after a number.
    package func after(_ number: Int64) -> RecordBatch {
        guard number >= first else { return self }
        var rest = records[...]
        for _ in first...min(number, last) {
            rest = rest.drop { $0 != UInt8(ascii: "\n") }.dropFirst()
        }
        return RecordBatch(
            records: Array(rest), first: number + 1, count: max(0, Int(last - number)),
            sequence: sequence)
    }

    /// The maximum size of a batch in bytes, unless records that were stored together are larger.
    package static let maximumSize = 1 << 20

    /// The number of records, one per line.
    package static func count(_ records: [UInt8]) -> Int {
        records.count { $0 == UInt8(ascii: "\n") }
    }
}
