import CSQLite
import PeriluneCore

/// An open SQLite file.
///
/// One thread at a time may use it.
final class Connection {
    let path: String
    let database: OpaquePointer

    init(path: String, busyTimeout milliseconds: Int32) throws(PeriluneError) {
        self.path = path
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
        let result = sqlite3_open_v2(path, &opened, flags | SQLITE_OPEN_EXRESCODE, nil)
        guard result == SQLITE_OK, let opened else {
            let error = storeError(result, opened, path: path)
            // Even a connection that failed to open has to be closed.
            sqlite3_close_v2(opened)
            throw error
        }
        database = opened
        sqlite3_busy_timeout(opened, milliseconds)
    }

    deinit { sqlite3_close_v2(database) }

    func run(_ sql: String) throws(PeriluneError) {
        try check(sqlite3_exec(database, sql, nil, nil, nil))
    }

    /// The one number that a statement answers.
    func number(_ sql: String) throws(PeriluneError) -> Int64 {
        let statement = try Statement(self, sql)
        return try statement.step() ? statement.number(0) : 0
    }

    /// Everything in the body happens, or nothing does.
    func transaction(_ body: () throws(PeriluneError) -> Void) throws(PeriluneError) {
        // A transaction that starts as a reader can't become a writer behind another one.
        try run("BEGIN IMMEDIATE")
        do throws(PeriluneError) {
            try body()
            try run("COMMIT")
        } catch {
            // After some errors SQLite has rolled back by itself.
            if sqlite3_get_autocommit(database) == 0 { try? run("ROLLBACK") }
            throw error
        }
    }

    func check(_ result: Int32) throws(PeriluneError) {
        guard result == SQLITE_OK else { throw storeError(result, database, path: path) }
    }
}
