package import PeriluneCore

/// Writes to an event store in one transaction.
package final class StoreTransaction {
    let connection: Connection
    let state: StateTables
    let inbox: InboxTables
    let ledger: LedgerTable
    let quarantine: QuarantineTable
    let attempts: AttemptTable
    let runs: RunTable
    let outbox: OutboxTable
    /// Appends each transaction to a commit log, if the store has one.
    private let appender: CommitAppender?
    private let isReplica: Bool
    private static let commitsBetweenCheckpoints = 256
    private var commitsSinceCheckpoint = 0
    /// The current time for the memory of deliveries, in seconds since 1970.
    package var time = Timestamp.now.microseconds / 1_000_000

    init(
        _ connection: Connection, log: (any CommitLog)? = nil
    ) throws(PeriluneError) {
        self.connection = connection
        appender = try log.map { (log) throws(PeriluneError) in
            try CommitAppender(log, connection)
        }
        isReplica = try StoreReplica.position(connection) != nil
        // Fewer, larger checkpoints, because each one delays a commit.
        try connection.run("PRAGMA wal_autocheckpoint = 4000")
        state = try StateTables(connection)
        inbox = try InboxTables(connection)
        ledger = try LedgerTable(connection)
        quarantine = try QuarantineTable(connection)
        attempts = try AttemptTable(connection)
        runs = RunTable(connection)
        outbox = OutboxTable(connection)
    }

    func run<Answer>(
        _ body: (StoreTransaction) throws(PeriluneError) -> Answer
    ) throws(PeriluneError) -> Answer {
        do throws(PeriluneError) {
            let answer = try commit(body)
            noteCommit()
            return answer
        } catch {
            quarantine.forgetSize()
            outbox.forgetSize()
            throw error
        }
    }

    private func commit<Answer>(
        _ body: (StoreTransaction) throws(PeriluneError) -> Answer
    ) throws(PeriluneError) -> Answer {
        if let appender {
            return try appender.transaction { () throws(PeriluneError) in try body(self) }
        }
        if isReplica { try StoreReplica.refuseChanges(connection) }
        return try connection.transaction { () throws(PeriluneError) in try body(self) }
    }

    /// Whether the store must be opened again, because it may differ from its commit log.
    var isLost: Bool { appender?.isLost ?? false }

    /// Checks the store at the start; if a file is named, moves rows with wrong checksums to it.
    func check(settingAside aside: String?) throws(PeriluneError) -> [StoreDamage] {
        let damage = try aside.map { (path) throws(PeriluneError) in
            try DamagedRows.setAside(connection, to: path)
        }
        quarantine.forgetSize()
        outbox.forgetSize()
        try QuickCheck.run(connection)
        return damage ?? []
    }

    /// Counts a commit, and moves the WAL into the file after many of them, however small they were.
    ///
    /// Small commits write the same pages again and again, and to add a page to the index of the WAL, SQLite passes all
    /// its earlier versions. In a WAL of 4,000 pages, that is a quarter of the instructions of SQLite for an event.
    private func noteCommit() {
        commitsSinceCheckpoint += 1
        guard commitsSinceCheckpoint == Self.commitsBetweenCheckpoints else { return }
        commitsSinceCheckpoint = 0
        makeRoom()
    }

    func makeRoom() {
        // If this fails, the next write reports the error.
        try? connection.run("PRAGMA wal_checkpoint(PASSIVE)")
    }

    // MARK: - Accepting

    /// Accepts events that arrived together; `nil` if they were accepted before.
    ///
    /// A repeated event that is in quarantine is moved back to the inbox, to be processed again under its number.
    ///
    /// - Parameters:
    ///   - events: The events, each as structured JSON.
    ///   - source: The path on which they were received.
    ///   - identity: Identifies repetitions; `nil` if the events are new.
    ///   - time: Seconds since 1970.
    /// - Returns: The numbers of the events.
    /// - Throws: An error of the store; the whole transaction is rolled back then.
    package func accept(
        _ events: [[UInt8]], source: String, identity: String?, time: Int64
    ) throws(PeriluneError) -> Range<Int64>? {
        if let numbers = try inbox.accept(events, source, identity, time) { return numbers }
        guard let identity, events.count == 1, let number = try inbox.number(source, identity),
            try quarantine.remove(accepted: number)
        else { return nil }
        try ledger.forgetErrors(of: number)
        try inbox.put(number, source, events[0])
        return number..<number + 1
    }

    // MARK: - Finishing

    /// Removes finished events from the inbox.
    package func removeFromInbox(_ numbers: [Int64]) throws(PeriluneError) {
        try inbox.remove(numbers)
    }

    /// Saves the changes of finished events.
    package func save(_ changes: [StateChange]) throws(PeriluneError) {
        try state.write(changes)
    }

    /// The state, to be read or changed as a part of this transaction.
    package var stateContents: StateContents { StateContents(connection) }

    // MARK: - Quarantine

    /// Quarantines an event that could not be processed.
    package func quarantine(_ event: QuarantinedEvent, time: Int64) throws(PeriluneError) {
        try quarantine.add(event, time)
    }

    /// Moves events back to the inbox, to be processed again.
    ///
    /// Effects that were answered get the same answer again, except for errors, which are the reason for a retry.
    ///
    /// - Parameters:
    ///   - choice: The events.
    ///   - outcome: What is assumed of their effects whose outcome is unknown.
    ///   - read: The bytes of the event; `nil` for an entry that still cannot be read, which stays in the quarantine.
    /// - Returns: The events, as they are in the inbox.
    /// - Throws: `quarantine.missing`, or what the store says.
    @discardableResult
    package func retry(
        _ choice: QuarantineChoice, assuming outcome: AssumedOutcome? = nil,
        reading read: (QuarantinedEvent) -> [UInt8]? = { $0.event }
    ) throws(PeriluneError) -> [InboxEvent] {
        var events: [InboxEvent] = []
        let ids = try quarantine.ids(choice)
        for id in ids {
            guard let entry = try quarantine.entry(id), let bytes = read(entry.event) else {
                continue
            }
            let event = entry.event
            let number: Int64
            if let known = event.number, !event.isPublished, try !inbox.has(known) {
                number = known
                try inbox.put(number, event.source, bytes)
                try ledger.forgetErrors(of: number)
            } else {
                number = try inbox.add(event.source, bytes)
                if let parent = event.number { try ledger.copyAnswers(of: parent, to: number) }
            }
            if let outcome { try ledger.settle(number, as: outcome) }
            try quarantine.remove(id)
            events.append(InboxEvent(number: number, source: event.source, event: bytes))
        }
        return events
    }

    /// Deletes events from the quarantine; returns their number.
    package func drop(_ choice: QuarantineChoice) throws(PeriluneError) -> Int {
        let ids = try quarantine.ids(choice)
        for id in ids { try quarantine.remove(id) }
        return ids.count
    }

    // MARK: - Attempts

    /// Saves how often the process ended while processing an event.
    package func set(_ attempts: Attempts, of number: Int64) throws(PeriluneError) {
        try self.attempts.set(attempts, of: number)
    }

    /// Deletes the counts of events that have left the inbox.
    package func forgetFinishedAttempts() throws(PeriluneError) { try attempts.forgetFinished() }

    // MARK: - Outputs

    /// Stores the valid length of an output.
    package func mark(_ output: OutputMark) throws(PeriluneError) {
        try connection.run(
            StoreTable.output.upsert,
            [
                .text(output.path), .integer(output.device), .integer(output.inode),
                .integer(output.offset),
            ])
    }

    func output(_ path: String) throws(PeriluneError) -> OutputMark? {
        let statement = try connection.prepared(
            StoreTable.output.select(["device", "inode", "offset"], "WHERE path = ?1"))
        defer { statement.reset() }
        try statement.bind(1, path)
        guard try statement.step() else { return nil }
        try StoreTable.output.verify(statement, 3, [.text(path)], connection.path)
        return OutputMark(
            path: path, device: statement.number(0), inode: statement.number(1),
            offset: statement.number(2))
    }

    // MARK: - Effects

    /// Reserves a number for an event that is not in the inbox, so that its effects can be stored.
    package func reserveNumber() throws(PeriluneError) -> Int64 { try inbox.reserve() }

    /// The number of the event of a timer: the same in each process that calls the timer until the call is finished.
    package func number(ofTimer id: String) throws(PeriluneError) -> Int64 {
        if let known = try inbox.number(Self.timers, id) { return known }
        let number = try inbox.reserve()
        try inbox.insertIdentity(number, Self.timers, id, time: time)
        return number
    }

    /// Removes the numbers of timers whose calls are finished.
    package func finish(timers numbers: [Int64]) throws(PeriluneError) {
        for number in numbers { try inbox.forget(delivery: number) }
    }

    private static let timers = "timers"

    /// Stores an effect that begins, and returns what is known about it.
    ///
    /// `ifDone` makes it an intent, with the answer (JSON) for the case that it turns out to have been carried out.
    package func begin(
        event: Int64, identity: String, kind: String, request: String, ifDone: String? = nil
    ) throws(PeriluneError) -> LedgerRow? {
        try ledger.begin(event, identity, kind, request, ifDone: ifDone)
    }

    /// Stores the answer to an effect, as JSON.
    package func finish(
        event: Int64, identity: String, answer: String
    ) throws(PeriluneError) {
        try ledger.finish(event, identity, answer)
    }

    /// Tests whether the disk accepts writes, without changing anything.
    package func probe() throws(PeriluneError) {
        try connection.run("PRAGMA user_version = \(Schema.version)")
    }

    // MARK: - Removing old deliveries

    /// Removes deliveries before a time, or beyond the newest `limit`, with the effects of their events.
    ///
    /// A bounded number is removed at a time.
    package func forget(before time: Int64, keeping limit: Int) throws(PeriluneError) {
        guard let last = try inbox.forget(before: time, keeping: limit) else { return }
        try ledger.forget(through: last)
    }
}
