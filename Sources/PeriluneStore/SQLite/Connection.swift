import CSQLite
package import PeriluneCore

/// An open SQLite file.
///
/// Only one thread may use it at a time: keep it in a `Mutex`, together with its prepared statements.
package final class Connection {
    let database: Database
    private var cache: [String: Statement] = [:]
    private var deadline: Deadline?
    private var savepoints = 0

    /// The maximum number of cached statements; when it is exceeded, the cache is cleared.
    private static let cacheLimit = 256

    /// Opens a file, or creates an empty one; `:memory:` is a database that ends with the connection.
    ///
    /// While another process writes, calls wait up to the timeout. Errors name the file as `what`.
    package init(
        path: String, busyTimeout: Duration = .seconds(5), called what: String = "store"
    ) throws(PeriluneError) {
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
        database = try Database(
            path: path, flags: flags | SQLITE_OPEN_EXRESCODE, called: what)
        let milliseconds = Int32(clamping: Int(busyTimeout / .milliseconds(1)))
        sqlite3_busy_timeout(database.pointer, milliseconds)
    }

    /// Opens an existing file for reading only, even on a read-only disk.
    package convenience init(
        reading path: String, busyTimeout: Duration = .seconds(5)
    ) throws(PeriluneError) {
        try self.init(reading: path, busyTimeout, isOnReadOnlyDisk: isReadOnly(path))
    }

    /// Opens a file; on a read-only disk, as one that nobody can change, because SQLite cannot create its shared
    /// memory there.
    init(
        reading path: String, _ busyTimeout: Duration = .seconds(5), isOnReadOnlyDisk: Bool
    ) throws(PeriluneError) {
        let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let isFixed =
            try isOnReadOnlyDisk ? WriteAheadLog.isMissing(besideReadOnly: path) : false
        database = try Database(path: path, flags: flags, isFixed: isFixed)
        let milliseconds = Int32(clamping: Int(busyTimeout / .milliseconds(1)))
        sqlite3_busy_timeout(database.pointer, milliseconds)
        // An attached file could be written even if this one is read-only.
        sqlite3_limit(database.pointer, SQLITE_LIMIT_ATTACHED, 0)
    }

    /// Allows a read-only connection to write a copy to another file.
    func allowAttaching() { sqlite3_limit(database.pointer, SQLITE_LIMIT_ATTACHED, 1) }

    /// The path that it was opened with.
    package var path: String { database.path }

    /// The number of rows that the last INSERT, UPDATE or DELETE changed.
    package var changes: Int { Int(sqlite3_changes64(database.pointer)) }

    /// The row number of the last INSERT.
    package var lastInsertRowID: Int64 { sqlite3_last_insert_rowid(database.pointer) }

    /// Whether a transaction is open.
    package var isInTransaction: Bool { sqlite3_get_autocommit(database.pointer) == 0 }

    /// Runs one or more statements without parameters.
    package func run(_ sql: String) throws(PeriluneError) {
        try database.check(sqlite3_exec(database.pointer, sql, nil, nil, nil))
    }

    /// Runs one statement with these values to its end.
    package func run(_ sql: String, _ values: [SQLValue]) throws(PeriluneError) {
        let statement = try prepared(sql)
        try statement.bind(values)
        try statement.execute()
    }

    /// The first column of the first row; nil if there is no row.
    package func first(_ sql: String, _ values: [SQLValue] = []) throws(PeriluneError) -> SQLValue?
    {
        let statement = try prepared(sql)
        defer { statement.reset() }
        try statement.bind(values)
        // Returned on its own: in one expression with a value, nil would be the literal for NULL.
        guard try statement.step() else { return nil }
        return statement.value(0)
    }

    /// The number that a statement returns; 0 if there is no row.
    package func number(_ sql: String, _ values: [SQLValue] = []) throws(PeriluneError) -> Int64 {
        if case .integer(let number)? = try first(sql, values) { number } else { 0 }
    }

    /// A statement, prepared once.
    ///
    /// If the cached statement is still returning rows, the caller gets a new one.
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

    /// Interrupts statements that run past this instant with `store.interrupted`; `nil` removes the limit.
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

    /// Runs a transaction, which is rolled back if the body throws.
    ///
    /// Within another transaction, use `savepoint`.
    package func transaction<Answer>(
        _ body: () throws(PeriluneError) -> Answer
    ) throws(PeriluneError) -> Answer {
        // A transaction that begins with a read could not write after another process has written.
        try run("BEGIN IMMEDIATE")
        do throws(PeriluneError) {
            let answer = try body()
            try run("COMMIT")
            return answer
        } catch {
            // After some errors, SQLite has already rolled back.
            if isInTransaction { try? run("ROLLBACK") }
            throw error
        }
    }

    /// Runs a part of a transaction, which alone is rolled back if the body throws.
    ///
    /// Outside of a transaction, it is one itself.
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
