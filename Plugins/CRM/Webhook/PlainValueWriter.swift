import PeriluneCore
import PeriluneJSON

/// Writes the typed values of a context as scripts want them: `{"Value":1}` as `1`.
///
/// | on the wire | in the event |
/// |---|---|
/// | OptionSetValue, Money, BooleanManagedProperty | the number or boolean, as spelled |
/// | EntityReference | `{"id","logicalname","name"}` |
/// | Entity | `{"id","logicalname","attributes"}` |
/// | EntityCollection | an array of these |
/// | AliasedValue | the value in it |
/// | `/Date(…)/` | RFC 3339 |
/// | anything else | as it came, `__type` included |
///
/// Values are nested no deeper than a document may be, which bounds the recursion.
struct PlainValueWriter {
    let document: JSONDocument
    var bytes: [UInt8] = []
    /// The names that the map being written has.
    private var names = SeenNames()

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
        var seen = SeenNames()
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
        namesOf pairs: JSONNode?, where isWanted: (JSONNode) -> Bool
    ) throws(PeriluneError) {
        write("[")
        var isFirst = true
        try forEachPair(pairs) { (key, value, writer) throws(PeriluneError) in
            guard isWanted(value) else { return }
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
        var seen = SeenNames()
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
        _ body: (JSONNode, JSONNode, inout PlainValueWriter) throws(PeriluneError) -> Void
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
        let hash = document.reading(key) { text in
            var hash: UInt64 = 0xCBF2_9CE4_8422_2325
            var isEscaped = false
            for index in text.indices {
                hash = (hash ^ UInt64(text[index])) &* 0x0000_0100_0000_01B3
                isEscaped = isEscaped || text[index] == UInt8(ascii: "\\")
            }
            return isEscaped ? nil : Int(truncatingIfNeeded: hash)
        }
        // An escape can spell one name in two ways; no name of CRM needs any.
        guard let hash, let hash else { throw .webhook("a name contains a backslash escape") }
        guard names.insert(hash) else { throw .webhook("duplicate name") }
    }
}

/// Hashes of names: an array while there are few, then a set.
private struct SeenNames {
    private var few: [Int] = []
    private var many: Set<Int> = []

    private static let limit = 24

    /// Whether it is new.
    mutating func insert(_ hash: Int) -> Bool {
        guard many.isEmpty else { return many.insert(hash).inserted }
        guard !few.contains(hash) else { return false }
        few.append(hash)
        if few.count > Self.limit { many = Set(few) }
        return true
    }
}

/// The types whose values are written plainly.
enum ContractType {
    case value, reference, entity, entities

    /// By what stands before the first colon of `__type`.
    init?(of object: JSONNode, in document: JSONDocument) {
        guard let type = document.member("__type", of: object) else { return nil }
        let found: Self?? = document.reading(type) { text in
            if Self.begins(text, "OptionSetValue:") { return .value }
            if Self.begins(text, "EntityReference:") { return .reference }
            if Self.begins(text, "Money:") { return .value }
            if Self.begins(text, "Entity:") { return .entity }
            if Self.begins(text, "EntityCollection:") { return .entities }
            if Self.begins(text, "AliasedValue:") { return .value }
            if Self.begins(text, "BooleanManagedProperty:") { return .value }
            return nil
        }
        guard let found, let found else { return nil }
        self = found
    }

    private static func begins(_ text: Span<UInt8>, _ prefix: StaticString) -> Bool {
        let count = prefix.utf8CodeUnitCount
        guard text.count >= count else { return false }
        for index in 0..<count where unsafe text[index] != prefix.utf8Start[index] { return false }
        return true
    }
}

extension PeriluneError {
    /// A body that is JSON but no context.
    static func webhook(_ what: String) -> PeriluneError {
        PeriluneError(
            "crm.webhook", "the body is not a RemoteExecutionContext: \(what)",
            hint: "set the message format of the service endpoint to JSON")
    }
}
