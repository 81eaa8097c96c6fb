import CSQLite
package import PeriluneCore

/// An open SQLite file.
///
/// One thread at a time may use it: keep it in a `Mutex`, with the statements that it prepared.
package final class Connection {
    let database: Database
    private var cache: [String: Statement] = [:]
    private var deadline: Deadline?
    private var savepoints = 0

    /// Statements that are kept ready; past it the cache starts anew.
    private static let cacheLimit = 256

    /// Opens a file, or makes an empty one; `:memory:` is a database that is gone with the connection.
    ///
    /// While another process writes, calls wait up to the timeout. Errors call the file `what`.
    package init(
        path: String, busyTimeout: Duration = .seconds(5), called what: String = "store"
    ) throws(PeriluneError) {
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
        database = try Database(
            path: path, flags: flags | SQLITE_OPEN_EXRESCODE, called: what)
        let milliseconds = Int32(clamping: Int(busyTimeout / .milliseconds(1)))
        sqlite3_busy_timeout(database.pointer, milliseconds)
    }

    /// Opens an existing file for reading only, also on a disk that is mounted read-only.
    package convenience init(
        reading path: String, busyTimeout: Duration = .seconds(5)
    ) throws(PeriluneError) {
        try self.init(reading: path, busyTimeout, isOnReadOnlyDisk: isReadOnly(path))
    }

    /// On a read-only disk SQLite cannot make the file that connections share, and does without it where nothing can
    /// change.
    init(
        reading path: String, _ busyTimeout: Duration = .seconds(5), isOnReadOnlyDisk: Bool
    ) throws(PeriluneError) {
        let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let isFixed =
            try isOnReadOnlyDisk ? WriteAheadLog.isMissing(besideReadOnly: path) : false
        database = try Database(path: path, flags: flags, isFixed: isFixed)
        let milliseconds = Int32(clamping: Int(busyTimeout / .milliseconds(1)))
        sqlite3_busy_timeout(database.pointer, milliseconds)
        // An attached file would be written, whatever holds for this one.
        sqlite3_limit(database.pointer, SQLITE_LIMIT_ATTACHED, 0)
    }

    /// Allows a read-only connection to write a copy to another file.
    func allowAttaching() { sqlite3_limit(database.pointer, SQLITE_LIMIT_ATTACHED, 1) }

    /// The name that it was opened under.
    package var path: String { database.path }

    /// Rows that the last INSERT, UPDATE or DELETE touched.
    package var changes: Int { Int(sqlite3_changes64(database.pointer)) }

    /// The row number that the last INSERT gave.
    package var lastInsertRowID: Int64 { sqlite3_last_insert_rowid(database.pointer) }

    /// Whether a transaction is open.
    package var isInTransaction: Bool { sqlite3_get_autocommit(database.pointer) == 0 }

    /// Runs one or more statements without parameters.
    package func run(_ sql: String) throws(PeriluneError) {
        try database.check(sqlite3_exec(database.pointer, sql, nil, nil, nil))
    }

    /// Runs one statement with these values, to its end.
    package func run(_ sql: String, _ values: [SQLValue]) throws(PeriluneError) {
        let statement = try prepared(sql)
        try statement.bind(values)
        try statement.execute()
    }

    /// The first column of the first row, or nil without a row.
    package func first(_ sql: String, _ values: [SQLValue] = []) throws(PeriluneError) -> SQLValue?
    {
        let statement = try prepared(sql)
        defer { statement.reset() }
        try statement.bind(values)
        // No row is nil: in one expression with a value, it would be the literal for NULL.
        guard try statement.step() else { return nil }
        return statement.value(0)
    }

    /// The one number that a statement answers; 0 without a row.
    package func number(_ sql: String, _ values: [SQLValue] = []) throws(PeriluneError) -> Int64 {
        if case .integer(let number)? = try first(sql, values) { number } else { 0 }
    }

    /// A statement for this text, prepared once.
    ///
    /// One that is in the middle of its rows is not handed out a second time: its caller gets a fresh one.
    package func prepared(_ sql: String) throws(PeriluneError) -> Statement {
        if let known = cache[sql] {
            if known.isBusy { return try Statement(self, sql) }
            known.reset()
            return known
        }
        let statement = try Statement(self, sql)
        if cache.count >= Self.cacheLimit { cache.removeAll() }
        cache[sql] = statement
        return statement
    }

    /// Stops whatever runs past this instant with `store.interrupted`; `nil` takes the limit away.
    package func setDeadline(_ instant: ContinuousClock.Instant?) {
        guard let instant else {
            sqlite3_progress_handler(database.pointer, 0, nil, nil)
            deadline = nil
            return
        }
        let box = Deadline(instant)
        sqlite3_progress_handler(
            database.pointer, 10_000,
            { context in
                guard let context else { return 0 }
                return Unmanaged<Deadline>.fromOpaque(context).takeUnretainedValue().isOver ? 1 : 0
            },
            Unmanaged.passUnretained(box).toOpaque())
        deadline = box
    }

    /// Everything in the body happens, or nothing does.
    ///
    /// Inside another transaction use `savepoint`.
    package func transaction<Answer>(
        _ body: () throws(PeriluneError) -> Answer
    ) throws(PeriluneError) -> Answer {
        // A transaction that starts as a reader cannot become a writer behind another one.
        try run("BEGIN IMMEDIATE")
        do throws(PeriluneError) {
            let answer = try body()
            try run("COMMIT")
            return answer
        } catch {
            // After some errors SQLite has rolled back by itself.
            if isInTransaction { try? run("ROLLBACK") }
            throw error
        }
    }

    /// A part of a transaction that is taken back alone when its body throws.
    ///
    /// Without a transaction around it, it is one.
    package func savepoint<Answer>(
        _ body: () throws(PeriluneError) -> Answer
    ) throws(PeriluneError) -> Answer {
        savepoints += 1
        defer { savepoints -= 1 }
        let name = "nested_\(savepoints)"
        try run("SAVEPOINT \(name)")
        do throws(PeriluneError) {
            let answer = try body()
            try run("RELEASE \(name)")
            return answer
        } catch {
            if isInTransaction {
                try? run("ROLLBACK TO \(name)")
                try? run("RELEASE \(name)")
            }
            throw error
        }
    }
}

private final class Deadline {
    private let instant: ContinuousClock.Instant

    init(_ instant: ContinuousClock.Instant) { self.instant = instant }

    var isOver: Bool { ContinuousClock.now >= instant }
}
