import CRMPlugin

extension Session {
    /// Assigns a record to another owner, along with the related records to which the assignment cascades.
    func changeOwner(
        _ target: EntityReference, to owner: EntityReference
    ) throws(CRMFault) {
        let target = try concrete(try resolve(target))
        let owner = try resolve(owner)
        let layout = try layout(target.logicalName)
        guard layout.entity.ownership == .user else {
            throw .unsupported(target.logicalName, by: "Assign")
        }
        guard let before = try stored(layout, target.id) else {
            throw .noRecord(target.logicalName, target.id)
        }
        var seen: Set<EntityReference> = []
        try assignOwner(target, before, layout, to: owner, from: nil, &seen)
    }

    private func assignOwner(
        _ target: EntityReference, _ before: Row, _ layout: Layout, to owner: EntityReference,
        from formerOwner: CRMValue?, _ seen: inout Set<EntityReference>
    ) throws(CRMFault) {
        // Stop at records that were visited: parents may form a cycle.
        guard seen.insert(target).inserted else { return }
        var row = try ownerColumns(for: owner)
        row["ownerid"] = .reference(EntityReference(owner.logicalName, owner.id))
        setModified(&row, layout)
        try write(row, to: layout, target.id)
        for relationship in schema.children(of: target.logicalName) {
            let action = relationship.cascade.assign
            guard [.cascade, .active, .userOwned].contains(action),
                let child = layouts[relationship.referencingEntity],
                child.entity.ownership == .user
            else { continue }
            for id in try children(of: target, relationship) {
                guard let row = try stored(child, id) else { continue }
                if action == .active, row["statecode"] != .option(0) { continue }
                if action == .userOwned, row["ownerid"] != before["ownerid"] { continue }
                let next = EntityReference(child.entity.logicalName, id)
                try assignOwner(next, row, child, to: owner, from: before["ownerid"], &seen)
            }
        }
    }

    /// The columns that follow from an owner: the user or team, and the business unit.
    func ownerColumns(for owner: EntityReference) throws(CRMFault) -> Row {
        guard owner.logicalName == "systemuser" || owner.logicalName == "team" else {
            throw CRMFault(
                .invalidArgument, "A record of \(owner.logicalName) cannot own records.")
        }
        guard let row = try stored(try layout(owner.logicalName), owner.id) else {
            throw .noRecord(owner.logicalName, owner.id)
        }
        let isUser = owner.logicalName == "systemuser"
        return [
            "owninguser": isUser ? .reference(owner) : .null,
            "owningteam": isUser ? .null : .reference(owner),
            "owningbusinessunit": row["businessunitid"] ?? .null,
        ]
    }
}
