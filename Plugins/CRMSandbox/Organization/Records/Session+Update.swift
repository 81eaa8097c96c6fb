import CRMPlugin

extension Session {
    /// Changes what the record has, as a client would; `expecting` is the version that it must have.
    func updateRow(_ entity: Entity, expecting version: String?) throws(CRMFault) {
        let target = try target(of: entity)
        let layout = try layout(target.logicalName)
        var entity = entity
        entity.logicalName = target.logicalName
        entity[layout.entity.primaryIdAttribute] = nil
        guard let before = try stored(layout, target.id) else {
            throw .noRecord(target.logicalName, target.id)
        }
        try checkVersion(before, version)
        try checkWritable(entity, before, layout.entity)
        try checkPriceLock(entity, before: before)
        entity = try withNewParents(entity)
        var row = try checked(entity, layout, for: .update)
        let owner = row.removeValue(forKey: "ownerid")
        let state = row.removeValue(forKey: "statecode")
        let status = row.removeValue(forKey: "statuscode")
        try change(row, before, layout, target.id)
        if case .reference(let owner)? = owner, .reference(owner) != before["ownerid"] {
            try changeOwner(target, to: owner)
        }
        try updateState(target, before, state, status)
        for related in entity.relatedEntities { try writeRelated(related, to: target) }
    }

    /// Writes columns without checks, for messages.
    func writeRow(_ entity: Entity, trusted: Bool) throws(CRMFault) {
        let target = try target(of: entity)
        let layout = try layout(target.logicalName)
        guard let before = try stored(layout, target.id) else {
            throw .noRecord(target.logicalName, target.id)
        }
        let row = try checked(entity, layout, for: trusted ? .trusted : .update)
        try change(row, before, layout, target.id)
    }

    private func change(
        _ row: Row, _ before: Row, _ layout: Layout, _ id: GUID
    ) throws(CRMFault) {
        var row = row
        row[layout.entity.primaryIdAttribute] = nil
        try compute(&row, before: before, layout)
        try addBaseAmounts(&row, before: before, layout)
        try checkKeys(row, before: before, layout, id: id)
        setModified(&row, layout)
        try write(row, to: layout, id)
        for (list, value) in row where layout.attributes[list]?.type == .partyList {
            try writeParties(value, of: id, in: list)
        }
        try afterWrite(row, before: before, layout, id)
    }

    /// Sets the user and time of the change.
    func setModified(_ row: inout Row, _ layout: Layout) {
        if layout.attributes["modifiedon"] != nil { row["modifiedon"] = .date(now) }
        if layout.attributes["modifiedby"] != nil {
            row["modifiedby"] = .reference(EntityReference("systemuser", caller.userId))
        }
    }

    /// The record of an entity, by its identity or alternate key.
    func target(of entity: Entity) throws(CRMFault) -> EntityReference {
        var reference = EntityReference(
            entity.logicalName, entity.id ?? .zero, keyAttributes: entity.keyAttributes)
        let definition = try definition(entity.logicalName)
        if reference.id == .zero, case .guid(let id)? = entity[definition.primaryIdAttribute] {
            reference.id = id
        }
        guard reference.id != .zero || !reference.keyAttributes.isEmpty else {
            throw CRMFault(.invalidArgument, "Entity Id must be specified for Operation")
        }
        return try concrete(try resolve(reference))
    }

    /// The activity itself in place of `activitypointer`.
    func concrete(_ reference: EntityReference) throws(CRMFault) -> EntityReference {
        guard reference.logicalName == "activitypointer" else { return reference }
        let pointer = try find("activitypointer", reference.id, ["activitytypecode"])
        guard case .string(let name)? = pointer?["activitytypecode"] else {
            throw .noRecord("activitypointer", reference.id)
        }
        return EntityReference(name, reference.id)
    }

    /// Throws a fault if the record is not of the version that the client saw.
    func checkVersion(_ before: Row, _ version: String?) throws(CRMFault) {
        guard let version else { return }
        guard case .long(let current)? = before["versionnumber"], String(current) == version else {
            throw CRMFault(
                .concurrencyVersionMismatch,
                "The version of the existing record doesn't match the RowVersion property provided."
            )
        }
    }

    private func checkWritable(
        _ entity: Entity, _ before: Row, _ definition: EntityDefinition
    ) throws(CRMFault) {
        guard case .option(let state)? = before["statecode"],
            let rule = ReadOnlyStates.rules[definition.logicalName],
            rule.states.contains(state.value),
            !entity.attributes.keys.allSatisfy({ rule.writable.contains($0) })
        else { return }
        throw CRMFault(
            .inactive,
            "The object cannot be updated because it is read-only: \(definition.logicalName) is "
                + "\(definition.attribute("statecode")?.label(state.value) ?? "inactive").")
    }
}

/// The states in which records are read-only, and the columns that can still be changed.
enum ReadOnlyStates {
    /// States, and columns that can be changed in spite of them.
    struct Rule: Sendable {
        var states: Set<Int32>
        var writable: Set<String>
    }

    /// Columns that reopen a record or change its owner.
    private static let always: Set<String> = [
        "statecode", "statuscode", "ownerid", "overriddencreatedon", "importsequencenumber",
    ]

    static let rules: [String: Rule] = [
        "lead": Rule(states: [1, 2], writable: always),
        "opportunity": Rule(states: [1, 2], writable: always),
        "quote": Rule(states: [1, 2, 3], writable: always),
        "salesorder": Rule(states: [1, 2, 3, 4], writable: always),
        "invoice": Rule(states: [1, 2, 3], writable: always),
        "contract": Rule(states: [4, 5], writable: always),
        "incident": Rule(
            states: [1, 2],
            writable: always.union([
                "customersatisfactioncode", "parentcaseid", "firstresponsesent", "checkemail",
                "followupby", "masterid", "subjectid",
            ])),
    ]
}
