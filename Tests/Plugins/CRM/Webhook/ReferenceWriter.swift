import PeriluneCore
import PeriluneJSON

@testable import CRMPlugin

/// The values of a context, written piece by piece: what `PlainValueWriter` is compared with.
struct ReferenceWriter {
    let document: JSONDocument
    var bytes: [UInt8] = []
    /// The names that the map being written has.
    private var names = Set<String>()

    init(_ document: JSONDocument) { self.document = document }

    mutating func write(_ text: StaticString) {
        unsafe bytes.append(
            contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Writes a value of an attribute or parameter.
    mutating func write(plain node: JSONNode) throws(PeriluneError) {
        switch document.kind(node) {
        case .string: writeString(node)
        case .array: try writeArray(node)
        case .object: try writeObject(node)
        case .number, .bool, .null: document.append(node, to: &bytes)
        }
    }

    /// Writes the pairs of `Attributes` or of parameters as one object, but for the keys left out.
    mutating func write(
        map pairs: JSONNode?, leavingOut excluded: String? = nil
    ) throws(PeriluneError) {
        write("{")
        var isFirst = true
        var seen = Set<String>()
        swap(&seen, &names)
        try forEachPair(pairs) { (key, value, writer) throws(PeriluneError) in
            if let excluded, writer.document.string(key) == excluded { return }
            try writer.checkUnique(key)
            if !isFirst { writer.write(",") }
            isFirst = false
            writer.document.append(key, to: &writer.bytes)
            writer.write(":")
            try writer.write(plain: value)
        }
        swap(&seen, &names)
        write("}")
    }

    /// Writes the names of pairs as an array.
    mutating func write(
        namesOf pairs: JSONNode?, where isWanted: (_ key: JSONNode, _ value: JSONNode) -> Bool
    ) throws(PeriluneError) {
        write("[")
        var isFirst = true
        try forEachPair(pairs) { (key, value, writer) throws(PeriluneError) in
            guard isWanted(key, value) else { return }
            if !isFirst { writer.write(",") }
            isFirst = false
            writer.document.append(key, to: &writer.bytes)
        }
        write("]")
    }

    /// Writes images by their alias, each as a flat map.
    mutating func write(images pairs: JSONNode?) throws(PeriluneError) {
        write("{")
        var isFirst = true
        var seen = Set<String>()
        swap(&seen, &names)
        try forEachPair(pairs) { (key, entity, writer) throws(PeriluneError) in
            try writer.checkUnique(key)
            if !isFirst { writer.write(",") }
            isFirst = false
            writer.document.append(key, to: &writer.bytes)
            writer.write(":")
            try writer.write(map: writer.document.member("Attributes", of: entity))
        }
        swap(&seen, &names)
        write("}")
    }

    /// Writes a reference, with or without `__type`.
    mutating func write(reference node: JSONNode) {
        write(#"{"id":"#)
        write(member: "Id", of: node)
        write(#","logicalname":"#)
        write(member: "LogicalName", of: node)
        write(#","name":"#)
        write(member: "Name", of: node)
        write("}")
    }

    /// Writes a member as it is spelled, or `null`.
    mutating func write(member name: String, of object: JSONNode) {
        if let member = document.member(name, of: object) {
            document.append(member, to: &bytes)
        } else {
            write("null")
        }
    }

    private mutating func writeString(_ node: JSONNode) {
        if let date = document.reading(node, { WireDate(escaped: $0) }), let date {
            write("\"")
            date.write(to: &bytes)
            write("\"")
        } else {
            document.append(node, to: &bytes)
        }
    }

    private mutating func writeArray(_ array: JSONNode) throws(PeriluneError) {
        write("[")
        var isFirst = true
        try document.forEach(in: array) { (_, element) throws(PeriluneError) in
            if !isFirst { write(",") }
            isFirst = false
            try write(plain: element)
        }
        write("]")
    }

    private mutating func writeObject(_ object: JSONNode) throws(PeriluneError) {
        switch ContractType(of: object, in: document) {
        case .value: try write(plainMember: "Value", of: object)
        case .reference: write(reference: object)
        case .entity: try write(entity: object)
        case .entities: try write(entitiesOf: object)
        case nil: document.append(object, to: &bytes)
        }
    }

    private mutating func write(entity: JSONNode) throws(PeriluneError) {
        write(#"{"id":"#)
        write(member: "Id", of: entity)
        write(#","logicalname":"#)
        write(member: "LogicalName", of: entity)
        write(#","attributes":"#)
        try write(map: document.member("Attributes", of: entity))
        write("}")
    }

    /// The elements are statically typed: they need not say that they are entities.
    private mutating func write(entitiesOf collection: JSONNode) throws(PeriluneError) {
        write("[")
        if let entities = document.member("Entities", of: collection) {
            var isFirst = true
            try document.forEach(in: entities) { (_, entity) throws(PeriluneError) in
                if !isFirst { write(",") }
                isFirst = false
                try write(entity: entity)
            }
        }
        write("]")
    }

    private mutating func write(
        plainMember name: String, of object: JSONNode
    ) throws(PeriluneError) {
        if let member = document.member(name, of: object) {
            try write(plain: member)
        } else {
            write("null")
        }
    }

    /// Calls `body` with key and value of each `{"key","value"}`; nothing but pairs may be there.
    private mutating func forEachPair(
        _ pairs: JSONNode?,
        _ body: (JSONNode, JSONNode, inout ReferenceWriter) throws(PeriluneError) -> Void
    ) throws(PeriluneError) {
        guard let pairs, document.kind(pairs) != .null else { return }
        guard document.kind(pairs) == .array else {
            throw .webhook("names and values must be a list")
        }
        try document.forEach(in: pairs) { (_, pair) throws(PeriluneError) in
            guard let key = document.member("key", of: pair), document.kind(key) == .string,
                let value = document.member("value", of: pair)
            else { throw .webhook("a pair has no key or no value") }
            try body(key, value, &self)
        }
    }

    /// Throws if the object already has this name.
    private mutating func checkUnique(_ key: JSONNode) throws(PeriluneError) {
        var spelled: [UInt8] = []
        document.append(key, to: &spelled)
        guard !spelled.contains(UInt8(ascii: "\\")) else {
            throw .webhook("a name contains a backslash escape")
        }
        guard names.insert(String(decoding: spelled, as: UTF8.self)).inserted else {
            throw .webhook("duplicate name")
        }
    }
}
