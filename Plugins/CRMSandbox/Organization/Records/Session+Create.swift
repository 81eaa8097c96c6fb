import CRMPlugin

extension Session {
    /// Inserts a record with its defaults, its parties and its related records.
    func createRow(_ entity: Entity, trusted: Bool) throws(CRMFault) -> GUID {
        let layout = try layout(entity.logicalName)
        guard layout.entity.logicalName != "activitypointer" else {
            throw .unsupported(entity.logicalName, by: "Create")
        }
        try checkPriceLock(entity, before: nil)
        let entity = try withNewParents(entity)
        var row = try checked(entity, layout, for: trusted ? .trusted : .create)
        let id = try identity(of: entity, &row, layout)
        if !trusted { try defaultState(&row, layout.entity) }
        try addDefaults(&row, layout, isTrusted: trusted)
        try checkRequired(row, layout.entity)
        try compute(&row, before: nil, layout)
        try addBaseAmounts(&row, before: nil, layout)
        for (name, value) in try keyValues(of: entity, layout) where row[name] == nil {
            row[name] = value
        }
        try checkKeys(row, layout, id: id)
        try insert(row, into: layout)
        for (list, value) in row where layout.attributes[list]?.type == .partyList {
            try writeParties(value, of: id, in: list)
        }
        try afterWrite(row, before: nil, layout, id)
        for related in entity.relatedEntities {
            try writeRelated(related, to: EntityReference(entity.logicalName, id))
        }
        return id
    }

    private func identity(
        of entity: Entity, _ row: inout Row, _ layout: Layout
    ) throws(CRMFault) -> GUID {
        let name = layout.entity.primaryIdAttribute
        var id = entity.id ?? .zero
        if case .guid(let given)? = row[name] {
            guard id == .zero || id == given else {
                throw CRMFault(
                    .invalidArgument, "Entity Id must be the same as the value set in property bag."
                )
            }
            id = given
        }
        if id == .zero {
            id = newID()
        } else if try exists(entity.logicalName, id) {
            throw .duplicate
        }
        row[name] = .guid(id)
        return id
    }

    /// Sets the first state, whatever the client sends; the client may choose the status.
    private func defaultState(_ row: inout Row, _ entity: EntityDefinition) throws(CRMFault) {
        guard let state = entity.attribute("statecode")?.defaultValue else { return }
        let asked: OptionSetValue? =
            if case .option(let option)? = row["statecode"] { option } else { nil }
        row["statecode"] = .option(OptionSetValue(state))
        guard case .option(let status)? = row["statuscode"], status.value != -1,
            asked == nil || asked?.value == state
        else {
            row["statuscode"] = nil
            return
        }
        guard entity.status(status.value, isOf: state) else {
            throw CRMFault(
                .invalidStateCodeStatusCode,
                "\(status.value) is not a valid status code for state code \(state) on "
                    + "\(entity.logicalName).")
        }
    }

    private func addDefaults(
        _ row: inout Row, _ layout: Layout, isTrusted: Bool
    ) throws(CRMFault) {
        for (name, value) in layout.defaults where row[name] == nil { row[name] = value }
        if case .option(let state)? = row["statecode"], isTrusted {
            row["statuscode"] = .option(
                try layout.entity.status(statusValue(row["statuscode"]), in: state.value))
        }
        func fill(_ name: String, _ value: CRMValue) {
            if layout.attributes[name] != nil, row[name] ?? .null == .null { row[name] = value }
        }
        let user = CRMValue.reference(EntityReference("systemuser", caller.userId))
        if case .date(let date)? = row["overriddencreatedon"] {
            fill("createdon", .date(date))
            row["overriddencreatedon"] = .date(now)
        }
        for name in ["createdon", "modifiedon"] { fill(name, .date(now)) }
        for name in ["createdby", "modifiedby"] { fill(name, user) }
        if layout.entity.ownership == .user {
            fill("ownerid", user)
            if case .reference(let owner)? = row["ownerid"] {
                row.merge(try ownerColumns(for: owner)) { _, new in new }
            }
        }
        if layout.entity.isActivity {
            fill("activitytypecode", .string(layout.entity.logicalName))
        }
    }

    private func statusValue(_ value: CRMValue?) -> Int32 {
        if case .option(let option)? = value { option.value } else { -1 }
    }

    private func checkRequired(_ row: Row, _ entity: EntityDefinition) throws(CRMFault) {
        for attribute in entity.attributes where attribute.isRequired {
            guard let value = row[attribute.logicalName], value != .null else {
                throw .missingField(attribute.logicalName)
            }
        }
    }

    private func keyValues(of entity: Entity, _ layout: Layout) throws(CRMFault) -> Row {
        var row: Row = [:]
        for pair in entity.keyAttributes {
            row[pair.key] = try layout.attributes[pair.key]?.checked(pair.value, in: layout.entity)
        }
        return row
    }

    /// Creates the records passed with a new or changed record for its lookups, and sets the lookups.
    func withNewParents(_ entity: Entity) throws(CRMFault) -> Entity {
        var entity = entity
        var others: [Entity.RelatedEntities] = []
        for related in entity.relatedEntities {
            guard let lookup = try lookup(related.relationship, of: entity.logicalName) else {
                others.append(related)
                continue
            }
            guard let parent = related.entities.entities.first,
                related.entities.entities.count == 1
            else {
                throw CRMFault(
                    .invalidArgument,
                    "The lookup of '\(related.relationship.schemaName)' takes one record.")
            }
            entity[lookup] = .reference(try written(parent))
        }
        entity.relatedEntities = others
        return entity
    }

    /// The lookup that a relationship is for a table; `nil` if the table is its other end.
    private func lookup(
        _ relationship: Relationship, of table: String
    ) throws(CRMFault) -> String? {
        guard
            case .oneToMany(let toMany) = try self.relationship(relationship.schemaName),
            toMany.referencingEntity == table,
            toMany.referencedEntity != table || relationship.primaryEntityRole == .referencing
        else { return nil }
        return toMany.referencingAttribute
    }

    /// Writes a record passed with another one: updates it if it exists, else creates it.
    private func written(_ entity: Entity) throws(CRMFault) -> EntityReference {
        if let id = entity.id, id != .zero, try exists(entity.logicalName, id) {
            try update(entity)
            return EntityReference(entity.logicalName, id)
        }
        return EntityReference(entity.logicalName, try create(entity))
    }

    /// Writes the records passed with another one, and relates them to it.
    func writeRelated(
        _ related: Entity.RelatedEntities, to parent: EntityReference
    ) throws(CRMFault) {
        let relationship = try relationship(related.relationship.schemaName)
        for var child in related.entities.entities {
            if case .oneToMany(let toMany) = relationship {
                child[toMany.referencingAttribute] = .reference(parent)
                _ = try written(child)
            } else {
                try relate(parent, related.relationship, [try written(child)])
            }
        }
    }
}

extension EntityDefinition {
    /// Whether a status is one of a state.
    func status(_ status: Int32, isOf state: Int32) -> Bool {
        attribute("statuscode")?.options.contains { $0.value == status && $0.state == state }
            == true
    }

    /// The requested status, or the default of the state for -1; throws if it does not belong to the state.
    func status(
        _ status: Int32, in state: Int32, id: GUID = .zero
    ) throws(CRMFault) -> OptionSetValue {
        if status == -1,
            let first = attribute("statuscode")?.options.first(where: { $0.state == state })
        {
            return OptionSetValue(first.value)
        }
        guard self.status(status, isOf: state) else {
            throw .badStatus(status, entity: logicalName, id: id)
        }
        return OptionSetValue(status)
    }
}
