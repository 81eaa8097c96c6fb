internal import CPeriluneJSON
internal import Glibc
internal import PeriluneCore

/// Converts the nodes of a parsed document to values.
///
/// The document is valid and no deeper than `CPJ_MAXIMUM_DEPTH`, which bounds the recursion.
struct JSONConversion {
    /// A number that a `Value` cannot represent.
    struct OutOfRange: Error {
        var text: String
        var offset: Int
    }

    private let document: UnsafePointer<cpj_document>
    private let isCancelled: () -> Bool
    private let spelled: Range<UInt32>
    /// Whether no object has a name twice; in trusted bytes, which were not checked, the last value counts.
    private let hasUniqueNames: Bool

    /// Creates a conversion.
    ///
    /// Once `isCancelled` returns true, the value is incomplete. In the nodes `spelled`, a number that a value cannot
    /// represent becomes a string with its digits.
    init(
        _ document: UnsafePointer<cpj_document>, spelled: Range<UInt32> = 0..<0,
        hasUniqueNames: Bool = false, isCancelled: @escaping () -> Bool = { false }
    ) {
        self.document = document
        self.spelled = spelled
        self.hasUniqueNames = hasUniqueNames
        self.isCancelled = isCancelled
    }

    /// A value in which a number that a value cannot represent is a string with its digits.
    static func spelledValue(at node: UInt32, of document: UnsafePointer<cpj_document>) -> Value {
        do throws(OutOfRange) {
            return try JSONConversion(document, spelled: 0..<UInt32.max).value(at: node)
        } catch {
            return .string(error.text)
        }
    }

    func value(at node: UInt32) throws(OutOfRange) -> Value {
        switch cpj_kind(document, node) {
        case UInt8(ascii: "{"): .object(try members(of: node))
        case UInt8(ascii: "["): .array(try elements(of: node))
        case UInt8(ascii: "\""): .string(Self.string(cpj_string(document, node)))
        case UInt8(ascii: "t"): .bool(true)
        case UInt8(ascii: "f"): .bool(false)
        case UInt8(ascii: "n"): .null
        default: try number(at: node)
        }
    }

    private func members(of object: UInt32) throws(OutOfRange) -> Value.Members {
        var members = Value.Members()
        members.reserveCapacity(Int(cpj_length(document, object)))
        var key = cpj_first(document, object)
        while key != 0 {
            if mayEnd(after: members.pairs.count) { break }
            let name = Self.string(cpj_string(document, key))
            let value = try value(at: key + 2)
            if hasUniqueNames {
                members.append(name, value)
            } else {
                members[name] = value
            }
            key = cpj_next(document, object, key)
        }
        return members
    }

    private func elements(of array: UInt32) throws(OutOfRange) -> [Value] {
        var elements: [Value] = []
        elements.reserveCapacity(Int(cpj_length(document, array)))
        var element = cpj_first(document, array)
        while element != 0 {
            if mayEnd(after: elements.count) { break }
            elements.append(try value(at: element))
            element = cpj_next(document, array, element)
        }
        return elements
    }

    private func mayEnd(after count: Int) -> Bool {
        count.isMultiple(of: 256) && count > 0 && isCancelled()
    }

    private func number(at node: UInt32) throws(OutOfRange) -> Value {
        var integer: Int64 = 0
        var real = 0.0
        switch cpj_read_number(document, node, &integer, &real) {
        case CPJ_INTEGER: return .integer(integer)
        case CPJ_DOUBLE: return .number(real)
        default:
            let text = Self.string(cpj_raw(document, node))
            if spelled.contains(node) { return .string(text) }
            throw OutOfRange(text: text, offset: Int(document.pointee.index[Int(node)]))
        }
    }

    static func string(_ text: cpj_text) -> String {
        let bytes = UnsafeBufferPointer(start: text.bytes, count: text.length)
        guard let start = text.bytes, memchr(start, 0x5C, text.length) != nil else {
            return String(decoding: bytes, as: UTF8.self)
        }
        return String(unsafeUninitializedCapacity: text.length) { room in
            cpj_unescape(text, room.baseAddress)
        }
    }
}
