import CRMPlugin

/// Messages on single records.
enum RecordMessages {
    static let all = [create, retrieve, retrieveMultiple, update, delete, upsert, assign, setState]

    static let create = MessageHandler("Create") { parameters, session in
        let entity = try parameters.entity("Target")
        return ["id": .guid(try session.createRow(entity, trusted: false))]
    }

    static let retrieve = MessageHandler("Retrieve", isRead: true) { parameters, session in
        let target = try session.resolve(try parameters.reference("Target"))
        let columns: ColumnSet = try parameters.required("ColumnSet")
        var entity = try session.retrieve(target.logicalName, target.id, columns)
        if let queries = try parameters.optional(
            "RelatedEntitiesQuery", as: RelationshipQueryCollection.self)
        {
            entity.relatedEntities = try session.related(to: target, queries)
        }
        return ["Entity": .entity(entity)]
    }

    static let retrieveMultiple = MessageHandler("RetrieveMultiple", on: .none, isRead: true) {
        parameters, session in
        let query: QueryBase = try parameters.required("Query")
        return ["EntityCollection": .entities(try session.query(query))]
    }

    static let update = MessageHandler("Update") { parameters, session in
        let entity = try parameters.entity("Target")
        try session.updateRow(entity, expecting: try version(parameters, entity.rowVersion))
        return [:]
    }

    static let delete = MessageHandler("Delete") { parameters, session in
        let target = try parameters.reference("Target")
        try session.deleteRow(target, expecting: try version(parameters, target.rowVersion))
        return [:]
    }

    static let upsert = MessageHandler("Upsert") { parameters, session in
        let entity = try parameters.entity("Target")
        let (target, isNew) = try session.upsert(entity)
        return ["RecordCreated": .bool(isNew), "Target": .reference(target)]
    }

    static let assign = MessageHandler("Assign") { parameters, session in
        let target = try parameters.reference("Target")
        let owner = try parameters.reference("Assignee", to: ["systemuser", "team"])
        try session.changeOwner(target, to: owner)
        return [:]
    }

    static let setState = MessageHandler("SetState", on: .parameter("EntityMoniker")) {
        parameters, session in
        let target = try parameters.reference("EntityMoniker")
        guard let state = try parameters.option("State") else {
            throw CRMFault.missingField("State")
        }
        guard let status = try parameters.option("Status") else {
            throw CRMFault.missingField("Status")
        }
        try session.checkReachable(target.logicalName, state, from: nil)
        try session.changeState(target, state, status)
        return [:]
    }

    /// The version that the record must have; `nil` if the client does not care.
    private static func version(
        _ parameters: Parameters, _ version: String?
    ) throws(CRMFault) -> String? {
        guard try parameters.option("ConcurrencyBehavior") == 1 else { return nil }
        guard let version else {
            throw CRMFault(
                .concurrencyVersionNotProvided,
                "The RowVersion property must be provided when the value of ConcurrencyBehavior is "
                    + "IfVersionMatches.")
        }
        return version
    }
}

extension ErrorCode {
    /// Optimistic concurrency without a version.
    static let concurrencyVersionNotProvided = ErrorCode(0x8006_0883)
}

extension Session {
    /// Updates the record if there is one, else creates it; by identity or alternate key.
    func upsert(_ entity: Entity) throws(CRMFault) -> (EntityReference, isNew: Bool) {
        let layout = try layout(entity.logicalName)
        var id = entity.id ?? .zero
        if id == .zero, case .guid(let given)? = entity[layout.entity.primaryIdAttribute] {
            id = given
        }
        if id == .zero, !entity.keyAttributes.isEmpty {
            id = try find(entity.keyAttributes, in: layout) ?? .zero
        }
        if id != .zero, try exists(entity.logicalName, id) {
            var known = entity
            known.id = id
            try update(known)
            return (EntityReference(entity.logicalName, id), false)
        }
        return (EntityReference(entity.logicalName, try create(entity)), true)
    }

    /// The related records that Retrieve returns with the record.
    func related(
        to target: EntityReference, _ queries: RelationshipQueryCollection
    ) throws(CRMFault) -> [Entity.RelatedEntities] {
        var answer: [Entity.RelatedEntities] = []
        for element in queries.queries {
            let ids = try relatedIDs(of: target, element.relationship)
            let found = try relatedRecords(element.query, ids)
            answer.append(.init(element.relationship, found))
        }
        return answer
    }

    private func relatedIDs(
        of target: EntityReference, _ relationship: Relationship
    ) throws(CRMFault) -> [GUID] {
        switch try self.relationship(relationship.schemaName) {
        case .oneToMany(let toMany):
            if toMany.referencedEntity == target.logicalName,
                relationship.primaryEntityRole != .referencing
            {
                return try children(of: target, toMany)
            }
            let row = try stored(try layout(target.logicalName), target.id)
            guard case .reference(let parent)? = row?[toMany.referencingAttribute] else {
                return []
            }
            return [parent.id]
        case .manyToMany(let toMany):
            let layout = try layout(toMany.intersectEntity)
            let isFirst =
                toMany.entity1 == target.logicalName
                && (toMany.entity2 != target.logicalName
                    || relationship.primaryEntityRole != .referenced)
            let (own, other) =
                isFirst
                ? (toMany.attribute1, toMany.attribute2) : (toMany.attribute2, toMany.attribute1)
            var ids: [GUID] = []
            for id in try self.ids(matching: [own: layout.end(own, target)], in: layout) {
                switch try stored(layout, id)?[other] {
                case .guid(let id)?: ids.append(id)
                case .reference(let reference)?: ids.append(reference.id)
                default: break
                }
            }
            return ids
        }
    }

    /// The records of a query that are among these.
    private func relatedRecords(
        _ base: QueryBase, _ ids: [GUID]
    ) throws(CRMFault) -> EntityCollection {
        var query = try base.plain()
        guard !ids.isEmpty else { return EntityCollection(entityName: query.entity) }
        let id = try definition(query.entity).primaryIdAttribute
        query.filters.append(Query.Filter([.init(id, .in, ids.map { .guid($0) })]))
        return try self.query(query)
    }
}
