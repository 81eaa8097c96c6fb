import CRMPlugin

/// Functions that several business messages use.
extension Session {
    /// The state of a record that was read.
    func state(of entity: Entity) -> Int32 {
        entity["statecode", as: OptionSetValue.self]?.value ?? 0
    }

    /// The requested status, checked against the new state.
    func status(
        _ parameters: Parameters, of target: EntityReference, in state: Int32
    ) throws(CRMFault) -> Int32 {
        guard let status = try parameters.option("Status") else { throw .missingField("Status") }
        return try definition(target.logicalName).status(status, in: state, id: target.id).value
    }

    /// Creates the activity that records an end, already completed.
    @discardableResult
    func createClosing(
        _ closing: Entity, subject: String, regarding: EntityReference
    ) throws(CRMFault) -> GUID {
        var closing = closing
        closing["statecode"] = .option(1)
        closing["statuscode"] = .option(-1)
        if closing["subject"] ?? .null == .null { closing["subject"] = .string(subject) }
        if closing["actualend"] ?? .null == .null { closing["actualend"] = .date(now) }
        if closing["regardingobjectid"] ?? .null == .null,
            try layout(closing.logicalName).attributes["regardingobjectid"]?.targets
                .contains(regarding.logicalName) == true
        {
            closing["regardingobjectid"] = .reference(regarding)
        }
        return try create(closing, trusted: true)
    }

    /// A new record with the values of another, without what makes that one itself.
    func duplicate(
        _ source: Entity, without left: Set<String> = []
    ) throws(CRMFault) -> Entity {
        let layout = try layout(source.logicalName)
        var copy = Entity(source.logicalName)
        for pair in source.attributes {
            guard let attribute = layout.attributes[pair.key], attribute.isValidForCreate,
                pair.key != layout.entity.primaryIdAttribute, !left.contains(pair.key),
                !["statecode", "statuscode", "overriddencreatedon"].contains(pair.key)
            else { continue }
            copy[pair.key] = pair.value
        }
        return copy
    }

    /// All records of a query, read page by page.
    func everything(_ query: QueryBase) throws(CRMFault) -> [Entity] {
        var next = try query.plain()
        var found: [Entity] = []
        while true {
            let page = try self.query(next)
            found += page.entities
            guard page.moreRecords, next.top == nil else { return found }
            next.page.number += 1
            next.page.cookie = page.pagingCookie
        }
    }
}

extension Entity {
    /// The record that a lookup points at; `nil` for none.
    func lookup(_ name: String) -> EntityReference? { self[name, as: EntityReference.self] }
}
