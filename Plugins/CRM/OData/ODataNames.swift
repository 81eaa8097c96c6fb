/// The names of the properties of a table in a version of OData.
package struct ODataNames: Sendable {
    /// The tables and relationships that names are looked up in.
    package let schema: Schema
    /// Version 2 uses schema names, version 4 logical names.
    package let version: ODataVersion

    package init(_ schema: Schema, _ version: ODataVersion) {
        self.schema = schema
        self.version = version
    }

    /// The target of a navigation property.
    package enum Navigation: Sendable, Hashable {
        /// The record that a lookup points at.
        case single(OneToMany)
        /// The records whose lookup points here.
        case children(OneToMany)
        /// The records at the other end of an intersection; whether this is the first end.
        case many(ManyToMany, isFirst: Bool)

        /// The table at the other end.
        package var target: String {
            switch self {
            case .single(let relationship): relationship.referencedEntity
            case .children(let relationship): relationship.referencingEntity
            case .many(let relationship, let isFirst):
                isFirst ? relationship.entity2 : relationship.entity1
            }
        }

        /// Whether it leads to one record at most.
        package var isSingle: Bool {
            if case .single = self { true } else { false }
        }

        /// The relationship, with the role if it is stated.
        package var relationship: Relationship {
            switch self {
            case .single(let relationship):
                Relationship(
                    relationship.schemaName, role: relationship.isReflexive ? .referencing : nil)
            case .children(let relationship):
                Relationship(
                    relationship.schemaName, role: relationship.isReflexive ? .referenced : nil)
            case .many(let relationship, _): Relationship(relationship.schemaName)
            }
        }
    }

    /// The column of a property.
    package func attribute(_ property: String, of entity: EntityDefinition) -> AttributeDefinition?
    {
        if version == .v2 { return entity.attribute(schemaName: property) }
        if property.hasPrefix("_"), property.hasSuffix("_value"),
            let lookup = entity.attribute(String(property.dropFirst().dropLast(6))),
            lookup.type.isReference
        {
            return lookup
        }
        guard let attribute = entity.attribute(property), !attribute.type.isReference else {
            return nil
        }
        return attribute
    }

    /// The property of a column.
    package func property(of attribute: AttributeDefinition) -> String {
        switch version {
        case .v2: attribute.schemaName
        case .v4 where attribute.type.isReference: "_\(attribute.logicalName)_value"
        case .v4: attribute.logicalName
        }
    }

    /// The target of a navigation property.
    package func navigation(_ property: String, of entity: EntityDefinition) -> Navigation? {
        let name = entity.logicalName
        let lookup = schema.lookups(of: name).first { self.property(of: $0) == property }
        if let lookup { return .single(lookup) }
        let children = schema.children(of: name).first { collection(of: $0) == property }
        if let children { return .children(children) }
        guard case .manyToMany(let relationship) = schema.relationship(property),
            relationship.entity1 == name || relationship.entity2 == name
        else { return nil }
        return .many(relationship, isFirst: relationship.entity1 == name)
    }

    /// The single-valued property of a lookup's relationship.
    package func property(of relationship: OneToMany) -> String {
        guard version == .v2 else { return relationship.lookupProperty }
        return (relationship.isReflexive ? "Referencing" : "") + relationship.schemaName
    }

    /// The collection at the other end of a lookup's relationship.
    package func collection(of relationship: OneToMany) -> String {
        guard version == .v2 else { return relationship.schemaName }
        return (relationship.isReflexive ? "Referenced" : "") + relationship.schemaName
    }
}

extension OneToMany {
    /// Whether a table is related to itself, so that the name alone does not determine the end.
    package var isReflexive: Bool { referencedEntity == referencingEntity }
}
