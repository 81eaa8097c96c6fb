import CRMPlugin

/// The parameters of a message; reading one that is missing or wrong throws the fault of CRM.
struct Parameters {
    let values: AttributeCollection

    init(_ values: AttributeCollection) { self.values = values }

    /// A parameter that has to be there: `Required field 'X' is missing`.
    func required<T: CRMConvertible>(
        _ key: String, as type: T.Type = T.self
    ) throws(CRMFault) -> T {
        guard let value = try optional(key, as: type) else { throw .missingField(key) }
        return value
    }

    /// A parameter that may be missing or null.
    func optional<T: CRMConvertible>(
        _ key: String, as type: T.Type = T.self
    ) throws(CRMFault) -> T? {
        guard let value = values[key], value != .null else { return nil }
        guard let typed = T(crm: value) else {
            throw CRMFault(
                .invalidArgument, "The parameter '\(key)' is not of the type \(T.kind.rawValue).")
        }
        return typed
    }

    /// The identity of a record, or the fault `Expected non-empty Guid.`.
    func id(_ key: String) throws(CRMFault) -> GUID {
        let id: GUID = try optional(key) ?? .zero
        guard id != .zero else { throw .emptyGuid }
        return id
    }

    /// A reference to a record, by identity or alternate key, to one of these tables if any are named.
    func reference(_ key: String, to entities: [String] = []) throws(CRMFault) -> EntityReference {
        let reference: EntityReference = try required(key)
        guard !reference.logicalName.isEmpty else {
            throw CRMFault(
                .invalidArgument, "Required member 'LogicalName' missing for field '\(key)'")
        }
        guard reference.id != .zero || !reference.keyAttributes.isEmpty else { throw .emptyGuid }
        guard entities.isEmpty || entities.contains(reference.logicalName) else {
            throw CRMFault(
                .invalidArgument,
                "The parameter '\(key)' cannot be a record of \(reference.logicalName).")
        }
        return reference
    }

    /// References, however they were packed: a reference collection, an array, or records.
    func references(_ key: String) throws(CRMFault) -> [EntityReference] {
        switch values[key] {
        case .references(let references), .referenceArray(let references): return references
        case .reference(let reference): return [reference]
        case .entities(let collection): return collection.entities.compactMap(\.reference)
        case .entityArray(let entities): return entities.compactMap(\.reference)
        case nil, .null: throw .missingField(key)
        default:
            throw CRMFault(.invalidArgument, "The parameter '\(key)' has no references.")
        }
    }

    /// A record with the name of its table.
    func entity(_ key: String, of name: String? = nil) throws(CRMFault) -> Entity {
        let entity: Entity = try required(key)
        guard !entity.logicalName.isEmpty else {
            throw CRMFault(
                .invalidArgument, "Required member 'LogicalName' missing for field '\(key)'")
        }
        guard name == nil || name == entity.logicalName else {
            throw CRMFault(
                .invalidArgument,
                "The parameter '\(key)' cannot be a record of \(entity.logicalName).")
        }
        return entity
    }

    /// An option; `nil` if it is missing.
    func option(_ key: String) throws(CRMFault) -> Int32? {
        if case .int(let value)? = values[key] { return value }
        return try optional(key, as: OptionSetValue.self)?.value
    }

    /// A flag; false if it is missing.
    func flag(_ key: String) throws(CRMFault) -> Bool { try optional(key) ?? false }
}
