import CRMPlugin
import PeriluneXML

/// Writes a table as the EntityMetadata of SOAP, which differs from values of records.
///
/// The members are in the order of the data contract: those of base classes first, alphabetical in each class.
/// Members that the sandbox does not know are omitted.
struct EntityMetadataWriter {
    let entity: EntityDefinition
    let schema: Schema
    let filters: EntityFilters

    private static let namespace = "http://schemas.microsoft.com/xrm/2011/Metadata"

    /// Writes the content of a result's element.
    func write(to writer: inout XMLWriter) {
        writer.begin("value", prefix: "b")
        writer.attribute("type", prefix: "i", "m:EntityMetadata")
        writer.namespace("m", Self.namespace)
        writer.metadataElement(
            "MetadataId", DefinitionWriter.id("entity", entity.logicalName).description)
        if filters.contains(.attributes) {
            writer.metadataElement("Attributes") { writer in
                for attribute in entity.attributes { write(attribute, to: &writer) }
            }
        }
        writer.label("DisplayName", entity.displayName)
        writer.metadataElement("EntitySetName", entity.entitySetName)
        writer.metadataElement("IsActivity", entity.isActivity)
        writer.metadataElement("IsIntersect", entity.isIntersect)
        writer.metadataElement("LogicalName", entity.logicalName)
        if filters.contains(.relationships) {
            relationships("ManyToManyRelationships", to: &writer) { writer in
                for join in schema.intersections(of: entity.logicalName) { writer.join(join) }
            }
            relationships("ManyToOneRelationships", to: &writer) { writer in
                for lookup in schema.lookups(of: entity.logicalName) {
                    writer.lookup(lookup, in: schema)
                }
            }
        }
        writer.metadataElement("ObjectTypeCode", String(entity.objectTypeCode))
        if filters.contains(.relationships) {
            relationships("OneToManyRelationships", to: &writer) { writer in
                for lookup in schema.children(of: entity.logicalName) {
                    writer.lookup(lookup, in: schema)
                }
            }
        }
        writer.metadataElement("OwnershipType", entity.ownership.rawValue)
        writer.metadataElement("PrimaryIdAttribute", entity.primaryIdAttribute)
        writer.metadataElement("PrimaryNameAttribute", entity.primaryNameAttribute)
        writer.metadataElement("SchemaName", entity.schemaName)
        writer.end()
    }

    private func relationships(
        _ name: String, to writer: inout XMLWriter, _ content: (inout XMLWriter) -> Void
    ) {
        writer.metadataElement(name, content)
    }

    private func write(_ attribute: AttributeDefinition, to writer: inout XMLWriter) {
        let name = attribute.logicalName
        writer.begin("AttributeMetadata", prefix: "m")
        writer.attribute("type", prefix: "i", "m:\(attribute.type.metadata.type)AttributeMetadata")
        writer.metadataElement(
            "MetadataId",
            DefinitionWriter.id("attribute", "\(entity.logicalName)/\(name)").description)
        writer.metadataElement("AttributeType", attribute.type.enumeration)
        writer.label("DisplayName", attribute.displayName)
        writer.metadataElement("EntityLogicalName", entity.logicalName)
        writer.metadataElement("IsPrimaryId", name == entity.primaryIdAttribute)
        writer.metadataElement("IsPrimaryName", name == entity.primaryNameAttribute)
        writer.metadataElement("IsValidForCreate", attribute.isValidForCreate)
        writer.metadataElement("IsValidForRead", attribute.isValidForRead)
        writer.metadataElement("IsValidForUpdate", attribute.isValidForUpdate)
        writer.metadataElement("LogicalName", name)
        writer.metadataElement("RequiredLevel") { writer in
            writer.element("CanBeChanged", prefix: "a", "false")
            writer.element(
                "Value", prefix: "a", attribute.isRequired ? "ApplicationRequired" : "None")
        }
        writer.metadataElement("SchemaName", attribute.schemaName)
        if let length = attribute.maxLength { writer.metadataElement("MaxLength", String(length)) }
        if !attribute.options.isEmpty { writer.optionSet(attribute, of: entity) }
        if !attribute.targets.isEmpty {
            writer.metadataElement("Targets") { writer in
                for target in attribute.targets { writer.element("string", prefix: "f", target) }
            }
        }
        writer.end()
    }
}

/// The requested parts of a table's metadata.
struct EntityFilters: OptionSet {
    let rawValue: Int

    static let attributes = EntityFilters(rawValue: 2)
    static let relationships = EntityFilters(rawValue: 8)

    init(rawValue: Int) { self.rawValue = rawValue }

    /// Reads `Entity Attributes`, the names of flags with spaces between.
    init(_ names: String) throws(CRMFault) {
        self = []
        for name in names.split(separator: " ") {
            switch name {
            case "Attributes": insert(.attributes)
            case "Relationships": insert(.relationships)
            case "All": formUnion([.attributes, .relationships])
            case "Entity", "Default", "Privileges": break
            default:
                throw CRMFault(
                    .invalidArgument, "'\(name.prefix(40))' is not a valid value of EntityFilters.")
            }
        }
    }
}
