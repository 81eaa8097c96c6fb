internal import CPeriluneJSON
internal import Glibc
package import PeriluneCore

/// A value in a ``JSONDocument``, valid until the next `read` of that document.
package struct JSONNode: Hashable, Sendable, BitwiseCopyable {
    let index: UInt32

    /// The node of a missing member.
    package static let none = JSONNode(index: 0)
    /// Whether it is the value of a member or an element, not the root or `none`.
    package var isInside: Bool { index != 0 }
}

/// Names of members that are looked up together.
///
/// Unchecked: the keys are immutable, and their texts are constants.
package final class JSONKeys: @unchecked Sendable {
    fileprivate let keys: [cpj_key]

    package init(_ names: [StaticString]) {
        keys = names.map { name in
            name.withUTF8Buffer { text in
                text.withMemoryRebound(to: CChar.self) { cpj_key_of($0.baseAddress, $0.count) }
            }
        }
    }
}

/// A parsed document whose nodes can be accessed without converting them to values.
///
/// It is for converting known structures in one pass, copying parts unchanged and building no tree. Only one thread
/// may use it at a time; its memory is reused for the next document.
package final class JSONDocument {
    /// The type of a JSON value.
    package enum Kind { case object, array, string, number, bool, null }

    private let parser: OpaquePointer?
    private let document: UnsafeMutablePointer<cpj_document>
    var address: UnsafePointer<cpj_document> { UnsafePointer(document) }
    /// The error of the last parse that failed.
    private let error: UnsafeMutablePointer<cpj_error>
    /// A copy of the document with the padding that the index needs.
    private var padded: UnsafeMutableBufferPointer<UInt8> = .init(start: nil, count: 0)

    package init() {
        parser = cpj_parser_new()
        if let parser { cpj_parser_leave_types(parser) }
        document = .allocate(capacity: 1)
        document.initialize(to: cpj_document())
        error = .allocate(capacity: 1)
        error.initialize(to: cpj_error())
    }

    deinit {
        cpj_parser_free(parser)
        document.deallocate()
        error.deallocate()
        padded.deallocate()
    }

    /// Parses a copy of a document.
    package func read(_ bytes: [UInt8]) throws(PeriluneError) { try read(bytes.span) }

    /// Parses a copy of a document.
    package func read(_ bytes: Span<UInt8>) throws(PeriluneError) {
        guard let parser else { throw .outOfMemory }
        if padded.count < bytes.count + Int(CPJ_PADDING) {
            padded.deallocate()
            padded = .allocate(capacity: 2 * (bytes.count + Int(CPJ_PADDING)))
            padded.initialize(repeating: 0)
        }
        bytes.withUnsafeBufferPointer { _ = padded.update(fromContentsOf: $0) }
        let trusted = false
        guard
            cpj_parse(parser, padded.baseAddress, bytes.count, trusted, document, error) == CPJ_OK
        else { throw PeriluneError(error.pointee, in: Array(padded[..<bytes.count])) }
    }

    /// The root of the current document.
    package var root: JSONNode { JSONNode(index: 0) }
    /// Whether the document is an object.
    package var isObject: Bool { cpj_kind(document, 0) == UInt8(ascii: "{") }

    /// The type of a value.
    package func kind(_ node: JSONNode) -> Kind {
        switch cpj_kind(document, checked(node)) {
        case UInt8(ascii: "{"): .object
        case UInt8(ascii: "["): .array
        case UInt8(ascii: "\""): .string
        case UInt8(ascii: "t"), UInt8(ascii: "f"): .bool
        case UInt8(ascii: "n"): .null
        default: .number
        }
    }

    /// The value of a member; `nil` if there is none, or if the node is not an object.
    package func member(_ name: String, of object: JSONNode) -> JSONNode? {
        var name = name
        let found = name.withUTF8 { key in
            key.withMemoryRebound(to: CChar.self) {
                cpj_member(document, checked(object), $0.baseAddress, $0.count)
            }
        }
        return found == 0 ? nil : JSONNode(index: found)
    }

    /// The values of several members in one pass, in the order of the keys; ``JSONNode/none`` for missing members.
    ///
    /// It is fastest if the keys are in the usual order of the members.
    package func members(
        _ keys: JSONKeys, of object: JSONNode, into nodes: inout MutableSpan<JSONNode>
    ) {
        precondition(nodes.count == keys.keys.count, "each key needs a place")
        nodes.withUnsafeMutableBytes { found in
            cpj_members(
                document, checked(object), keys.keys, UInt32(keys.keys.count),
                found.baseAddress?.assumingMemoryBound(to: UInt32.self))
        }
    }

    /// The first element of an array, or the name of the first member of an object; ``JSONNode/none`` if it is empty.
    package func first(in container: JSONNode) -> JSONNode {
        JSONNode(index: cpj_first(document, checked(container)))
    }

    /// The element or name after another one; ``JSONNode/none`` after the last one.
    package func next(in container: JSONNode, after node: JSONNode) -> JSONNode {
        JSONNode(index: cpj_next(document, checked(container), checked(node)))
    }

    /// The value of the member whose name ``first(in:)`` or ``next(in:after:)`` returned.
    package func value(ofName name: JSONNode) -> JSONNode {
        JSONNode(index: checked(name) + 2)
    }

    /// A hash of a string without escapes; `nil` for a string with escapes.
    package func hash(ofPlain node: JSONNode) -> Int? {
        var hash: UInt64 = 0
        guard kind(node) == .string, cpj_hash_plain(document, node.index, &hash) else {
            return nil
        }
        return Int(truncatingIfNeeded: hash)
    }

    /// Whether a value is a string with this text, whatever its escapes.
    package func isText(_ node: JSONNode, _ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        let isSpelled = text.utf8Start.withMemoryRebound(to: CChar.self, capacity: count) {
            cpj_string_is(document, checked(node), $0, count)
        }
        if isSpelled { return true }
        guard kind(node) == .string else { return false }
        let spelled = cpj_string(document, node.index)
        guard spelled.length > count, memchr(spelled.bytes, 0x5C, spelled.length) != nil else {
            return false
        }
        return JSONConversion.string(spelled) == "\(text)"
    }

    /// Whether two strings have the same bytes, ignoring the case of ASCII letters.
    package func hasSameLetters(_ node: JSONNode, as other: JSONNode) -> Bool {
        guard kind(node) == .string, kind(other) == .string else { return false }
        let (one, two) = (cpj_string(document, node.index), cpj_string(document, other.index))
        return one.length == two.length
            && strncasecmp(one.bytes, two.bytes, one.length) == 0
    }

    /// Calls `body` for the elements of an array, or for the names and values of an object, in order.
    package func forEach(
        in container: JSONNode,
        _ body: (_ name: JSONNode?, _ value: JSONNode) throws(PeriluneError) -> Void
    ) throws(PeriluneError) {
        let hasNames = kind(container) == .object
        var node = cpj_first(document, container.index)
        while node != 0 {
            if hasNames {
                try body(JSONNode(index: node), JSONNode(index: node + 2))
            } else {
                try body(nil, JSONNode(index: node))
            }
            node = cpj_next(document, container.index, node)
        }
    }

    /// Calls `body` with the text between the quotes of a string, still escaped; does nothing for other values.
    package func withEscaped(_ node: JSONNode, _ body: (Span<UInt8>) -> Void) {
        guard kind(node) == .string else { return }
        let text = cpj_string(document, node.index)
        body(UnsafeBufferPointer(start: text.bytes, count: text.length).span)
    }

    /// Whether the document, within so many further objects, does not exceed the maximum depth.
    package func fits(inside levels: UInt32) -> Bool {
        // Each level has two brackets.
        document.pointee.count < 2 * (UInt32(CPJ_MAXIMUM_DEPTH) - levels)
            || cpj_deepest(document) + levels < UInt32(CPJ_MAXIMUM_DEPTH)
    }

    /// Calls `body` with the bytes of a value in the document.
    package func withRaw(_ node: JSONNode, _ body: (Span<UInt8>) -> Void) {
        let text = cpj_raw(document, checked(node))
        body(UnsafeBufferPointer(start: text.bytes, count: text.length).span)
    }

    /// The text of a string; `nil` for anything else.
    package func string(_ node: JSONNode) -> String? {
        guard kind(node) == .string else { return nil }
        return JSONConversion.string(cpj_string(document, node.index))
    }

    /// The value of a number without fraction that fits 64 bits; `nil` for anything else.
    package func integer(_ node: JSONNode) -> Int64? {
        guard kind(node) == .number else { return nil }
        var integer: Int64 = 0
        var real = 0.0
        return cpj_read_number(document, node.index, &integer, &real) == CPJ_INTEGER
            ? integer : nil
    }

    /// Appends the bytes of a value in the document.
    package func append(_ node: JSONNode, to bytes: inout [UInt8]) {
        let text = cpj_raw(document, checked(node))
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.bytes, count: text.length))
    }

    /// The range of a value in the document.
    package func range(of node: JSONNode) -> Range<Int> {
        let start = Int(document.pointee.index[Int(checked(node))])
        return start..<start + cpj_raw(document, node.index).length
    }

    /// The index of a node; a node of another document must not cause reads outside of this one.
    func checked(_ node: JSONNode) -> UInt32 {
        precondition(node.index < document.pointee.count, "the node belongs to another document")
        return node.index
    }
}
