package import PeriluneJSON

/// Records in responses of a server: lookups as `_x_value`, display texts as annotations.
extension WebAPICodec {
    /// The members of a record.
    ///
    /// `columns` are included even if they have no value; other attributes, such as columns of linked tables, follow.
    package func response(
        _ entity: Entity, columns: [String], _ annotations: WebAPIAnnotations,
        isTyped: Bool = false
    ) -> [JSONTree.Member] {
        var members: [JSONTree.Member] = []
        let table = schema.entity(entity.logicalName)
        if isTyped {
            members.append(
                .init("@odata.type", .string("#\(Self.namespace).\(entity.logicalName)")))
        }
        if let version = Self.version(of: entity) {
            members.append(.init("@odata.etag", .string(WebAPIEntityTag.header(version))))
        }
        for column in columns {
            guard let attribute = table?.attribute(column), attribute.type != .partyList else {
                continue
            }
            let value = entity[column] ?? .null
            add(value, names.property(of: attribute), column, entity, annotations, &members)
        }
        for pair in entity.attributes where !columns.contains(pair.key) {
            guard table?.attribute(pair.key)?.type != .partyList else { continue }
            let property = table?.attribute(pair.key).map(names.property) ?? pair.key
            add(pair.value, property, pair.key, entity, annotations, &members)
        }
        return members
    }

    /// The columns that a record of a table can have, by logical name.
    package static func columns(of table: EntityDefinition) -> [String] {
        table.attributes.filter { $0.type != .partyList && $0.type != .virtual }
            .map(\.logicalName)
    }

    /// The version of the record.
    package static func version(of entity: Entity) -> String? {
        if let version = entity.rowVersion { return version }
        guard case .long(let number)? = entity["versionnumber"] else { return nil }
        return String(number)
    }

    private func add(
        _ value: CRMValue, _ property: String, _ key: String, _ entity: Entity,
        _ annotations: WebAPIAnnotations, _ members: inout [JSONTree.Member]
    ) {
        var formatted = entity.formattedValues[key]
        var content = value
        var column = key
        if case .aliased(let aliased) = value {
            content = aliased.value
            column = aliased.attributeLogicalName
        }
        if case .reference(let reference) = content {
            formatted = formatted ?? reference.name
            annotate(reference, property, column, entity, annotations, &members)
            content = .guid(reference.id)
        }
        guard let json = Self.json(content) else { return }
        if let formatted, annotations.includes(Self.formatted) {
            members.append(.init("\(property)@\(Self.formatted)", .string(formatted)))
        }
        members.append(.init(property, json))
    }

    private func annotate(
        _ reference: EntityReference, _ property: String, _ column: String, _ entity: Entity,
        _ annotations: WebAPIAnnotations, _ members: inout [JSONTree.Member]
    ) {
        let lookup = schema.lookups(of: entity.logicalName).first {
            $0.referencingAttribute == column && $0.referencedEntity == reference.logicalName
        }
        if annotations.includes(Self.lookupProperty) {
            members.append(
                .init(
                    "\(property)@\(Self.lookupProperty)",
                    .string(lookup?.lookupProperty ?? column)))
        }
        if annotations.includes(Self.lookupTable) {
            members.append(
                .init("\(property)@\(Self.lookupTable)", .string(reference.logicalName)))
        }
    }
}
