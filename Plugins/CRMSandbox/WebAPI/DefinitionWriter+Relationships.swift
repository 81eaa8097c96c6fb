import CRMPlugin
import PeriluneJSON

extension DefinitionWriter {
    static func relationship(_ relationship: RelationshipDefinition, in schema: Schema) -> JSONTree
    {
        let names = ODataNames(schema, .v4)
        switch relationship {
        case .oneToMany(let lookup):
            return .object(
                head(lookup.schemaName, "OneToManyRelationship") + [
                    .init("ReferencedEntity", .string(lookup.referencedEntity)),
                    .init(
                        "ReferencedAttribute",
                        .string(
                            schema.entity(lookup.referencedEntity)?.primaryIdAttribute ?? "")),
                    .init("ReferencingEntity", .string(lookup.referencingEntity)),
                    .init("ReferencingAttribute", .string(lookup.referencingAttribute)),
                    .init(
                        "ReferencingEntityNavigationPropertyName",
                        .string(names.property(of: lookup))),
                    .init(
                        "ReferencedEntityNavigationPropertyName",
                        .string(names.collection(of: lookup))),
                    .init("CascadeConfiguration", cascade(lookup.cascade)),
                ])
        case .manyToMany(let join):
            return .object(
                head(join.schemaName, "ManyToManyRelationship") + [
                    .init("IntersectEntityName", .string(join.intersectEntity)),
                    .init("Entity1LogicalName", .string(join.entity1)),
                    .init("Entity1IntersectAttribute", .string(join.attribute1)),
                    .init("Entity1NavigationPropertyName", .string(join.schemaName)),
                    .init("Entity2LogicalName", .string(join.entity2)),
                    .init("Entity2IntersectAttribute", .string(join.attribute2)),
                    .init("Entity2NavigationPropertyName", .string(join.schemaName)),
                ])
        }
    }

    private static func head(_ name: String, _ type: String) -> [JSONTree.Member] {
        [
            .init("@odata.type", .string("#Microsoft.Dynamics.CRM.\(type)Metadata")),
            .init("MetadataId", .string(id("relationship", name).description)),
            .init("SchemaName", .string(name)),
            .init("RelationshipType", .string(type)),
            .init("IsCustomRelationship", .bool(false)),
        ]
    }

    private static func cascade(_ cascade: Cascade) -> JSONTree {
        .object([
            .init("Assign", .string(cascade.assign.rawValue)),
            .init("Delete", .string(cascade.delete.rawValue)),
            .init("Merge", .string(cascade.merge.rawValue)),
            .init("Reparent", .string(cascade.reparent.rawValue)),
        ])
    }
}

extension AttributeType {
    /// The metadata type of a column, and the value of `AttributeTypeName`.
    var metadata: (type: String, name: String) {
        switch self {
        case .customer: ("Lookup", "CustomerType")
        case .lookup: ("Lookup", "LookupType")
        case .owner: ("Lookup", "OwnerType")
        case .partyList: ("Lookup", "PartyListType")
        case .uniqueidentifier: ("UniqueIdentifier", "UniqueidentifierType")
        case .virtual: ("", "VirtualType")
        default: (rawValue, rawValue + "Type")
        }
    }

    /// `AttributeType`: kinds newer than the enumeration are virtual.
    var enumeration: String {
        self == .multiSelectPicklist || self == .image ? Self.virtual.rawValue : rawValue
    }
}

extension MessageDescription.FieldDescription {
    /// A parameter with a reference that the description of the message does not declare.
    static func reference(_ key: String) -> Self {
        MessageDescription.FieldDescription(key: key, kind: .entityReference)
    }
}
