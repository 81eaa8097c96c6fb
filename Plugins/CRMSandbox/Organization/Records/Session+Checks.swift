import CRMPlugin

extension Session {
    /// The operation that the values are for.
    enum Purpose {
        case create, update
        /// A message writes what only the system may.
        case trusted
    }

    /// The values to write to a record, each of which is checked.
    ///
    /// Values that a client may not set are silently dropped, as in CRM.
    func checked(
        _ entity: Entity, _ layout: Layout, for purpose: Purpose
    ) throws(CRMFault) -> Row {
        var row: Row = [:]
        for pair in entity.attributes {
            guard let attribute = layout.attributes[pair.key] else {
                throw .noAttribute(pair.key, in: layout.entity)
            }
            let isAllowed =
                switch purpose {
                case .create: attribute.isValidForCreate
                case .update: attribute.isValidForUpdate
                case .trusted: true
                }
            guard isAllowed else { continue }
            var value = try attribute.checked(pair.value, in: layout.entity)
            if case .reference(let reference) = value, attribute.type.isReference {
                let resolved = try resolve(reference)
                guard try exists(resolved.logicalName, resolved.id) else {
                    throw .noRecord(resolved.logicalName, resolved.id)
                }
                value = .reference(EntityReference(resolved.logicalName, resolved.id))
            }
            row[pair.key] = value
        }
        return row
    }

    /// The reference with an identity in place of an alternate key.
    func resolve(_ reference: EntityReference) throws(CRMFault) -> EntityReference {
        guard reference.id == .zero, !reference.keyAttributes.isEmpty else { return reference }
        let layout = try layout(reference.logicalName)
        guard let id = try find(reference.keyAttributes, in: layout) else {
            throw CRMFault(
                .recordNotFoundByEntityKey,
                "A record with the specified key values does not exist in "
                    + "\(reference.logicalName) entity")
        }
        return EntityReference(reference.logicalName, id)
    }

    /// The record with these values of an alternate key; `nil` if there is none.
    func find(
        _ values: AttributeCollection, in layout: Layout
    ) throws(CRMFault) -> GUID? {
        for name in values.keys where layout.attributes[name] == nil {
            throw CRMFault(
                .invalidEntityKeyOperation,
                "Invalid EntityKey Operation performed : Entity \(layout.entity.logicalName) does "
                    + "not contain an attribute named \(name)")
        }
        let names = Set(values.keys)
        guard layout.entity.keys.contains(where: { Set($0.attributes) == names }) else {
            throw CRMFault(
                .invalidEntityKeyOperation,
                "Invalid EntityKey Operation performed : The specified key attributes are not a "
                    + "defined key for the \(layout.entity.logicalName) entity")
        }
        var row: Row = [:]
        for pair in values {
            row[pair.key] = try layout.attributes[pair.key]?.checked(pair.value, in: layout.entity)
        }
        return try ids(matching: row, in: layout).first
    }

    /// Throws a fault if another record has the same values of an alternate key.
    func checkKeys(
        _ row: Row, before: Row = [:], _ layout: Layout, id: GUID
    ) throws(CRMFault) {
        for key in layout.entity.keys where key.attributes.contains(where: { row[$0] != nil }) {
            var values: Row = [:]
            for name in key.attributes { values[name] = row[name] ?? before[name] ?? .null }
            if values.values.contains(.null) { continue }
            for other in try ids(matching: values, in: layout) where other != id {
                throw CRMFault(
                    .duplicateRecordEntityKey,
                    "Entity Key \(key.name) violated. A record with the same value for "
                        + "\(key.attributes.joined(separator: ", ")) already exists.")
            }
        }
    }
}
