import CRMPlugin

/// Operations on rows, for messages. Observers see each change as a message nested in the calling one.
extension Session {
    /// Creates a record and returns its identity.
    ///
    /// A trusted call may set what clients may not: the state, and columns that only messages set.
    @discardableResult
    func create(_ entity: Entity, trusted: Bool = false) throws(CRMFault) -> GUID {
        let results = try perform(
            "Create", on: EntityReference(entity.logicalName, entity.id ?? .zero),
            ["Target": .entity(entity)]
        ) { (parameters) throws(CRMFault) in
            let entity = try Parameters(parameters).entity("Target")
            return ["id": .guid(try createRow(entity, trusted: trusted))]
        }
        guard case .guid(let id)? = results["id"] else { throw .missingField("id") }
        return id
    }

    /// Reads a record; throws if it does not exist.
    func retrieve(
        _ entity: String, _ id: GUID, _ columns: ColumnSet = .all
    ) throws(CRMFault) -> Entity {
        guard let found = try find(entity, id, columns) else { throw .noRecord(entity, id) }
        return found
    }

    /// Reads a record by reference, also by alternate key.
    func retrieve(
        _ reference: EntityReference, _ columns: ColumnSet = .all
    ) throws(CRMFault) -> Entity {
        let reference = try resolve(reference)
        return try retrieve(reference.logicalName, reference.id, columns)
    }

    /// Changes the attributes that the entity has, as a client would.
    func update(_ entity: Entity) throws(CRMFault) {
        _ = try perform(
            "Update", on: EntityReference(entity.logicalName, entity.id ?? .zero),
            ["Target": .entity(entity)]
        ) { (parameters) throws(CRMFault) in
            try updateRow(try Parameters(parameters).entity("Target"), expecting: nil)
            return [:]
        }
    }

    /// Writes columns without checks of state, rights or validity, and without observers.
    ///
    /// For columns that a message itself changes: `ispricelocked`, `membercount`, `masterid`.
    func set(_ reference: EntityReference, _ attributes: AttributeCollection) throws(CRMFault) {
        try writeRow(
            Entity(reference.logicalName, id: reference.id, attributes), trusted: true)
    }

    /// Deletes a record, with all that depends on it.
    func delete(_ entity: String, _ id: GUID) throws(CRMFault) {
        let target = EntityReference(entity, id)
        _ = try perform("Delete", on: target, ["Target": .reference(target)]) {
            (_) throws(CRMFault) in
            try deleteRow(target, expecting: nil)
            return [:]
        }
    }

    /// Sets state and status; -1 is the state's default status.
    ///
    /// States that have a message of their own - a won quote, a resolved case - are allowed here.
    func setState(
        _ reference: EntityReference, _ state: Int32, _ status: Int32 = -1
    ) throws(CRMFault) {
        _ = try perform(
            "SetState", on: reference,
            [
                "EntityMoniker": .reference(reference),
                "State": .option(OptionSetValue(state)),
                "Status": .option(OptionSetValue(status)),
            ]
        ) { (_) throws(CRMFault) in
            try changeState(reference, state, status)
            return [:]
        }
    }

    /// Assigns a record to another user or team.
    func assign(_ reference: EntityReference, to owner: EntityReference) throws(CRMFault) {
        _ = try perform(
            "Assign", on: reference,
            ["Target": .reference(reference), "Assignee": .reference(owner)]
        ) { (_) throws(CRMFault) in
            try changeOwner(reference, to: owner)
            return [:]
        }
    }

    /// Runs a query, and returns one page of the result.
    func query(_ query: Query) throws(CRMFault) -> EntityCollection {
        try self.query(.expression(query))
    }

    /// Runs a query of any kind, including FetchXML, and returns one page of the result.
    func query(_ query: QueryBase) throws(CRMFault) -> EntityCollection {
        try QueryRunners.standard.run(query, in: self)
    }

    /// The reference with the name of its record, as in lookups.
    func named(_ reference: EntityReference) throws(CRMFault) -> EntityReference {
        var reference = reference
        reference.name = try name(of: reference.logicalName, reference.id)
        return reference
    }
}
