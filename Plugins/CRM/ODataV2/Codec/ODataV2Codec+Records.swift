package import PeriluneCore
import PeriluneHTTP
package import PeriluneJSON

/// Whole records.
extension ODataV2Codec {
    /// A record as a client sends it: the attributes it has, and the records to create with it.
    package func request(_ entity: Entity) throws(PeriluneError) -> [JSONTree.Member] {
        let table = try table(entity.logicalName)
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

    /// A record as a server answers it, without navigation properties.
    package func response(
        _ entity: Entity, _ attributes: [AttributeDefinition], root: String
    ) throws(PeriluneError) -> [JSONTree.Member] {
        let table = try table(entity.logicalName)
        var metadata: [JSONTree.Member] = []
        if let reference = entity.reference {
            metadata.append(.init("uri", .string(root + (try path(reference)))))
        }
        metadata.append(.init("type", .string("\(Self.namespace).\(table.schemaName)")))
        var members: [JSONTree.Member] = [.init("__metadata", .object(metadata))]
        for attribute in attributes where attribute.type.edmV2 != nil {
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
        try entity(json, table, isRequest: true, depth: 0)
    }

    /// A record of an answer: what is null is left out, what is unknown is taken as it looks.
    package func entity(
        response json: JSONTree, of table: EntityDefinition
    ) throws(PeriluneError) -> Entity {
        try entity(json, table, isRequest: false, depth: 0)
    }

    private func entity(
        _ json: JSONTree, _ table: EntityDefinition, isRequest: Bool, depth: Int
    ) throws(PeriluneError) -> Entity {
        guard case .object(let members) = json else {
            throw PeriluneError(
                "crm.json", "a record of \(table.schemaName) must be an object, not \(json.summary)"
            )
        }
        guard depth < 8 else { throw PeriluneError("crm.json", "records are nested too deeply") }
        var entity = Entity(table.logicalName)
        for member in members where !member.name.hasPrefix("__") {
            if let attribute = names.attribute(member.name, of: table) {
                let value = try Self.value(member.value, of: attribute)
                if isRequest || value != .null { entity[attribute.logicalName] = value }
            } else if let navigation = names.navigation(member.name, of: table) {
                if let related = try related(
                    member.value, navigation, isRequest: isRequest, depth: depth + 1)
                {
                    entity.relatedEntities.append(.init(navigation.relationship, related))
                }
            } else if isRequest {
                throw PeriluneError(
                    "crm.json",
                    "The property '\(member.name.prefix(100))' does not exist on type "
                        + "'\(Self.namespace).\(table.schemaName)'. Make sure to only use property "
                        + "names that are defined by the type.")
            } else if let value = member.value.guessed {
                entity[member.name.lowercased()] = value
            }
        }
        entity.id = identity(of: entity, json, table)
        return entity
    }

    /// The identity from its column, or from the record's own address.
    private func identity(
        of entity: Entity, _ json: JSONTree, _ table: EntityDefinition
    ) -> GUID? {
        if case .guid(let id)? = entity[table.primaryIdAttribute] { return id }
        let address = json["__metadata"]?["uri"]?.string
        return address.flatMap { address in
            (try? reference(address) { PercentEncoding.decode($0) })?.id
        }
    }

    /// Records within a record: a list, a list in `results`, or one; none where they are deferred.
    private func related(
        _ json: JSONTree, _ navigation: ODataNames.Navigation, isRequest: Bool, depth: Int
    ) throws(PeriluneError) -> EntityCollection? {
        guard json != .null, json["__deferred"] == nil,
            let target = schema.entity(navigation.target)
        else { return nil }
        var collection = EntityCollection(entityName: target.logicalName)
        for record in json.elements ?? json["results"]?.elements ?? [json] {
            collection.entities.append(
                try entity(record, target, isRequest: isRequest, depth: depth))
        }
        collection.moreRecords = json["__next"]?.string != nil
        return collection
    }
}
