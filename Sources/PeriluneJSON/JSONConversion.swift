internal import CPeriluneJSON
internal import PeriluneCore

/// Turns the nodes of a parsed document into values.
///
/// The document is complete and checked, and no deeper than `CPJ_MAXIMUM_DEPTH`: the recursion is
/// bounded.
struct JSONConversion {
    /// A number that no `Value` holds.
    struct OutOfRange: Error {
        var text: String
        var offset: Int
    }

    private var document: cpj_document

    init(_ document: cpj_document) { self.document = document }

    func value(at node: UInt32) throws(OutOfRange) -> Value {
        try withUnsafePointer(to: document) { document throws(OutOfRange) in
            try Self.value(document, node)
        }
    }

    private static func value(
        _ document: UnsafePointer<cpj_document>, _ node: UInt32
    ) throws(OutOfRange) -> Value {
        switch cpj_kind(document, node) {
        case UInt8(ascii: "{"): .object(try members(document, node))
        case UInt8(ascii: "["): .array(try elements(document, node))
        case UInt8(ascii: "\""): .string(string(cpj_string(document, node)))
        case UInt8(ascii: "t"): .bool(true)
        case UInt8(ascii: "f"): .bool(false)
        case UInt8(ascii: "n"): .null
        default: try number(document, node)
        }
    }

    private static func members(
        _ document: UnsafePointer<cpj_document>, _ object: UInt32
    ) throws(OutOfRange) -> Value.Members {
        var members: [(String, Value)] = []
        var key = cpj_first(document, object)
        while key != 0 {
            let name = string(cpj_string(document, key))
            members.append((name, try value(document, key + 2)))
            key = cpj_next(document, object, key)
        }
        return Value.Members(members)
    }

    private static func elements(
        _ document: UnsafePointer<cpj_document>, _ array: UInt32
    ) throws(OutOfRange) -> [Value] {
        var elements: [Value] = []
        var element = cpj_first(document, array)
        while element != 0 {
            elements.append(try value(document, element))
            element = cpj_next(document, array, element)
        }
        return elements
    }

    private static func number(
        _ document: UnsafePointer<cpj_document>, _ node: UInt32
    ) throws(OutOfRange) -> Value {
        var integer: Int64 = 0
        var real = 0.0
        switch cpj_read_number(document, node, &integer, &real) {
        case CPJ_INTEGER: return .integer(integer)
        case CPJ_DOUBLE: return .number(real)
        default:
            let text = string(cpj_raw(document, node))
            throw OutOfRange(text: text, offset: Int(document.pointee.index[Int(node)]))
        }
    }

    static func string(_ text: cpj_text) -> String {
        let bytes = UnsafeBufferPointer(start: text.bytes, count: text.length)
        guard bytes.contains(UInt8(ascii: "\\")) else {
            return String(decoding: bytes, as: UTF8.self)
        }
        return String(unsafeUninitializedCapacity: text.length) { room in
            cpj_unescape(text, room.baseAddress)
        }
    }
}
