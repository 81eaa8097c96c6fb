import CRMPlugin
import PeriluneXML

/// The parts of metadata; the prefix `m` is that of its namespace.
extension XMLWriter {
    /// Writes an element; `nil` is written as null, not left out.
    mutating func metadataElement(_ name: String, _ text: String?) {
        begin(name, prefix: "m")
        if let text { self.text(text) } else { attribute("nil", prefix: "i", "true") }
        end()
    }

    mutating func metadataElement(_ name: String, _ flag: Bool) {
        metadataElement(name, flag ? "true" : "false")
    }

    /// An element with others inside.
    mutating func metadataElement(_ name: String, _ content: (inout XMLWriter) -> Void) {
        begin(name, prefix: "m")
        content(&self)
        end()
    }

    /// A label in the one language of the sandbox.
    mutating func label(_ name: String, _ text: String) {
        func localized(_ writer: inout XMLWriter, _ name: String) {
            writer.begin(name, prefix: "a")
            writer.element("Label", prefix: "a", text)
            writer.element("LanguageCode", prefix: "a", "1033")
            writer.end()
        }
        metadataElement(name) { writer in
            writer.begin("LocalizedLabels", prefix: "a")
            localized(&writer, "LocalizedLabel")
            writer.end()
            localized(&writer, "UserLocalizedLabel")
        }
    }

    /// The choices of a column.
    mutating func optionSet(_ attribute: AttributeDefinition, of entity: EntityDefinition) {
        let name = "\(entity.logicalName)_\(attribute.logicalName)"
        let isBoolean = attribute.type == .boolean
        func content(_ writer: inout XMLWriter, _ option: AttributeDefinition.Option) {
            writer.label("Label", option.label)
            writer.metadataElement("Value", String(option.value))
            if let state = option.state { writer.metadataElement("State", String(state)) }
        }
        metadataElement("OptionSet") { writer in
            writer.metadataElement("MetadataId", DefinitionWriter.id("optionset", name).description)
            writer.metadataElement("IsGlobal", false)
            writer.metadataElement("Name", name)
            writer.metadataElement(
                "OptionSetType", isBoolean ? "Boolean" : attribute.type.enumeration)
            if isBoolean {
                for (name, value) in [("FalseOption", Int32(0)), ("TrueOption", 1)] {
                    guard let option = attribute.options.first(where: { $0.value == value }) else {
                        continue
                    }
                    writer.metadataElement(name) { content(&$0, option) }
                }
                return
            }
            writer.metadataElement("Options") { writer in
                for option in attribute.options {
                    writer.begin("OptionMetadata", prefix: "m")
                    if option.state != nil {
                        writer.attribute("type", prefix: "i", "m:StatusOptionMetadata")
                    }
                    content(&writer, option)
                    writer.end()
                }
            }
        }
    }

    mutating func lookup(_ lookup: OneToMany, in schema: Schema) {
        metadataElement("OneToManyRelationshipMetadata") { writer in
            writer.relationship(lookup.schemaName, "OneToManyRelationship")
            writer.metadataElement("CascadeConfiguration") { writer in
                writer.metadataElement("Assign", lookup.cascade.assign.rawValue)
                writer.metadataElement("Delete", lookup.cascade.delete.rawValue)
                writer.metadataElement("Merge", lookup.cascade.merge.rawValue)
                writer.metadataElement("Reparent", lookup.cascade.reparent.rawValue)
            }
            writer.metadataElement(
                "ReferencedAttribute", schema.entity(lookup.referencedEntity)?.primaryIdAttribute)
            writer.metadataElement("ReferencedEntity", lookup.referencedEntity)
            writer.metadataElement("ReferencingAttribute", lookup.referencingAttribute)
            writer.metadataElement("ReferencingEntity", lookup.referencingEntity)
        }
    }

    mutating func join(_ join: ManyToMany) {
        metadataElement("ManyToManyRelationshipMetadata") { writer in
            writer.relationship(join.schemaName, "ManyToManyRelationship")
            writer.metadataElement("Entity1IntersectAttribute", join.attribute1)
            writer.metadataElement("Entity1LogicalName", join.entity1)
            writer.metadataElement("Entity2IntersectAttribute", join.attribute2)
            writer.metadataElement("Entity2LogicalName", join.entity2)
            writer.metadataElement("IntersectEntityName", join.intersectEntity)
        }
    }

    private mutating func relationship(_ name: String, _ type: String) {
        metadataElement("MetadataId", DefinitionWriter.id("relationship", name).description)
        metadataElement("RelationshipType", type)
        metadataElement("SchemaName", name)
    }
}
