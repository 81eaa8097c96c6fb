import CRMPlugin

/// Two records that become one.
struct RecordMerge {
    let master: Entity
    let other: Entity
    let kind: MergeMessages.Kind
    let session: Session

    private var masterReference: EntityReference {
        EntityReference(master.logicalName, master.id ?? .zero)
    }
    private var otherReference: EntityReference {
        EntityReference(other.logicalName, other.id ?? .zero)
    }

    /// Throws a fault if the two cannot be merged.
    func check(parents: Bool) throws(CRMFault) {
        guard session.state(of: master) == 0, session.state(of: other) == 0 else {
            throw CRMFault(
                .mergeInactive, "Merge cannot be performed on entity that is inactive.")
        }
        if try hasActiveQuote() {
            throw CRMFault(
                .mergeActiveQuote,
                "Merge cannot be performed on sub-entity that has active quote.")
        }
        if try isInside() {
            throw CRMFault(.mergeCycle, "Merge could create cyclical parenting.")
        }
        guard !parents || master.lookup(kind.parent) == other.lookup(kind.parent) else {
            throw CRMFault(
                .mergeDifferentParents,
                "Merge warning: sub-entity will be differently parented.")
        }
    }

    private func hasActiveQuote() throws(CRMFault) -> Bool {
        guard ["account", "contact"].contains(other.logicalName) else { return false }
        return try !session.ids(
            of: "quote",
            where: ["customerid": .reference(otherReference), "statecode": .option(1)]
        ).isEmpty
    }

    /// Whether the master is somewhere below the record that goes into it.
    private func isInside() throws(CRMFault) -> Bool {
        var seen: Set<EntityReference> = [masterReference]
        var next = master.lookup(kind.parent)
        while let parent = next, parent.logicalName == master.logicalName,
            seen.insert(parent).inserted
        {
            if parent == otherReference { return true }
            next = try session.retrieve(parent.logicalName, parent.id, [kind.parent])
                .lookup(kind.parent)
        }
        return false
    }

    /// Updates the master; attributes without a value stay as they are.
    func update(with content: Entity) throws(CRMFault) {
        var changes = Entity(master.logicalName, id: master.id)
        let key = try session.definition(master.logicalName).primaryIdAttribute
        for pair in content.attributes where pair.value != .null && pair.key != key {
            changes[pair.key] = pair.value
        }
        if !changes.attributes.isEmpty { try session.update(changes) }
    }

    /// Moves the children of the other record to the master.
    func moveChildren() throws(CRMFault) {
        for relationship in session.schema.children(of: other.logicalName)
        where relationship.cascade.merge == .cascade {
            for id in try session.children(of: otherReference, relationship) {
                let child = EntityReference(relationship.referencingEntity, id)
                guard child != masterReference else { continue }
                try session.set(
                    child, [relationship.referencingAttribute: .reference(masterReference)])
            }
        }
    }

    /// The other one stays, inactive, and points at the master.
    func retire() throws(CRMFault) {
        try session.set(
            otherReference, ["merged": true, "masterid": .reference(masterReference)])
        try session.setState(otherReference, kind.state, kind.status)
    }
}
