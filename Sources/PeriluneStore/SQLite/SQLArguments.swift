import CSQLite

/// The arguments of a function, valid during the call.
package struct SQLArguments: ~Copyable {
    /// How many there are.
    package let count: Int
    private let values: UnsafeMutablePointer<OpaquePointer?>?

    init(_ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?) {
        self.count = Int(count)
        self.values = values
    }

    func pointer(_ index: Int) -> OpaquePointer? {
        precondition(index >= 0 && index < count, "the function got \(count) arguments")
        return values?[index]
    }

    /// An argument with its own type.
    package subscript(_ index: Int) -> SQLValue { SQLValue(pointer(index)) }

    /// Whether an argument is NULL.
    package func isNull(_ index: Int) -> Bool {
        sqlite3_value_type(pointer(index)) == SQLITE_NULL
    }

    /// An argument as a whole number.
    package func number(_ index: Int) -> Int64 { sqlite3_value_int64(pointer(index)) }

    /// An argument as a floating-point number.
    package func double(_ index: Int) -> Double { sqlite3_value_double(pointer(index)) }

    /// Calls `body` with the UTF-8 of an argument, without a copy; empty if it is NULL.
    package func withText<Answer>(_ index: Int, _ body: (Span<UInt8>) -> Answer) -> Answer {
        let value = pointer(index)
        let text = sqlite3_value_text(value)
        let count = text == nil ? 0 : Int(sqlite3_value_bytes(value))
        return body(UnsafeBufferPointer(start: text, count: count).span)
    }
}

extension SQLValue {
    init(_ value: OpaquePointer?) {
        switch sqlite3_value_type(value) {
        case SQLITE_INTEGER: self = .integer(sqlite3_value_int64(value))
        case SQLITE_FLOAT: self = .real(sqlite3_value_double(value))
        case SQLITE_TEXT:
            let text = sqlite3_value_text(value)
            let bytes = UnsafeBufferPointer(start: text, count: Int(sqlite3_value_bytes(value)))
            self = .text(String(decoding: bytes, as: UTF8.self))
        case SQLITE_BLOB:
            let bytes = sqlite3_value_blob(value)
            let count = bytes == nil ? 0 : Int(sqlite3_value_bytes(value))
            self = .blob([UInt8](UnsafeRawBufferPointer(start: bytes, count: count)))
        default: self = .null
        }
    }
}
