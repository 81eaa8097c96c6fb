package import PeriluneCore
import Synchronization

/// A store for accepting events: inbox, state, ledger and quarantine in one file.
///
/// All writes go through ``commit(_:)``, one transaction for everything that is to be written at that time. Reads
/// have a connection of their own, so that they do not wait for the disk.
package final class EventStore: StateStore, StateVersions, @unchecked Sendable {
    /// The writer, which is used only under the lock.
    ///
    /// It is passed to a body of the caller, which a `Mutex` around it would not allow.
    private var writing: StoreTransaction?
    private let lock = Mutex(())
    private let reader: Mutex<Reader?>
    private let size: Mutex<QuarantineSize>
    private let waiting: Mutex<Int>
    private let lost = Atomic(false)

    private struct Reader {
        let state: StateTables
        let ledger: LedgerTable
        let quarantine: QuarantineTable
        let outbox: OutboxTable
    }

    /// Opens a store, or creates one if there is no file.
    ///
    /// With a commit log, the store is brought up to date first, and every commit is appended to the log.
    package init(
        path: String, busyTimeout: Duration = .seconds(5), log: (any CommitLog)? = nil
    ) throws(PeriluneError) {
        let first = try StoreTransaction(
            try Connection.store(path, busyTimeout: busyTimeout), log: log)
        writing = first
        size = Mutex(try first.quarantine.size())
        waiting = Mutex(try first.outbox.size())
        let second = try Connection.store(path, busyTimeout: busyTimeout)
        reader = Mutex(
            Reader(
                state: try StateTables(second), ledger: try LedgerTable(second),
                quarantine: try QuarantineTable(second), outbox: OutboxTable(second)))
    }

    /// Opens a store whose lock the caller has, after ``QuickCheck``.
    ///
    /// - Parameters:
    ///   - path: The file; created if it does not exist.
    ///   - aside: The file for rows whose checksum is wrong; with it, all rows are read. Without
    ///     it, such rows are errors.
    ///   - log: The log that every commit is appended to; with it the file is a copy that can be removed.
    /// - Returns: The store, and the rows that were set aside.
    /// - Throws: `store.corrupt` or `store.row` if the store is damaged.
    package static func forWriting(
        _ path: String, settingAside aside: String? = nil, log: (any CommitLog)? = nil
    ) throws(PeriluneError) -> (store: EventStore, damage: [StoreDamage]) {
        try QuickCheck.checkLog(path)
        let store = try EventStore(path: path, log: log)
        let damage = try store.lock.withLock { (_) throws(PeriluneError) in
            let writer = try store.writer()
            let damage = try writer.check(settingAside: aside)
            try store.noteSizes(writer)
            return damage
        }
        return (store, damage)
    }

    /// The size of the quarantine, as of the last commit.
    package var quarantineSize: QuarantineSize { size.withLock(\.self) }

    /// The size of the records that some sink has not taken yet, in bytes, as of the last commit.
    package var outboxSize: Int { waiting.withLock(\.self) }

    /// Whether it was closed after an error, because it may differ from its commit log.
    package var isLost: Bool { lost.load(ordering: .relaxed) }

    /// Closes the file, so that no other files are left beside it; later calls throw.
    package func close() {
        reader.withLock { $0 = nil }
        lock.withLock { _ in writing = nil }
    }

    /// The writer, which must be used under the lock.
    private func writer() throws(PeriluneError) -> StoreTransaction {
        guard let writing else { throw Self.closed }
        return writing
    }

    private func read<Answer: Sendable>(
        _ body: (Reader) throws(PeriluneError) -> Answer
    ) throws(PeriluneError) -> Answer {
        // The body runs synchronously, as in a commit.
        nonisolated(unsafe) let body = body
        return try reader.withLock { (reader) throws(PeriluneError) in
            guard let reader else { throw Self.closed }
            return try body(reader)
        }
    }

    /// Runs a transaction of the writer while no read keeps a snapshot of the store.
    ///
    /// The writer cannot empty the WAL while a reader uses an older snapshot.
    private func withoutSnapshot<Answer>(
        _ body: () throws(PeriluneError) -> Answer
    ) throws(PeriluneError) -> Answer {
        try keepSnapshot(false)
        let answer = Result(catching: body)
        try keepSnapshot(true)
        return try answer.get()
    }

    private func keepSnapshot(_ keeps: Bool) throws(PeriluneError) {
        try reader.withLock { (reader) throws(PeriluneError) in
            try reader?.state.endSnapshot()
            reader?.state.keepsSnapshot = keeps
        }
    }

    private static var closed: PeriluneError {
        PeriluneError(.storeClosed, "the store is closed")
    }

    /// Commits everything that the body writes, or nothing if it throws.
    ///
    /// When this returns, the changes are on the disk.
    package func commit<Answer: Sendable>(
        _ body: (StoreTransaction) throws(PeriluneError) -> Answer
    ) throws(PeriluneError) -> Answer {
        // The body runs synchronously on this thread; the lock only excludes other threads.
        nonisolated(unsafe) let body = body
        return try lock.withLock { (_) throws(PeriluneError) in
            let writer = try writer()
            let answer = try closing(writer) { () throws(PeriluneError) in
                try withoutSnapshot { () throws(PeriluneError) in try writer.run(body) }
            }
            try noteSizes(writer)
            return answer
        }
    }

    private func noteSizes(_ writer: StoreTransaction) throws(PeriluneError) {
        let now = try writer.quarantine.size()
        size.withLock { $0 = now }
        let bytes = try writer.outbox.size()
        waiting.withLock { $0 = bytes }
    }

    /// Closes the store if it may differ from its commit log after an error.
    private func closing<Answer>(
        _ writer: StoreTransaction, _ body: () throws(PeriluneError) -> Answer
    ) throws(PeriluneError) -> Answer {
        do throws(PeriluneError) { return try body() } catch {
            if writer.isLost {
                lost.store(true, ordering: .relaxed)
                reader.withLock { $0 = nil }
                writing = nil
            }
            throw error
        }
    }

    /// Frees disk space by moving the WAL into the file, after a write has failed.
    package func makeRoom() {
        lock.withLock { _ in writing?.makeRoom() }
    }

    /// Moves the WAL into the file and empties it, so that erased data does not remain in it.
    func emptyLog() throws(PeriluneError) {
        try lock.withLock { (_) throws(PeriluneError) in
            let writer = try writer()
            try withoutSnapshot { () throws(PeriluneError) in
                try writer.connection.run("PRAGMA wal_checkpoint(TRUNCATE)")
            }
        }
    }

    /// Events that were accepted and are not finished, in order.
    package func unfinished() throws(PeriluneError) -> [InboxEvent] {
        try lock.withLock { (_) throws(PeriluneError) in
            try writer().inbox.unfinished()
        }
    }

    /// How often the process ended while processing events of the inbox, by number.
    package func attempts() throws(PeriluneError) -> [Int64: Attempts] {
        try lock.withLock { (_) throws(PeriluneError) in
            try writer().attempts.all()
        }
    }

    /// Whether the inbox has no event with this number or a lower one.
    package func isFinished(through number: Int64) throws(PeriluneError) -> Bool {
        try lock.withLock { (_) throws(PeriluneError) in
            try writer().inbox.isEmpty(through: number)
        }
    }

    // MARK: - Quarantine

    /// How many events are in quarantine.
    package func quarantineCount() throws(PeriluneError) -> Int {
        try read { (reader) throws(PeriluneError) in try reader.quarantine.count() }
    }

    /// The ids of the chosen events in quarantine, the oldest first.
    package func quarantine(_ choice: QuarantineChoice) throws(PeriluneError) -> [Int64] {
        try read { (reader) throws(PeriluneError) in try reader.quarantine.ids(choice) }
    }

    /// An event in quarantine; `nil` if it is not there any more.
    package func quarantined(_ id: Int64) throws(PeriluneError) -> QuarantineEntry? {
        try read { (reader) throws(PeriluneError) in try reader.quarantine.entry(id) }
    }

    /// The answer to an effect of an event, as JSON, if it is known.
    package func ledgerAnswer(
        event: Int64, identity: String
    ) throws(PeriluneError) -> String? {
        try read { (reader) throws(PeriluneError) in
            try reader.ledger.find(event, identity)?.answer
        }
    }

    /// The effects of an event that must happen once and have no answer.
    package func intents(of event: Int64) throws(PeriluneError) -> [LedgerRow.Intent] {
        try read { (reader) throws(PeriluneError) in try reader.ledger.intents(of: event) }
    }

    /// The next records, or values of an output, after those that a sink has taken; `nil` if there are none.
    package func outbox(
        of output: String = "", after number: Int64
    ) throws(PeriluneError) -> RecordBatch? {
        try read { (reader) throws(PeriluneError) in
            try reader.outbox.batch(of: output, after: number)
        }
    }

    /// The sinks that records are stored for, by name.
    package func sinks() throws(PeriluneError) -> [StoredSink] {
        try lock.withLock { (_) throws(PeriluneError) in try writer().outbox.sinks() }
    }

    /// The identity of the run of logs.
    package func run() throws(PeriluneError) -> [String: String] {
        try lock.withLock { (_) throws(PeriluneError) in try writer().runs.all() }
    }

    /// The positions of a source, by name.
    package func positions(of source: String) throws(PeriluneError) -> [SourcePosition] {
        try lock.withLock { (_) throws(PeriluneError) in try writer().positions(of: source) }
    }

    /// When the newest delivery in memory arrived, in seconds since 1970.
    package func newestDelivery() throws(PeriluneError) -> Int64? {
        try lock.withLock { (_) throws(PeriluneError) in try writer().inbox.newest() }
    }

    /// The valid length of an output.
    package func output(_ path: String) throws(PeriluneError) -> OutputMark? {
        try lock.withLock { (_) throws(PeriluneError) in
            try writer().output(path)
        }
    }

    /// The bytes that were saved last, or nil.
    package func load(script: String, key: String) throws(PeriluneError) -> [UInt8]? {
        try read { (reader) throws(PeriluneError) in
            try reader.state.load(script, key)
        }
    }

    /// The values whose keys begin with a prefix, in the order of their keys.
    package func values(
        script: String, prefix: String, after: String?, limit: Int
    ) throws(PeriluneError) -> [StateValue] {
        try read { (reader) throws(PeriluneError) in
            try reader.state.values(script, prefix, after: after, limit)
        }
    }

    /// The highest version of the script among its saved state; `nil` if there is none.
    package func newestState(of script: String) throws(PeriluneError) -> Int64? {
        try read { (reader) throws(PeriluneError) in
            try reader.state.newestVersion(script)
        }
    }

    /// Saves all changes and the position in one transaction, or none of them.
    package func save(
        _ changes: [StateChange], position: InputPosition?
    ) throws(PeriluneError) {
        guard !changes.isEmpty || position != nil else { return }
        try commit { (transaction) throws(PeriluneError) in
            try transaction.state.write(changes)
            if let position { try transaction.state.write(position) }
        }
    }

    /// The position of a log that was saved last.
    package func position(of log: String) throws(PeriluneError) -> InputPosition? {
        try read { (reader) throws(PeriluneError) in
            try reader.state.position(of: log)
        }
    }
}

/// An event in the inbox.
package struct InboxEvent: Sendable, Hashable {
    /// Its number: the order in which events were accepted.
    package let number: Int64
    /// The path on which it was received.
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

/// The valid length of an output file.
package struct OutputMark: Sendable, Hashable {
    /// The file's path.
    package var path: String
    /// The file's device; with ``inode``, it distinguishes another file under the same name, which is not truncated.
    package var device: Int64
    /// The file's inode on the device.
    package var inode: Int64
    /// The number of bytes that belong to finished events.
    package var offset: Int64

    /// Makes a mark.
    package init(path: String, device: Int64, inode: Int64, offset: Int64) {
        self.path = path
        self.device = device
        self.inode = inode
        self.offset = offset
    }
}
