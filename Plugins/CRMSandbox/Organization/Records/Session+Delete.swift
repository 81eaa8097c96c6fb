import CRMPlugin
import PeriluneCore
import PeriluneStore

extension Session {
    /// Deletes a record, and applies its relationships to the records that refer to it.
    func deleteRow(_ target: EntityReference, expecting version: String?) throws(CRMFault) {
        guard target.id != .zero || !target.keyAttributes.isEmpty else { throw .emptyGuid }
        let target = try concrete(try resolve(target))
        let layout = try layout(target.logicalName)
        guard let before = try stored(layout, target.id) else {
            throw .noRecord(target.logicalName, target.id)
        }
        try checkVersion(before, version)
        try releaseChildren(of: target, layout.entity)
        try removeIntersections(of: target)
        // A child that was deleted first may have taken this one with it.
        try remove(layout, target.id)
        try afterDelete(before, layout, target.id)
    }

    private func releaseChildren(
        of target: EntityReference, _ definition: EntityDefinition
    ) throws(CRMFault) {
        var relationships = schema.children(of: target.logicalName)
        if definition.isActivity {
            relationships += schema.children(of: "activitypointer").filter {
                $0.referencingEntity == "activityparty"
            }
        }
        // Check restrictions first, before anything has been changed.
        for relationship in relationships where relationship.cascade.delete == .restrict {
            guard try children(of: target, relationship).isEmpty else {
                throw CRMFault(
                    .cannotDeleteDueToAssociation,
                    "The object you tried to delete is associated with another object and cannot "
                        + "be deleted. (\(relationship.schemaName))")
            }
        }
        for relationship in relationships {
            guard let child = layouts[relationship.referencingEntity],
                child.entity.logicalName != "activitypointer"
            else { continue }
            let isParty = child.entity.logicalName == "activityparty" && definition.isActivity
            switch relationship.cascade.delete {
            case .cascade, .active, .userOwned:
                for id in try children(of: target, relationship)
                where try exists(child.entity.logicalName, id) {
                    try delete(child.entity.logicalName, id)
                }
            case .none where isParty:
                for id in try children(of: target, relationship) { try remove(child, id) }
            case .removeLink:
                for id in try children(of: target, relationship) {
                    var row: Row = [relationship.referencingAttribute: .null]
                    setModified(&row, child)
                    try write(row, to: child, id)
                }
            case .none, .restrict: break
            }
        }
    }

    /// The records that point at a record through a relationship.
    func children(
        of target: EntityReference, _ relationship: OneToMany
    ) throws(CRMFault) -> [GUID] {
        guard relationship.referencingEntity != "activitypointer" else { return [] }
        return try ids(
            of: relationship.referencingEntity,
            where: [relationship.referencingAttribute: .reference(target)])
    }

    private func removeIntersections(of target: EntityReference) throws(CRMFault) {
        for relationship in schema.intersections(of: target.logicalName) {
            let layout = try layout(relationship.intersectEntity)
            if relationship.entity1 == target.logicalName {
                try removeRows(of: layout, where: relationship.attribute1, is: target)
            }
            if relationship.entity2 == target.logicalName {
                try removeRows(of: layout, where: relationship.attribute2, is: target)
            }
        }
    }

    private func removeRows(
        of layout: Layout, where attribute: String, is target: EntityReference
    ) throws(CRMFault) {
        guard let column = layout.column(attribute) else { return }
        try storing { () throws(PeriluneError) in
            try connection.run(
                "DELETE FROM \(layout.table) WHERE \(column.sql) = ?1", [.blob(target.id.bytes)])
        }
    }
}
