extension Schema {
    /// The table of this logical name, or the fault that CRM answers.
    public func require(entity logicalName: String) throws(CRMFault) -> EntityDefinition {
        guard let entity = entity(logicalName) else {
            throw CRMFault(
                .queryNoEntity,
                "The entity with a name = '\(logicalName)' with namemapping = 'Logical' was not found in the MetadataCache."
            )
        }
        return entity
    }
}

extension EntityDefinition {
    /// The column of this logical name, or the fault that CRM answers.
    public func require(attribute name: String) throws(CRMFault) -> AttributeDefinition {
        guard let found = attribute(name) else {
            let other = attributes.first { $0.logicalName == name.lowercased() }
            throw CRMFault(
                .queryNoAttribute,
                "'\(schemaName)' entity doesn't contain attribute with Name = '\(name)' and NameMapping = 'Logical'"
                    + (other.map { ". Names are case sensitive: write '\($0.logicalName)'" } ?? "")
            )
        }
        return found
    }
}
