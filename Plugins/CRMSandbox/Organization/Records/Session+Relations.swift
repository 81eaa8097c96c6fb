import CRMPlugin
import PeriluneCore
import PeriluneStore

extension Session {
    /// The relationship with a schema name; throws if it does not exist.
    func relationship(_ name: String) throws(CRMFault) -> RelationshipDefinition {
        guard let relationship = schema.relationship(name) else {
            throw CRMFault(.invalidArgument, "The relationship '\(name)' does not exist.")
        }
        return relationship
    }

    /// Relates records: sets lookups, or adds rows to the table that joins.
    func relate(
        _ target: EntityReference, _ relationship: Relationship, _ others: [EntityReference]
    ) throws(CRMFault) {
        switch try self.relationship(relationship.schemaName) {
        case .oneToMany(let toMany):
            let links = try links(target, toMany, relationship.primaryEntityRole, others)
            for (child, parent) in links {
                try link(child, toMany.referencingAttribute, .reference(parent))
            }
        case .manyToMany(let toMany):
            for other in others { try join(target, other, toMany, relationship.primaryEntityRole) }
        }
    }

    /// Removes relations.
    func unrelate(
        _ target: EntityReference, _ relationship: Relationship, _ others: [EntityReference]
    ) throws(CRMFault) {
        switch try self.relationship(relationship.schemaName) {
        case .oneToMany(let toMany):
            let links = try links(target, toMany, relationship.primaryEntityRole, others)
            for (child, parent) in links {
                let name = toMany.referencingAttribute
                let row = try retrieve(child.logicalName, child.id, [name])
                guard row[name] == .reference(parent) else { continue }
                try link(child, name, .null)
            }
        case .manyToMany(let toMany):
            for other in others {
                try separate(target, other, toMany, relationship.primaryEntityRole)
            }
        }
    }

    private func link(
        _ child: EntityReference, _ attribute: String, _ value: CRMValue
    ) throws(CRMFault) {
        try update(Entity(child.logicalName, id: child.id, [attribute: value]))
    }

    /// For a 1:N relationship, the records whose lookup is set, and its value.
    private func links(
        _ target: EntityReference, _ relationship: OneToMany, _ role: Relationship.Role?,
        _ others: [EntityReference]
    ) throws(CRMFault) -> [(child: EntityReference, parent: EntityReference)] {
        let target = try resolve(target)
        guard try exists(target.logicalName, target.id) else {
            throw .noRecord(target.logicalName, target.id)
        }
        let isParent =
            relationship.referencedEntity == target.logicalName
            && (relationship.referencingEntity != target.logicalName || role != .referencing)
        if !isParent {
            guard others.count == 1 else {
                throw CRMFault(
                    .invalidArgument,
                    "Only one record can be associated through the lookup of "
                        + "'\(relationship.schemaName)'.")
            }
        }
        var links: [(EntityReference, EntityReference)] = []
        for other in others {
            let other = try resolve(other)
            let expected =
                isParent ? relationship.referencingEntity : relationship.referencedEntity
            guard other.logicalName == expected else {
                throw wrongEnd(other, relationship.schemaName)
            }
            links.append(isParent ? (other, target) : (target, other))
        }
        return links
    }

    private func wrongEnd(_ reference: EntityReference, _ relationship: String) -> CRMFault {
        CRMFault(
            .invalidArgument,
            "The record of \(reference.logicalName) does not fit the relationship "
                + "'\(relationship)'.")
    }

    /// The two ends of an N:N relationship in its own order.
    private func ends(
        _ one: EntityReference, _ other: EntityReference, _ relationship: ManyToMany,
        _ role: Relationship.Role?
    ) throws(CRMFault) -> (EntityReference, EntityReference) {
        let (one, other) = (try resolve(one), try resolve(other))
        let names = (relationship.entity1, relationship.entity2)
        if names == (one.logicalName, other.logicalName), role != .referenced || names.0 != names.1
        {
            return (one, other)
        }
        guard names == (other.logicalName, one.logicalName) else {
            throw wrongEnd(other, relationship.schemaName)
        }
        return (other, one)
    }

    private func join(
        _ one: EntityReference, _ other: EntityReference, _ relationship: ManyToMany,
        _ role: Relationship.Role?
    ) throws(CRMFault) {
        let (first, second) = try ends(one, other, relationship, role)
        for end in [first, second] where try !exists(end.logicalName, end.id) {
            throw .noRecord(end.logicalName, end.id)
        }
        let layout = try layout(relationship.intersectEntity)
        guard try joined(first, second, relationship).isEmpty else { throw .duplicate }
        var row: Row = [
            layout.entity.primaryIdAttribute: .guid(newID()),
            relationship.attribute1: layout.end(relationship.attribute1, first),
            relationship.attribute2: layout.end(relationship.attribute2, second),
        ]
        if layout.attributes["entitytype"] != nil {
            row["entitytype"] = .string(second.logicalName)
        }
        for name in ["createdon", "modifiedon"] where layout.attributes[name] != nil {
            row[name] = .date(now)
        }
        try insert(row, into: layout)
    }

    private func separate(
        _ one: EntityReference, _ other: EntityReference, _ relationship: ManyToMany,
        _ role: Relationship.Role?
    ) throws(CRMFault) {
        let (first, second) = try ends(one, other, relationship, role)
        let found = try joined(first, second, relationship)
        guard !found.isEmpty else { throw .noRecord(relationship.intersectEntity, second.id) }
        let layout = try layout(relationship.intersectEntity)
        for id in found { try remove(layout, id) }
    }

    /// The rows that join two records.
    func joined(
        _ first: EntityReference, _ second: EntityReference, _ relationship: ManyToMany
    ) throws(CRMFault) -> [GUID] {
        let layout = try layout(relationship.intersectEntity)
        return try ids(
            matching: [
                relationship.attribute1: layout.end(relationship.attribute1, first),
                relationship.attribute2: layout.end(relationship.attribute2, second),
            ], in: layout)
    }
}

extension Layout {
    /// An end of a relationship as the table that joins keeps it: a lookup or a bare identity.
    func end(_ attribute: String, _ reference: EntityReference) -> CRMValue {
        attributes[attribute]?.type == .uniqueidentifier
            ? .guid(reference.id) : .reference(reference)
    }
}
