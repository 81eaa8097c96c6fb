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
        writer.m("MetadataId", DefinitionWriter.id("entity", entity.logicalName).description)
        if filters.contains(.attributes) {
            writer.m("Attributes") { writer in
                for attribute in entity.attributes { write(attribute, to: &writer) }
            }
        }
        writer.label("DisplayName", entity.displayName)
        writer.m("EntitySetName", entity.entitySetName)
        writer.m("IsActivity", entity.isActivity)
        writer.m("IsIntersect", entity.isIntersect)
        writer.m("LogicalName", entity.logicalName)
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
        writer.m("ObjectTypeCode", String(entity.objectTypeCode))
        if filters.contains(.relationships) {
            relationships("OneToManyRelationships", to: &writer) { writer in
                for lookup in schema.children(of: entity.logicalName) {
                    writer.lookup(lookup, in: schema)
                }
            }
        }
        writer.m("OwnershipType", entity.ownership.rawValue)
        writer.m("PrimaryIdAttribute", entity.primaryIdAttribute)
        writer.m("PrimaryNameAttribute", entity.primaryNameAttribute)
        writer.m("SchemaName", entity.schemaName)
        writer.end()
    }

    private func relationships(
        _ name: String, to writer: inout XMLWriter, _ content: (inout XMLWriter) -> Void
    ) {
        writer.m(name, content)
    }

    private func write(_ attribute: AttributeDefinition, to writer: inout XMLWriter) {
        let name = attribute.logicalName
        writer.begin("AttributeMetadata", prefix: "m")
        writer.attribute("type", prefix: "i", "m:\(attribute.type.metadata.type)AttributeMetadata")
        writer.m(
            "MetadataId",
            DefinitionWriter.id("attribute", "\(entity.logicalName)/\(name)").description)
        writer.m("AttributeType", attribute.type.enumeration)
        writer.label("DisplayName", attribute.displayName)
        writer.m("EntityLogicalName", entity.logicalName)
        writer.m("IsPrimaryId", name == entity.primaryIdAttribute)
        writer.m("IsPrimaryName", name == entity.primaryNameAttribute)
        writer.m("IsValidForCreate", attribute.isValidForCreate)
        writer.m("IsValidForRead", attribute.isValidForRead)
        writer.m("IsValidForUpdate", attribute.isValidForUpdate)
        writer.m("LogicalName", name)
        writer.m("RequiredLevel") { writer in
            writer.element("CanBeChanged", prefix: "a", "false")
            writer.element(
                "Value", prefix: "a", attribute.isRequired ? "ApplicationRequired" : "None")
        }
        writer.m("SchemaName", attribute.schemaName)
        if let length = attribute.maxLength { writer.m("MaxLength", String(length)) }
        if !attribute.options.isEmpty { writer.optionSet(attribute, of: entity) }
        if !attribute.targets.isEmpty {
            writer.m("Targets") { writer in
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
