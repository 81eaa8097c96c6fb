import CRMPlugin
import PeriluneJSON

/// Tables, columns and relationships as the records of CRM's metadata.
enum DefinitionWriter {
    /// The identity of a definition: the same for the same name, in every sandbox.
    static func id(_ kind: String, _ name: String) -> GUID {
        var halves: (UInt64, UInt64) = (0xCBF2_9CE4_8422_2325, 0x8422_2325_CBF2_9CE4)
        for byte in "\(kind)/\(name)".utf8 {
            halves.0 = (halves.0 ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
            halves.1 = (halves.1 ^ UInt64(byte) ^ 0x5A) &* 0x0000_0100_0000_01B3
        }
        return GUID(high: halves.0, low: halves.1).marked(version: 8)
    }

    /// The parts of a table, which are long and returned only on request.
    static let parts: Set = [
        "Attributes", "Keys", "OneToManyRelationships", "ManyToOneRelationships",
        "ManyToManyRelationships",
    ]

    static func entity(
        _ entity: EntityDefinition, in schema: Schema, with parts: Set<String>
    ) -> JSONTree {
        let name = entity.logicalName
        var members: [JSONTree.Member] = [
            .init("MetadataId", .string(id("entity", name).description)),
            .init("LogicalName", .string(name)),
            .init("SchemaName", .string(entity.schemaName)),
            .init("EntitySetName", .string(entity.entitySetName)),
            .init("LogicalCollectionName", .string(entity.entitySetName)),
            .init("CollectionSchemaName", .string(entity.schemaName + "s")),
            .init("ObjectTypeCode", .number(String(entity.objectTypeCode))),
            .init("PrimaryIdAttribute", .string(entity.primaryIdAttribute)),
            .init("PrimaryNameAttribute", entity.primaryNameAttribute.map { .string($0) } ?? .null),
            .init("OwnershipType", .string(entity.ownership.rawValue)),
            .init("IsActivity", .bool(entity.isActivity)),
            .init("IsIntersect", .bool(entity.isIntersect)),
            .init("IsPrivate", .bool(false)),
            .init("IsCustomEntity", .bool(false)),
            .init("IsManaged", .bool(true)),
            .init("TableType", .string("Standard")),
            .init("DisplayName", label(entity.displayName)),
            .init("DisplayCollectionName", label(entity.displayName + "s")),
            .init("Description", label("")),
        ]
        for part in parts.sorted() {
            let elements: [JSONTree] =
                switch part {
                case "Attributes": entity.attributes.map { attribute($0, of: entity) }
                case "Keys": entity.keys.map { key($0, of: entity) }
                case "OneToManyRelationships":
                    schema.children(of: name).map { relationship(.oneToMany($0), in: schema) }
                case "ManyToOneRelationships":
                    schema.lookups(of: name).map { relationship(.oneToMany($0), in: schema) }
                case "ManyToManyRelationships":
                    schema.intersections(of: name).map { relationship(.manyToMany($0), in: schema) }
                default: []
                }
            members.append(.init(part, .array(elements)))
        }
        return .object(members)
    }

    static func attribute(_ attribute: AttributeDefinition, of entity: EntityDefinition) -> JSONTree
    {
        let (type, typeName) = attribute.type.metadata
        var members: [JSONTree.Member] = [
            .init("@odata.type", .string("#Microsoft.Dynamics.CRM.\(type)AttributeMetadata")),
            .init(
                "MetadataId",
                .string(
                    id("attribute", "\(entity.logicalName)/\(attribute.logicalName)").description)),
            .init("LogicalName", .string(attribute.logicalName)),
            .init("SchemaName", .string(attribute.schemaName)),
            .init("EntityLogicalName", .string(entity.logicalName)),
            .init("AttributeType", .string(attribute.type.enumeration)),
            .init("AttributeTypeName", .object([.init("Value", .string(typeName))])),
            .init("DisplayName", label(attribute.displayName)),
            .init("Description", label("")),
            .init("IsValidForCreate", .bool(attribute.isValidForCreate)),
            .init("IsValidForUpdate", .bool(attribute.isValidForUpdate)),
            .init("IsValidForRead", .bool(attribute.isValidForRead)),
            .init("IsValidODataAttribute", .bool(attribute.type != .partyList)),
            .init("IsCustomAttribute", .bool(false)),
            .init("IsPrimaryId", .bool(attribute.logicalName == entity.primaryIdAttribute)),
            .init("IsPrimaryName", .bool(attribute.logicalName == entity.primaryNameAttribute)),
            .init("AttributeOf", .null),
            .init("IsLogical", .bool(false)),
            .init(
                "RequiredLevel",
                .object([
                    .init(
                        "Value",
                        .string(attribute.isRequired ? "ApplicationRequired" : "None")),
                    .init("CanBeChanged", .bool(false)),
                ])),
        ]
        if !attribute.targets.isEmpty {
            members.append(.init("Targets", .array(attribute.targets.map { .string($0) })))
        }
        if let length = attribute.maxLength {
            members.append(.init("MaxLength", .number(String(length))))
        }
        if let precision = attribute.precision {
            members.append(.init("Precision", .number(String(precision))))
        }
        if let minimum = attribute.minimum {
            members.append(.init("MinValue", number(minimum, attribute.type)))
        }
        if let maximum = attribute.maximum {
            members.append(.init("MaxValue", number(maximum, attribute.type)))
        }
        if !attribute.options.isEmpty {
            members.append(.init("OptionSet", optionSet(attribute, of: entity)))
        }
        return .object(members)
    }

    private static func number(_ value: Double, _ type: AttributeType) -> JSONTree {
        if type == .integer || type == .bigInt, let whole = Int64(exactly: value) {
            return .number(String(whole))
        }
        return .number(value.description)
    }

    private static func optionSet(
        _ attribute: AttributeDefinition, of entity: EntityDefinition
    ) -> JSONTree {
        func option(_ option: AttributeDefinition.Option) -> JSONTree {
            var members: [JSONTree.Member] = [
                .init("Value", .number(String(option.value))),
                .init("Label", label(option.label)),
            ]
            if let state = option.state { members.append(.init("State", .number(String(state)))) }
            return .object(members)
        }
        let name = "\(entity.logicalName)_\(attribute.logicalName)"
        var members: [JSONTree.Member] = [
            .init("MetadataId", .string(id("optionset", name).description)),
            .init("Name", .string(name)),
            .init("IsGlobal", .bool(false)),
        ]
        if attribute.type == .boolean {
            for (key, value) in [("TrueOption", Int32(1)), ("FalseOption", 0)] {
                if let found = attribute.options.first(where: { $0.value == value }) {
                    members.append(.init(key, option(found)))
                }
            }
        } else {
            members.append(.init("Options", .array(attribute.options.map(option))))
        }
        return .object(members)
    }

    private static func key(
        _ key: EntityDefinition.Key, of entity: EntityDefinition
    ) -> JSONTree {
        .object([
            .init(
                "MetadataId", .string(id("key", "\(entity.logicalName)/\(key.name)").description)),
            .init("LogicalName", .string(key.name.lowercased())),
            .init("SchemaName", .string(key.name)),
            .init("EntityLogicalName", .string(entity.logicalName)),
            .init("DisplayName", label(key.name)),
            .init("KeyAttributes", .array(key.attributes.map { .string($0) })),
            .init("EntityKeyIndexStatus", .string("Active")),
        ])
    }

    /// A label in the one language of the sandbox.
    static func label(_ text: String) -> JSONTree {
        let label = JSONTree.object([
            .init("Label", .string(text)), .init("LanguageCode", .number("1033")),
        ])
        return .object([
            .init("LocalizedLabels", .array([label])), .init("UserLocalizedLabel", label),
        ])
    }
}
