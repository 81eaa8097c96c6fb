package import PeriluneCore
import Synchronization

/// A store that takes events in: inbox, state, ledger and quarantine in one file.
///
/// All writing goes through ``commit(_:)``, one transaction for whatever is to be written at that time.
/// Reading has a connection of its own, so that nobody waits for the disk to look at a value.
package final class EventStore: StateStore, @unchecked Sendable {
    /// Used under the lock only.
    ///
    /// A body of the caller sees it, which a `Mutex` around it does not allow.
    private let transaction: StoreTransaction
    private let lock = Mutex(())
    private let reader: Mutex<Reader>

    private struct Reader {
        let state: StateTables
        let ledger: LedgerTable
    }

    /// Opens a store, or makes a new one where there is no file.
    package init(
        path: String, busyTimeout: Duration = .seconds(5)
    ) throws(PeriluneError) {
        transaction = try StoreTransaction(try Connection.store(path, busyTimeout: busyTimeout))
        let second = try Connection.store(path, busyTimeout: busyTimeout)
        reader = Mutex(Reader(state: try StateTables(second), ledger: try LedgerTable(second)))
    }

    /// Everything in the body is kept, or nothing is.
    ///
    /// When this returns, it is on the disk.
    package func commit<Answer: Sendable>(
        _ body: (StoreTransaction) throws(PeriluneError) -> Answer
    ) throws(PeriluneError) -> Answer {
        // It runs here and now, on this thread: the lock only keeps others out meanwhile.
        nonisolated(unsafe) let body = body
        return try lock.withLock { (_) throws(PeriluneError) in
            try transaction.run(body)
        }
    }

    /// Events that were accepted and are not finished, in order.
    package func unfinished() throws(PeriluneError) -> [InboxEvent] {
        try lock.withLock { (_) throws(PeriluneError) in
            try transaction.inbox.unfinished()
        }
    }

    /// The answer to an effect of an event, as JSON, if it is known.
    package func ledgerAnswer(
        event: Int64, identity: String
    ) throws(PeriluneError) -> String? {
        try reader.withLock { (reader) throws(PeriluneError) in
            try reader.ledger.find(event, identity)?.answer
        }
    }

    /// How far an output is valid.
    package func output(_ path: String) throws(PeriluneError) -> OutputMark? {
        try lock.withLock { (_) throws(PeriluneError) in
            try transaction.output(path)
        }
    }

    /// The bytes that were saved last, or nil.
    package func load(script: String, key: String) throws(PeriluneError) -> [UInt8]? {
        try reader.withLock { (reader) throws(PeriluneError) in
            try reader.state.load(script, key)
        }
    }

    /// Saves all changes and the position in one transaction, or none of them.
    package func save(
        _ changes: [StateChange], position: InputPosition?
    ) throws(PeriluneError) {
        try lock.withLock { (_) throws(PeriluneError) in
            try transaction.state.save(changes, position)
        }
    }

    /// How far a log was read when its position was saved last.
    package func position(of log: String) throws(PeriluneError) -> InputPosition? {
        try reader.withLock { (reader) throws(PeriluneError) in
            try reader.state.position(of: log)
        }
    }
}

/// An event in the inbox.
package struct InboxEvent: Sendable, Hashable {
    /// Its number: the order in which events were accepted.
    package let number: Int64
    /// The path that it came in by.
    package let source: String
    /// The event as structured JSON.
    package let event: [UInt8]

    /// Makes an event.
    package init(number: Int64, source: String, event: [UInt8]) {
        self.number = number
        self.source = source
        self.event = event
    }
}

/// An event that could not be processed.
package struct QuarantinedEvent: Sendable, Hashable {
    /// The number of the accepted event that it is, or that it came from.
    package let number: Int64?
    /// The path that it came in by.
    package let source: String
    /// The bytes as they came.
    package let event: [UInt8]
    /// Why, as JSON.
    package let error: String

    /// Makes an event.
    package init(number: Int64?, source: String, event: [UInt8], error: String) {
        self.number = number
        self.source = source
        self.event = event
        self.error = error
    }
}

/// Up to where an output file is valid.
package struct OutputMark: Sendable, Hashable {
    /// The file's path.
    package var path: String
    /// The file's device and inode: another file under the same name is not cut.
    package var device: Int64
    package var inode: Int64
    /// Bytes that belong to events that are finished.
    package var offset: Int64

    /// Makes a mark.
    package init(path: String, device: Int64, inode: Int64, offset: Int64) {
        self.path = path
        self.device = device
        self.inode = inode
        self.offset = offset
    }
}
