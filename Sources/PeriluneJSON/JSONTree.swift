internal import CPeriluneJSON
package import PeriluneCore

/// A JSON document as a tree that keeps the digits of numbers.
///
/// `Value` is for values that scripts compute with; this type is for decimals such as `0.10`, and for 64-bit integers
/// that must be passed on digit by digit.
package enum JSONTree: Hashable, Sendable {
    case null
    case bool(Bool)
    /// The digits of a valid JSON number.
    case number(String)
    case string(String)
    case array([JSONTree])
    case object([Member])

    /// A member of an object: its decoded name, which is unique, and its value.
    package struct Member: Hashable, Sendable {
        package var name: String
        package var value: JSONTree

        package init(_ name: String, _ value: JSONTree) {
            self.name = name
            self.value = value
        }
    }

    /// Parses a document; the place of an error is the invalid byte.
    package init(_ bytes: [UInt8]) throws(PeriluneError) {
        self = try JSONParser().tree(of: bytes)
    }

    /// The member of an object; `nil` for anything else.
    package subscript(name: String) -> JSONTree? {
        for member in members where member.name.hasSameBytes(as: name) { return member.value }
        return nil
    }

    /// The member at a path of objects; `nil` if there is none.
    package subscript(path: FieldPath) -> JSONTree? {
        path.names.reduce(self) { (tree: JSONTree?, name) in tree?[name] }
    }

    /// The members of an object; none for anything else.
    package var members: [Member] {
        if case .object(let members) = self { members } else { [] }
    }

    /// The elements of an array; `nil` for anything else.
    package var elements: [JSONTree]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The text of a string; `nil` for anything else.
    package var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// A whole number; `nil` for anything else.
    package var integer: Int? {
        if case .number(let digits) = self { Int(digits) } else { nil }
    }

    /// The value of a boolean; `nil` for anything else.
    package var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }
}

extension JSONWriter {
    /// Writes a tree, keeping the digits of numbers.
    package mutating func write(_ tree: JSONTree) {
        switch tree {
        case .null: raw("null")
        case .bool(let value): raw(value ? "true" : "false")
        case .number(let digits): raw(digits)
        case .string(let text): write(text)
        case .array(let elements):
            beginArray()
            for element in elements { write(element) }
            endArray()
        case .object(let members):
            beginObject()
            for member in members {
                name(member.name)
                write(member.value)
            }
            endObject()
        }
    }
}

/// The parser limits the depth, which bounds the recursion.
extension JSONTree {
    init(_ document: UnsafePointer<cpj_document>, _ node: UInt32) {
        var names = RepeatedNames()
        self.init(document, node, &names)
    }

    private init(
        _ document: UnsafePointer<cpj_document>, _ node: UInt32, _ names: inout RepeatedNames
    ) {
        switch cpj_kind(document, node) {
        case UInt8(ascii: "{"):
            var members: [Member] = []
            members.reserveCapacity(Int(cpj_length(document, node)))
            var key = cpj_first(document, node)
            while key != 0 {
                members.append(
                    Member(
                        names.string(cpj_string(document, key)),
                        JSONTree(document, key + 2, &names)))
                key = cpj_next(document, node, key)
            }
            self = .object(members)
        case UInt8(ascii: "["):
            var elements: [JSONTree] = []
            elements.reserveCapacity(Int(cpj_length(document, node)))
            var element = cpj_first(document, node)
            while element != 0 {
                elements.append(JSONTree(document, element, &names))
                element = cpj_next(document, node, element)
            }
            self = .array(elements)
        case UInt8(ascii: "\""): self = .string(JSONConversion.string(cpj_string(document, node)))
        case UInt8(ascii: "t"): self = .bool(true)
        case UInt8(ascii: "f"): self = .bool(false)
        case UInt8(ascii: "n"): self = .null
        default: self = .number(JSONConversion.string(cpj_raw(document, node)))
        }
    }
}
