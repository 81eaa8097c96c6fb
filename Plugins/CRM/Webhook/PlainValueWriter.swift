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
    let builder: EventBuilder
    private let names: Names
    /// The names that the map being written has.
    private var seen = SeenNames()

    /// The names of members that are written; one for each thread.
    final class Names {
        enum Name: Int, CaseIterable {
            case id, entity, message, target, changed, pre, post, user, organization, correlation,
                operation, depth, stage, mode, truncated, input, output, shared, parent, context,
                logicalname, name, attributes
        }

        fileprivate let members = MemberNames(Name.allCases.map { "\($0)" })
        /// A time on its way into the event.
        fileprivate var time: [UInt8] = []
    }

    /// Makes a writer into an object that the builder has open.
    init(_ document: JSONDocument, _ builder: EventBuilder, _ names: Names) {
        self.document = document
        self.builder = builder
        self.names = names
    }

    func name(_ name: Names.Name) { builder.name(name.rawValue, of: names.members) }

    /// Writes a value as it is spelled, or `null`.
    func write(_ node: JSONNode) {
        if node.isInside {
            builder.value(node, of: document)
        } else {
            builder.scalar("null")
        }
    }

    /// Writes a member as it is spelled, or `null`.
    func write(_ name: Names.Name, _ node: JSONNode) {
        self.name(name)
        write(node)
    }

    /// Writes a time as a string.
    func write(_ time: WireDate) {
        names.time.removeAll(keepingCapacity: true)
        time.write(to: &names.time)
        let text = names.time
        builder.string(text.span)
    }

    /// Writes a value of an attribute or parameter.
    mutating func write(plain node: JSONNode) throws(PeriluneError) {
        switch document.kind(node) {
        case .string: writeString(node)
        case .array: try writeArray(node)
        case .object: try writeObject(node)
        case .number, .bool, .null: builder.value(node, of: document)
        }
    }

    /// Writes the pairs of `Attributes` or of parameters as one object, except for these keys.
    mutating func write(
        map pairs: JSONNode, leavingOut excluded: StaticString? = nil
    ) throws(PeriluneError) {
        builder.beginObject()
        try writeMembers(of: pairs, leavingOut: excluded)
        builder.endObject()
    }

    /// Writes the pairs as members of the object that is open.
    mutating func writeMembers(
        of pairs: JSONNode, leavingOut excluded: StaticString? = nil
    ) throws(PeriluneError) {
        let outer = seen.begin()
        var pair = try firstPair(pairs)
        while pair.isInside {
            let (key, value) = try parts(of: pair)
            if excluded.map({ document.isText(key, $0) }) != true {
                try checkUnique(key)
                builder.name(key, of: document)
                try write(plain: value)
            }
            pair = document.next(in: pairs, after: pair)
        }
        seen.end(outer)
    }

    /// Writes the names of attributes as an array, except for the identity of the record.
    func write(namesOf pairs: JSONNode, of header: ContextHeader) throws(PeriluneError) {
        builder.beginList()
        var pair = try firstPair(pairs)
        while pair.isInside {
            let (key, value) = try parts(of: pair)
            let isIdentity =
                document.hasSameLetters(value, as: header.record)
                && isIdentity(key, of: header.entity)
            if !isIdentity {
                builder.element()
                builder.value(key, of: document)
            }
            pair = document.next(in: pairs, after: pair)
        }
        builder.endList()
    }

    /// Whether an attribute is the primary key of a table: any other one may have the same value.
    private func isIdentity(_ name: JSONNode, of entity: JSONNode) -> Bool {
        if document.isText(name, "activityid") { return true }
        guard entity.isInside, let name = document.string(name),
            let entity = document.string(entity)
        else { return false }
        return name == entity.lowercased() + "id"
    }

    /// Writes images by their alias, each as a flat map.
    mutating func write(images pairs: JSONNode) throws(PeriluneError) {
        builder.beginObject()
        let outer = seen.begin()
        var pair = try firstPair(pairs)
        while pair.isInside {
            let (key, entity) = try parts(of: pair)
            try checkUnique(key)
            builder.name(key, of: document)
            try write(map: document.entity(entity).attributes)
            pair = document.next(in: pairs, after: pair)
        }
        seen.end(outer)
        builder.endObject()
    }

    /// Writes a reference, with or without `__type`.
    func write(reference node: JSONNode) {
        let members = document.reference(node)
        builder.beginObject()
        write(.id, members.id)
        write(.logicalname, members.logicalName)
        write(.name, members.name)
        builder.endObject()
    }

    private func writeString(_ node: JSONNode) {
        if let date = document.reading(node, { WireDate(escaped: $0) }), let date {
            write(date)
        } else {
            builder.value(node, of: document)
        }
    }

    private mutating func writeArray(_ array: JSONNode) throws(PeriluneError) {
        builder.beginList()
        var element = document.first(in: array)
        while element.isInside {
            builder.element()
            try write(plain: element)
            element = document.next(in: array, after: element)
        }
        builder.endList()
    }

    private mutating func writeObject(_ object: JSONNode) throws(PeriluneError) {
        switch ContractType(of: object, in: document) {
        case .value:
            if let member = document.member("Value", of: object) {
                try write(plain: member)
            } else {
                write(.none)
            }
        case .reference: write(reference: object)
        case .entity: try write(entity: object)
        case .entities: try write(entitiesOf: object)
        case nil: builder.value(object, of: document)
        }
    }

    private mutating func write(entity: JSONNode) throws(PeriluneError) {
        let members = document.entity(entity)
        builder.beginObject()
        write(.id, members.id)
        write(.logicalname, members.logicalName)
        name(.attributes)
        try write(map: members.attributes)
        builder.endObject()
    }

    /// The elements are statically typed, so they may lack a type.
    private mutating func write(entitiesOf collection: JSONNode) throws(PeriluneError) {
        builder.beginList()
        if let entities = document.member("Entities", of: collection) {
            var node = document.first(in: entities)
            let isObject = document.kind(entities) == .object
            while node.isInside {
                builder.element()
                try write(entity: isObject ? document.value(ofName: node) : node)
                node = document.next(in: entities, after: node)
            }
        }
        builder.endList()
    }

    /// The first pair of a list of `{"key","value"}`; nothing but pairs may be there.
    private func firstPair(_ pairs: JSONNode) throws(PeriluneError) -> JSONNode {
        // A document may be nothing but pairs.
        guard pairs != document.root || document.kind(pairs) == .array else { return .none }
        switch document.kind(pairs) {
        case .array: return document.first(in: pairs)
        case .null: return .none
        default: throw .webhook("names and values must be a list")
        }
    }

    private func parts(
        of pair: JSONNode
    ) throws(PeriluneError) -> (key: JSONNode, value: JSONNode) {
        let (key, value) = document.pair(pair)
        guard key.isInside, document.kind(key) == .string, value.isInside else {
            throw .webhook("a pair has no key or no value")
        }
        return (key, value)
    }

    /// Throws if the object already has this name.
    private mutating func checkUnique(_ key: JSONNode) throws(PeriluneError) {
        // An escape can spell one name in two ways; no name of CRM needs any.
        guard let hash = document.hash(ofPlain: key) else {
            throw .webhook("a name contains a backslash escape")
        }
        guard seen.insert(hash) else { throw .webhook("duplicate name") }
    }
}

/// Hashes of names: an array for a few names, then a set.
private struct SeenNames {
    /// The hashes in small maps; those of the maps around this one come first.
    private var few: [Int] = []
    private var start = 0
    private var many: Set<Int> = []

    private static let limit = 24

    /// The state of the enclosing map.
    struct Outer {
        fileprivate let start: Int
        fileprivate let many: Set<Int>
    }

    /// Begins a map inside of another one.
    mutating func begin() -> Outer {
        let outer = Outer(start: start, many: many)
        start = few.count
        if !many.isEmpty { many = [] }
        return outer
    }

    mutating func end(_ outer: Outer) {
        few.removeSubrange(start...)
        start = outer.start
        if !many.isEmpty || !outer.many.isEmpty { many = outer.many }
    }

    /// Whether it is new.
    mutating func insert(_ hash: Int) -> Bool {
        guard many.isEmpty else { return many.insert(hash).inserted }
        for index in start..<few.count where few[index] == hash { return false }
        few.append(hash)
        if few.count - start > Self.limit { many = Set(few[start...]) }
        return true
    }
}

/// The types whose values are written plainly.
enum ContractType {
    case value, reference, entity, entities

    /// Reads the part of `__type` before the first colon.
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
