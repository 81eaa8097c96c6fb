import CSQLite
package import PeriluneCore

/// A prepared statement, and its current row.
///
/// Values are always bound, never part of the SQL. Parameters count from 1, columns from 0, as in SQLite.
package final class Statement {
    private let database: Database
    private let handle: OpaquePointer
    /// The memory for small parameters.
    private var parameters: ParameterMemory?

    /// Prepares the first statement of a text.
    package init(_ connection: Connection, _ sql: String) throws(PeriluneError) {
        database = connection.database
        var prepared: OpaquePointer?
        let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
        try database.check(
            sqlite3_prepare_v3(database.pointer, sql, -1, flags, &prepared, nil))
        guard let prepared else {
            throw PeriluneError(.storeFailed, "an empty statement", at: .init(file: sql))
        }
        handle = prepared
    }

    deinit { sqlite3_finalize(handle) }

    // MARK: - Running

    /// Whether it is returning rows.
    var isBusy: Bool { sqlite3_stmt_busy(handle) != 0 }

    /// Advances to the next row; returns false at the end.
    package func step() throws(PeriluneError) -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let result: throw database.error(result)
        }
    }

    /// Runs a statement without a result to its end.
    package func execute() throws(PeriluneError) {
        defer { reset() }
        while try step() {}
    }

    /// Calls `body` for every row, then resets the statement.
    package func forEach(
        _ body: (Statement) throws(PeriluneError) -> Void
    ) throws(PeriluneError) {
        defer { reset() }
        while try step() { try body(self) }
    }

    /// Resets the statement, so that it can run again; an open statement would keep its lock.
    package func reset() {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
        parameters?.removeAll()
    }

    // MARK: - Parameters

    /// The number of parameters.
    package var parameterCount: Int { Int(sqlite3_bind_parameter_count(handle)) }

    /// The name of a parameter with its sign, such as `:region`; `nil` for a `?`.
    package func parameterName(_ index: Int) -> String? {
        sqlite3_bind_parameter_name(handle, Int32(index)).map { String(cString: $0) }
    }

    /// Sets parameters 1, 2, ….
    package func bind(_ values: [SQLValue]) throws(PeriluneError) {
        for (index, value) in values.enumerated() { try bind(index + 1, value) }
    }

    /// Sets a parameter.
    package func bind(_ index: Int, _ value: SQLValue) throws(PeriluneError) {
        switch value {
        case .null: try database.check(sqlite3_bind_null(handle, Int32(index)))
        case .integer(let number): try bind(index, number)
        case .real(let number):
            try database.check(sqlite3_bind_double(handle, Int32(index), number))
        case .text(let text): try bind(index, text)
        case .blob(let bytes): try bind(index, bytes)
        }
    }

    /// Sets a parameter to a whole number.
    package func bind(_ index: Int, _ number: some BinaryInteger) throws(PeriluneError) {
        try database.check(
            sqlite3_bind_int64(handle, Int32(index), Int64(truncatingIfNeeded: number)))
    }

    /// Sets a parameter to a text; a NUL inside does not end it.
    package func bind(_ index: Int, _ text: String) throws(PeriluneError) {
        var text = text
        let result = text.withUTF8 { bytes in
            let (start, destructor) = copy(UnsafeRawBufferPointer(bytes))
            return sqlite3_bind_text64(
                handle, Int32(index), start?.assumingMemoryBound(to: CChar.self),
                UInt64(bytes.count), destructor, UInt8(SQLITE_UTF8))
        }
        try database.check(result)
    }

    /// Sets a parameter to bytes.
    package func bind(_ index: Int, _ bytes: [UInt8]) throws(PeriluneError) {
        let result = bytes.withUnsafeBytes { bytes in
            let (start, destructor) = copy(bytes)
            return sqlite3_bind_blob64(
                handle, Int32(index), start, UInt64(bytes.count), destructor)
        }
        try database.check(result)
    }

    /// Copies a parameter that is small, which costs less than a copy that SQLite allocates.
    private func copy(
        _ bytes: UnsafeRawBufferPointer
    ) -> (start: UnsafeRawPointer?, destructor: sqlite3_destructor_type?) {
        let memory = parameters ?? ParameterMemory()
        parameters = memory
        guard let copy = memory.copy(bytes) else { return (bytes.baseAddress, copiedBySQLite) }
        return (copy, nil)
    }

    // MARK: - The row

    /// The number of columns.
    package var columnCount: Int { Int(sqlite3_column_count(handle)) }

    /// The name of a column.
    package func columnName(_ column: Int) -> String {
        sqlite3_column_name(handle, Int32(column)).map { String(cString: $0) } ?? ""
    }

    /// Whether a column is NULL.
    package func isNull(_ column: Int) -> Bool {
        sqlite3_column_type(handle, Int32(column)) == SQLITE_NULL
    }

    /// A column with its own type.
    package func value(_ column: Int) -> SQLValue {
        SQLValue(sqlite3_column_value(handle, Int32(column)))
    }

    /// A column as a whole number.
    package func number(_ column: Int) -> Int64 { sqlite3_column_int64(handle, Int32(column)) }

    /// A column as a floating-point number.
    package func double(_ column: Int) -> Double { sqlite3_column_double(handle, Int32(column)) }

    /// A column as text; empty if it is NULL.
    package func text(_ column: Int) -> String {
        guard let text = sqlite3_column_text(handle, Int32(column)) else { return "" }
        let count = Int(sqlite3_column_bytes(handle, Int32(column)))
        return String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
    }

    /// A column as bytes; empty if it is NULL.
    package func bytes(_ column: Int) -> [UInt8] {
        let bytes = sqlite3_column_blob(handle, Int32(column))
        let count = Int(sqlite3_column_bytes(handle, Int32(column)))
        return [UInt8](UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : count))
    }
}

/// Tells SQLite to copy a parameter, because the pointer of an array is only valid during the call.
let copiedBySQLite = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
