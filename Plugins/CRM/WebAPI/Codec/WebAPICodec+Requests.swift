package import PeriluneCore
package import PeriluneJSON

/// Writes records in requests: lookups are bound by the path of their record.
extension WebAPICodec {
    /// The members of a record to create or to change.
    package func request(_ entity: Entity) throws(PeriluneError) -> [JSONTree.Member] {
        let table = try schema.requireTable(entity.logicalName)
        var members: [JSONTree.Member] = []
        if let id = entity.id, entity[table.primaryIdAttribute] == nil {
            members.append(.init(table.primaryIdAttribute, .string(id.description)))
        }
        var parties: [JSONTree] = []
        for pair in entity.attributes {
            let attribute = table.attribute(pair.key)
            switch pair.value {
            case .reference(let reference):
                members.append(
                    .init(
                        try binding(pair.key, to: reference.logicalName, in: table),
                        .string("/" + (try path(reference)))))
            case .null where attribute?.type.isReference == true:
                for property in properties(of: pair.key, in: table) {
                    members.append(.init(property + "@odata.bind", .null))
                }
            case .entities(let collection): parties += try self.parties(pair.key, collection)
            case .null where attribute?.type == .partyList: continue
            case let value:
                guard let json = Self.json(value) else {
                    throw PeriluneError(
                        "crm.json", "\(pair.key) has a value that is not allowed in a record")
                }
                members.append(.init(pair.key, json))
            }
        }
        if !parties.isEmpty {
            members.append(.init(PartyList.property(of: table), .array(parties)))
        }
        for related in entity.relatedEntities {
            members.append(try self.related(related, of: table))
        }
        return members
    }

    private func parties(
        _ column: String, _ collection: EntityCollection
    ) throws(PeriluneError) -> [JSONTree] {
        guard let mask = PartyList.mask(column) else {
            throw PeriluneError("crm.json", "\(column) is not a party list")
        }
        var parties: [JSONTree] = []
        for var party in collection.entities {
            party.logicalName = "activityparty"
            party["participationtypemask"] = .option(OptionSetValue(mask))
            parties.append(.object(try request(party)))
        }
        return parties
    }

    /// Records that are created with this one.
    private func related(
        _ related: Entity.RelatedEntities, of table: EntityDefinition
    ) throws(PeriluneError) -> JSONTree.Member {
        let navigation = try navigation(related.relationship, of: table)
        var records: [JSONTree] = []
        for record in related.entities.entities { records.append(.object(try request(record))) }
        let name = property(of: navigation)
        guard navigation.isSingle else { return .init(name, .array(records)) }
        guard let record = records.first, records.count == 1 else {
            throw PeriluneError(
                "crm.json", "\(name) refers to a single record, got \(records.count) records")
        }
        return .init(name, record)
    }

    /// The name that binds a lookup: `parentcustomerid_account@odata.bind`.
    func binding(
        _ column: String, to target: String, in table: EntityDefinition
    ) throws(PeriluneError) -> String {
        let lookup = schema.lookups(of: table.logicalName).first {
            $0.referencingAttribute == column && $0.referencedEntity == target
        }
        if let lookup { return lookup.lookupProperty + "@odata.bind" }
        guard let attribute = table.attribute(column), attribute.type.isReference else {
            throw PeriluneError(
                "crm.json", "\(table.logicalName) has no lookup \(column) to \(target)")
        }
        // An owner is a principal, whatever its table; so is any lookup without relationships.
        return column + "@odata.bind"
    }

    /// The properties of a lookup: one, or one for each table that it can point at.
    package func properties(of column: String, in table: EntityDefinition) -> [String] {
        var properties: [String] = []
        for lookup in schema.lookups(of: table.logicalName)
        where lookup.referencingAttribute == column && !properties.contains(lookup.lookupProperty) {
            properties.append(lookup.lookupProperty)
        }
        return properties.isEmpty ? [column] : properties
    }

    /// The navigation property of a table for a relationship.
    package func navigation(
        _ relationship: Relationship, of table: EntityDefinition
    ) throws(PeriluneError) -> ODataNames.Navigation {
        switch schema.relationship(relationship.schemaName) {
        case .oneToMany(let found)
        where found.referencingEntity == table.logicalName
            && (!found.isReflexive || relationship.primaryEntityRole == .referencing):
            return .single(found)
        case .oneToMany(let found) where found.referencedEntity == table.logicalName:
            return .children(found)
        case .manyToMany(let found)
        where found.entity1 == table.logicalName || found.entity2 == table.logicalName:
            return .many(
                found,
                isFirst: found.entity1 == table.logicalName
                    && (found.entity2 != table.logicalName
                        || relationship.primaryEntityRole != .referenced)
            )
        default:
            throw PeriluneError(
                "crm.schema",
                "\(table.logicalName) has no relationship \(relationship.schemaName)")
        }
    }

    /// The name of the property that leads there.
    package func property(of navigation: ODataNames.Navigation) -> String {
        switch navigation {
        case .single(let relationship): names.property(of: relationship)
        case .children(let relationship): names.collection(of: relationship)
        case .many(let relationship, _): relationship.schemaName
        }
    }
}
