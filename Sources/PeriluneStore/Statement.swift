import CSQLite
import PeriluneCore

/// A prepared statement.
///
/// Values are always bound, never written into the text.
final class Statement {
    /// SQLite copies what it is given; the pointer of an array is not valid for longer.
    private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    private let connection: Connection
    private let handle: OpaquePointer

    init(_ connection: Connection, _ sql: String) throws(PeriluneError) {
        self.connection = connection
        var prepared: OpaquePointer?
        let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
        try connection.check(
            sqlite3_prepare_v3(connection.database, sql, -1, flags, &prepared, nil))
        guard let prepared else {
            throw PeriluneError(.storeFailed, "an empty statement", at: .init(file: sql))
        }
        handle = prepared
    }

    deinit { sqlite3_finalize(handle) }

    func bind(_ index: Int32, _ number: Int) throws(PeriluneError) {
        try connection.check(sqlite3_bind_int64(handle, index, Int64(number)))
    }

    /// Text with its length, so that a NUL in a key does not end it.
    func bind(_ index: Int32, _ text: String) throws(PeriluneError) {
        var text = text
        let result = text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                // Without an address SQLite would bind NULL.
                guard let base = characters.baseAddress, !characters.isEmpty else {
                    return sqlite3_bind_text(handle, index, "", 0, Self.copied)
                }
                return sqlite3_bind_text64(
                    handle, index, base, UInt64(characters.count), Self.copied,
                    UInt8(SQLITE_UTF8))
            }
        }
        try connection.check(result)
    }

    func bind(_ index: Int32, _ bytes: [UInt8]) throws(PeriluneError) {
        let result = bytes.withUnsafeBytes { bytes in
            bytes.isEmpty
                ? sqlite3_bind_zeroblob(handle, index, 0)
                : sqlite3_bind_blob64(
                    handle, index, bytes.baseAddress, UInt64(bytes.count), Self.copied)
        }
        try connection.check(result)
    }

    /// True when there is a row to read.
    func step() throws(PeriluneError) -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let result: throw storeError(result, connection.database, path: connection.path)
        }
    }

    /// Runs to the end, for statements that answer nothing.
    func execute() throws(PeriluneError) {
        defer { reset() }
        while try step() {}
    }

    /// Makes it ready to run again; an open statement would keep its lock.
    func reset() {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
    }

    func number(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

    func bytes(_ column: Int32) -> [UInt8] {
        let bytes = sqlite3_column_blob(handle, column)
        let count = Int(sqlite3_column_bytes(handle, column))
        return [UInt8](UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : count))
    }
}
