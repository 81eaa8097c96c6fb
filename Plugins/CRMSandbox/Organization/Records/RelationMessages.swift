import CRMPlugin

/// Messages that relate records.
enum RelationMessages {
    static let all = [
        associate, disassociate, associateEntities, disassociateEntities, setRelated, removeRelated,
    ]

    static let associate = MessageHandler("Associate") { parameters, session in
        try session.relate(
            try parameters.reference("Target"), try parameters.required("Relationship"),
            try parameters.references("RelatedEntities"))
        return [:]
    }

    static let disassociate = MessageHandler("Disassociate") { parameters, session in
        try session.unrelate(
            try parameters.reference("Target"), try parameters.required("Relationship"),
            try parameters.references("RelatedEntities"))
        return [:]
    }

    static let associateEntities = MessageHandler(
        "AssociateEntities", on: .parameter("Moniker1")
    ) { parameters, session in
        try session.relate(
            try parameters.reference("Moniker1"),
            Relationship(try parameters.required("RelationshipName")),
            [try parameters.reference("Moniker2")])
        return [:]
    }

    static let disassociateEntities = MessageHandler(
        "DisassociateEntities", on: .parameter("Moniker1")
    ) { parameters, session in
        try session.unrelate(
            try parameters.reference("Moniker1"),
            Relationship(try parameters.required("RelationshipName")),
            [try parameters.reference("Moniker2")])
        return [:]
    }

    static let setRelated = MessageHandler("SetRelated", on: .none) { parameters, session in
        let (one, other, relationship) = try session.defaultRelation(parameters)
        try session.relate(one, relationship, [other])
        return [:]
    }

    static let removeRelated = MessageHandler("RemoveRelated", on: .none) { parameters, session in
        let (one, other, relationship) = try session.defaultRelation(parameters)
        try session.unrelate(one, relationship, [other])
        return [:]
    }
}

extension Session {
    /// The first two references of a deprecated message, and the N:N relationship between their tables.
    func defaultRelation(
        _ parameters: Parameters
    ) throws(CRMFault) -> (EntityReference, EntityReference, Relationship) {
        let references = try parameters.references("Target")
        guard references.count >= 2 else { throw .missingField("Target") }
        let (one, other) = (references[0], references[1])
        let name = schema.intersections(of: one.logicalName).first {
            ($0.entity1, $0.entity2) == (one.logicalName, other.logicalName)
                || ($0.entity2, $0.entity1) == (one.logicalName, other.logicalName)
        }?.schemaName
        guard let name else {
            throw CRMFault(
                .notSupported,
                "There is no relationship between \(one.logicalName) and \(other.logicalName).")
        }
        return (one, other, Relationship(name))
    }
}
