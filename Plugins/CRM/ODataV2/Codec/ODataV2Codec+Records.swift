package import PeriluneCore
import PeriluneHTTP
package import PeriluneJSON

/// Whole records.
extension ODataV2Codec {
    /// A record as a client sends it: the attributes it has, and the records to create with it.
    package func request(_ entity: Entity) throws(PeriluneError) -> [JSONTree.Member] {
        let table = try schema.requireTable(entity.logicalName)
        var members: [JSONTree.Member] = []
        if let id = entity.id, !entity.attributes.contains(table.primaryIdAttribute),
            let attribute = table.attribute(table.primaryIdAttribute)
        {
            members.append(.init(names.property(of: attribute), .string(id.description)))
        }
        for pair in entity.attributes {
            guard let attribute = table.attribute(pair.key) else {
                throw PeriluneError(
                    "crm.schema", "\(table.logicalName) has no attribute \(pair.key)")
            }
            members.append(
                .init(
                    names.property(of: attribute),
                    try Self.json(pair.value, of: attribute, isTyped: false)))
        }
        for related in entity.relatedEntities {
            try add(related, of: table, to: &members)
        }
        return members
    }

    /// An object has a name once: records of one relationship become one list.
    private func add(
        _ related: Entity.RelatedEntities, of table: EntityDefinition,
        to members: inout [JSONTree.Member]
    ) throws(PeriluneError) {
        let (name, navigation) = try navigation(related.relationship, of: table)
        var records: [JSONTree] = []
        for entity in related.entities.entities { records.append(.object(try request(entity))) }
        if navigation.isSingle {
            if let record = records.first { members.append(.init(name, record)) }
        } else if let index = members.firstIndex(where: { $0.name == name }) {
            members[index].value = .array((members[index].value.elements ?? []) + records)
        } else {
            members.append(.init(name, .array(records)))
        }
    }

    /// A record as a server returns it, without navigation properties.
    package func response(
        _ entity: Entity, _ attributes: [AttributeDefinition], root: String
    ) throws(PeriluneError) -> [JSONTree.Member] {
        let table = try schema.requireTable(entity.logicalName)
        var metadata: [JSONTree.Member] = []
        if let reference = entity.reference {
            metadata.append(.init("uri", .string(root + (try path(reference)))))
        }
        metadata.append(.init("type", .string("\(Self.namespace).\(table.schemaName)")))
        var members: [JSONTree.Member] = [.init("__metadata", .object(metadata))]
        for attribute in attributes where attribute.type.isPropertyV2 {
            var value = entity[attribute.logicalName] ?? .null
            if value == .null, attribute.logicalName == table.primaryIdAttribute,
                let id = entity.id
            {
                value = .guid(id)
            }
            members.append(
                .init(
                    names.property(of: attribute),
                    try Self.json(value, of: attribute, isTyped: true)))
        }
        return members
    }

    /// A record that is sent to be created or changed: every name has to be known.
    package func entity(
        request json: JSONTree, of table: EntityDefinition
    ) throws(PeriluneError) -> Entity {
        try entity(json, table, Shape(), isRequest: true, depth: 0)
    }

    /// A record of a response: null is left out, and unknown members are read by their JSON type.
    package func entity(
        response json: JSONTree, of table: EntityDefinition
    ) throws(PeriluneError) -> Entity {
        try entity(json, table, Shape(), isRequest: false, depth: 0)
    }

    typealias Shape = RecordShape<Meaning>

    /// The meaning of a member of a record.
    enum Meaning {
        case column(MemberColumn)
        case navigation(ODataNames.Navigation)
        /// About the record, such as `__metadata`.
        case metadata
        case unknown
    }

    private func meaning(of name: String, in table: EntityDefinition) -> Meaning {
        if name.hasPrefix("__") { return .metadata }
        if let attribute = names.attribute(name, of: table) {
            return .column(MemberColumn(attribute))
        }
        return names.navigation(name, of: table).map { .navigation($0) } ?? .unknown
    }

    /// Records that are read one after the other share a `shape`.
    func entity(
        _ json: JSONTree, _ table: EntityDefinition, _ shape: Shape, isRequest: Bool, depth: Int
    ) throws(PeriluneError) -> Entity {
        guard case .object(let members) = json else {
            throw PeriluneError(
                "crm.json", "a record of \(table.schemaName) must be an object, not \(json.summary)"
            )
        }
        guard depth < 8 else { throw PeriluneError("crm.json", "records are nested too deeply") }
        var entity = Entity(table.logicalName)
        shape.begin(table)
        shape.reserve(&entity)
        // An unknown member may have the name of a column but for its case.
        var hasUnknown = false
        // By index: each member would be copied otherwise.
        for place in members.indices {
            switch shape.meaning(of: members[place].name, else: { meaning(of: $0, in: table) }) {
            case .column(let column):
                let value = try Self.value(members[place].value, of: column)
                guard isRequest || !value.isNull else { continue }
                if hasUnknown {
                    entity[column.name] = value
                } else {
                    entity.attributes.append(column.name, value)
                }
            case .navigation(let navigation):
                if let related = try related(
                    members[place].value, navigation, isRequest: isRequest, depth: depth + 1)
                {
                    entity.relatedEntities.append(.init(navigation.relationship, related))
                }
            case .metadata: break
            case .unknown where isRequest: throw undeclared(members[place].name, table)
            case .unknown:
                hasUnknown = true
                if let value = members[place].value.guessed {
                    entity[members[place].name.lowercased()] = value
                }
            }
        }
        entity.id = identity(of: entity, json, table)
        shape.end(entity)
        return entity
    }

    private func undeclared(_ name: String, _ table: EntityDefinition) -> PeriluneError {
        PeriluneError(
            "crm.json",
            "The property '\(name.prefix(100))' does not exist on type "
                + "'\(Self.namespace).\(table.schemaName)'. Make sure to only use property "
                + "names that are defined by the type.")
    }

    /// The identity from its column, or from the record's own address.
    private func identity(
        of entity: Entity, _ json: JSONTree, _ table: EntityDefinition
    ) -> GUID? {
        if case .guid(let id)? = entity[table.primaryIdAttribute] { return id }
        guard let address = json["__metadata"]?["uri"]?.string else { return nil }
        return usualIdentity(address.utf8Span.span, table)
            ?? (try? reference(address) { PercentEncoding.decode($0) })?.id
    }

    /// The identity in the usual address, such as `https://…/AccountSet(guid'0a1b…')`, which needs no parser.
    private func usualIdentity(_ address: Span<UInt8>, _ table: EntityDefinition) -> GUID? {
        let (name, set, end) = (table.schemaName, "Set(guid'", "')")
        var address = address
        func takeEnd(_ text: String, _ address: inout Span<UInt8>) -> Bool {
            let start = address.count - text.utf8.count
            guard start >= 0,
                address.extracting(last: text.utf8.count).hasSameBytes(as: text.utf8Span.span)
            else { return false }
            address = address.extracting(first: start)
            return true
        }
        guard takeEnd(end, &address), address.count > 36 else { return nil }
        let id = address.extracting(last: 36)
        address = address.extracting(droppingLast: 36)
        guard takeEnd(set, &address), takeEnd(name, &address), takeEnd("/", &address) else {
            return nil
        }
        return GUID(id)
    }

    /// Expanded records: a list, a list in `results`, or a single one; empty if they are deferred.
    private func related(
        _ json: JSONTree, _ navigation: ODataNames.Navigation, isRequest: Bool, depth: Int
    ) throws(PeriluneError) -> EntityCollection? {
        guard json != .null, json["__deferred"] == nil,
            let target = schema.entity(navigation.target)
        else { return nil }
        var collection = EntityCollection(entityName: target.logicalName)
        let shape = Shape()
        for record in json.elements ?? json["results"]?.elements ?? [json] {
            collection.entities.append(
                try entity(record, target, shape, isRequest: isRequest, depth: depth))
        }
        collection.moreRecords = json["__next"]?.string != nil
        return collection
    }
}
