extension Schema {
    /// The table of this logical name, or the fault that CRM answers.
    public func require(entity logicalName: String) throws(CRMFault) -> EntityDefinition {
        if let entity = entity(logicalName) { return entity }
        throw .noEntity(logicalName, in: self)
    }
}

extension EntityDefinition {
    /// The column of this logical name, or the fault that CRM answers.
    public func require(attribute name: String) throws(CRMFault) -> AttributeDefinition {
        if let found = attribute(name) { return found }
        throw .noAttribute(name, in: self)
    }
}
