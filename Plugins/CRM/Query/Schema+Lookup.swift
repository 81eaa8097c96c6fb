extension Schema {
    /// The table with a logical name; throws the fault of CRM if it does not exist.
    public func require(entity logicalName: String) throws(CRMFault) -> EntityDefinition {
        if let entity = entity(logicalName) { return entity }
        throw .noEntity(logicalName, in: self)
    }
}

extension EntityDefinition {
    /// The column with a logical name; throws the fault of CRM if it does not exist.
    public func require(attribute name: String) throws(CRMFault) -> AttributeDefinition {
        if let found = attribute(name) { return found }
        throw .noAttribute(name, in: self)
    }
}
