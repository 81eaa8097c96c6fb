import CRMPlugin
import PeriluneXML

/// The parts of metadata; the prefix `m` is that of its namespace.
extension XMLWriter {
    /// Writes an element; `nil` is written as null, not left out.
    mutating func m(_ name: String, _ text: String?) {
        begin(name, prefix: "m")
        if let text { self.text(text) } else { attribute("nil", prefix: "i", "true") }
        end()
    }

    mutating func m(_ name: String, _ flag: Bool) { m(name, flag ? "true" : "false") }

    /// An element with others inside.
    mutating func m(_ name: String, _ content: (inout XMLWriter) -> Void) {
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
        m(name) { writer in
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
            writer.m("Value", String(option.value))
            if let state = option.state { writer.m("State", String(state)) }
        }
        m("OptionSet") { writer in
            writer.m("MetadataId", DefinitionWriter.id("optionset", name).description)
            writer.m("IsGlobal", false)
            writer.m("Name", name)
            writer.m("OptionSetType", isBoolean ? "Boolean" : attribute.type.enumeration)
            if isBoolean {
                for (name, value) in [("FalseOption", Int32(0)), ("TrueOption", 1)] {
                    guard let option = attribute.options.first(where: { $0.value == value }) else {
                        continue
                    }
                    writer.m(name) { content(&$0, option) }
                }
                return
            }
            writer.m("Options") { writer in
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
        m("OneToManyRelationshipMetadata") { writer in
            writer.relationship(lookup.schemaName, "OneToManyRelationship")
            writer.m("CascadeConfiguration") { writer in
                writer.m("Assign", lookup.cascade.assign.rawValue)
                writer.m("Delete", lookup.cascade.delete.rawValue)
                writer.m("Merge", lookup.cascade.merge.rawValue)
                writer.m("Reparent", lookup.cascade.reparent.rawValue)
            }
            writer.m(
                "ReferencedAttribute", schema.entity(lookup.referencedEntity)?.primaryIdAttribute)
            writer.m("ReferencedEntity", lookup.referencedEntity)
            writer.m("ReferencingAttribute", lookup.referencingAttribute)
            writer.m("ReferencingEntity", lookup.referencingEntity)
        }
    }

    mutating func join(_ join: ManyToMany) {
        m("ManyToManyRelationshipMetadata") { writer in
            writer.relationship(join.schemaName, "ManyToManyRelationship")
            writer.m("Entity1IntersectAttribute", join.attribute1)
            writer.m("Entity1LogicalName", join.entity1)
            writer.m("Entity2IntersectAttribute", join.attribute2)
            writer.m("Entity2LogicalName", join.entity2)
            writer.m("IntersectEntityName", join.intersectEntity)
        }
    }

    private mutating func relationship(_ name: String, _ type: String) {
        m("MetadataId", DefinitionWriter.id("relationship", name).description)
        m("RelationshipType", type)
        m("SchemaName", name)
    }
}
