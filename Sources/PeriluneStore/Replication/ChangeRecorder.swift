import CPeriluneLoading
import CSQLite
import PeriluneCore

/// Records the changes of a transaction with SQLite's session extension.
///
/// Create it within the transaction, before the first change.
final class ChangeRecorder {
    private let session: OpaquePointer
    private let database: Database

    init(_ connection: Connection) throws(PeriluneError) {
        try Self.load()
        database = connection.database
        var created: OpaquePointer?
        try database.check(sqlite3session_create(database.pointer, "main", &created))
        guard let created else { throw database.error(SQLITE_NOMEM) }
        session = created
        // Records all tables, beginning with their first changes.
        try database.check(sqlite3session_attach(session, nil))
    }

    deinit { sqlite3session_delete(session) }

    /// Loads the extension.
    static func load() throws(PeriluneError) {
        guard let problem = perilune_load_sqlite_session() else { return }
        throw PeriluneError(
            .storeOpen, "SQLite has no session extension: \(String(cString: problem))",
            hint: "install a build of libsqlite3-0 with SQLITE_ENABLE_SESSION, such as Debian's"
        )
    }

    /// The changes so far, as a patchset: new values, and only the keys of rows that were deleted.
    func changes() throws(PeriluneError) -> [UInt8] {
        var count: Int32 = 0
        var buffer: UnsafeMutableRawPointer?
        let result = sqlite3session_patchset(session, &count, &buffer)
        defer { sqlite3_free(buffer) }
        try database.check(result)
        return [UInt8](UnsafeRawBufferPointer(start: buffer, count: Int(count)))
    }
}

extension Connection {
    /// Applies the changes of a ``ChangeRecorder``.
    ///
    /// - Throws: `store.diverged` if a changed row is missing, or a new one exists already.
    func apply(_ changes: ArraySlice<UInt8>) throws(PeriluneError) {
        try ChangeRecorder.load()
        var changes = Array(changes)
        let result = changes.withUnsafeMutableBytes { bytes in
            sqlite3changeset_apply(
                database.pointer, Int32(bytes.count), bytes.baseAddress, nil,
                { _, _, _ in SQLITE_CHANGESET_ABORT }, nil)
        }
        if result & 0xFF == SQLITE_ABORT { throw .diverged(path) }
        try database.check(result)
    }
}

extension PeriluneError {
    /// The error for a store that differs from its commit log.
    static func diverged(_ path: String) -> PeriluneError {
        PeriluneError(
            "store.diverged", "the store does not match its commit log", at: .init(file: path),
            hint: "remove the file: Perilune rebuilds it from the log")
    }
}
