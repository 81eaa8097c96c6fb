import CSQLite
import PeriluneCore

/// The checksum of a row, an SQL function: `row_checksum('state', script, key, value)`.
///
/// Each step is a one-to-one function of the value so far, so damage within eight bytes always
/// changes the result. Other damage is missed with a probability of 2^-64. The checksum includes
/// the types and lengths of the columns.
struct RowChecksum {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    /// Registers the function with a connection.
    static func register(_ connection: Connection) throws(PeriluneError) {
        try connection.createFunction("row_checksum", arguments: -1) { arguments in
            var checksum = RowChecksum()
            for index in 0..<arguments.count { checksum.add(arguments, index) }
            return .integer(Int64(bitPattern: checksum.value))
        }
    }

    private mutating func add(_ arguments: borrowing SQLArguments, _ index: Int) {
        arguments.withRaw(index) { type, number, bytes in
            add(UInt64(truncatingIfNeeded: type))
            add(UInt64(bitPattern: number))
            add(bytes)
        }
    }

    /// The checksum of a value of state, as the SQL function computes it.
    static func state(script: String, key: String, value: [UInt8]) -> Int64 {
        var checksum = RowChecksum()
        StoreTable.state.name.withBytes { checksum.add(text: $0) }
        script.withBytes { checksum.add(text: $0) }
        key.withBytes { checksum.add(text: $0) }
        value.withUnsafeBytes { checksum.add(SQLITE_BLOB, $0) }
        return Int64(bitPattern: checksum.value)
    }

    private mutating func add(text bytes: UnsafeBufferPointer<UInt8>) {
        add(SQLITE_TEXT, UnsafeRawBufferPointer(bytes))
    }

    private mutating func add(_ type: Int32, _ bytes: UnsafeRawBufferPointer) {
        add(UInt64(truncatingIfNeeded: type))
        add(UInt64(bytes.count))
        add(bytes)
    }

    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        let whole = bytes.count & ~7
        var offset = 0
        while offset < whole {
            add(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
            offset += 8
        }
        guard offset < bytes.count else { return }
        var last: UInt64 = 0
        while offset < bytes.count {
            last = last << 8 | UInt64(bytes[offset])
            offset += 1
        }
        add(last)
    }

    private mutating func add(_ word: UInt64) {
        // FNV-1a over words of eight bytes; the rotation lets high bits affect low ones.
        let mixed = (value ^ word) &* 0x9E37_79B9_7F4A_7C15
        value = mixed << 29 | mixed >> 35
    }
}

extension SQLArguments {
    /// Passes the raw form of an argument to the body: its type, its number or length, and its
    /// bytes.
    fileprivate func withRaw(
        _ index: Int, _ body: (_ type: Int32, _ number: Int64, UnsafeRawBufferPointer) -> Void
    ) {
        let value = pointer(index)
        let type = sqlite3_value_type(value)
        switch type {
        case SQLITE_INTEGER:
            body(type, sqlite3_value_int64(value), .init(start: nil, count: 0))
        case SQLITE_TEXT, SQLITE_BLOB:
            // As bytes, because SQLite would copy a text to append a NUL. The length comes first: it converts a text
            // to UTF-8.
            let count = Int(sqlite3_value_bytes(value))
            let bytes = sqlite3_value_blob(value)
            body(type, Int64(count), .init(start: bytes, count: bytes == nil ? 0 : count))
        case SQLITE_FLOAT:
            let bits = sqlite3_value_double(value).bitPattern
            body(type, Int64(bitPattern: bits), .init(start: nil, count: 0))
        default:
            body(type, 0, .init(start: nil, count: 0))
        }
    }
}
