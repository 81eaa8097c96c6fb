package import PeriluneCore

/// The tables of an organization and how they are related.
public struct Schema: Sendable {
    /// In order of their logical names.
    public let entities: [EntityDefinition]
    /// All relationships.
    public let relationships: [RelationshipDefinition]

    private let byLogicalName: [String: Int]
    private let bySchemaName: [String: Int]
    private let bySetName: [String: Int]
    private let relationshipsByName: [String: RelationshipDefinition]
    private let lookupsOf: [String: [OneToMany]]
    private let childrenOf: [String: [OneToMany]]

    /// Makes a schema.
    public init(_ entities: [EntityDefinition], _ relationships: [RelationshipDefinition]) {
        let entities = entities.sorted { $0.logicalName < $1.logicalName }
        self.entities = entities
        self.relationships = relationships
        func index(_ name: (EntityDefinition) -> String) -> [String: Int] {
            Dictionary(
                entities.enumerated().map { (name($0.element), $0.offset) },
                uniquingKeysWith: { first, _ in first })
        }
        byLogicalName = index(\.logicalName)
        bySchemaName = index(\.schemaName)
        bySetName = index(\.entitySetName)
        relationshipsByName = Dictionary(
            relationships.map { ($0.schemaName, $0) }, uniquingKeysWith: { first, _ in first })
        var lookups: [String: [OneToMany]] = [:]
        var children: [String: [OneToMany]] = [:]
        for case .oneToMany(let relationship) in relationships {
            lookups[relationship.referencingEntity, default: []].append(relationship)
            children[relationship.referencedEntity, default: []].append(relationship)
        }
        lookupsOf = lookups
        childrenOf = children
    }

    /// By logical name: `account`.
    public func entity(_ logicalName: String) -> EntityDefinition? {
        byLogicalName[logicalName].map { entities[$0] }
    }

    /// The table of a logical name, or an error that names it.
    package func requireTable(_ logicalName: String) throws(PeriluneError) -> EntityDefinition {
        if let table = entity(logicalName) { return table }
        let near = NearNames.nearest(to: logicalName, among: entities.map(\.logicalName))
        throw PeriluneError(
            "crm.schema", "there is no table \(logicalName)",
            hint: near.map { "did you mean \($0)?" })
    }

    /// By schema name: `Account`.
    public func entity(schemaName: String) -> EntityDefinition? {
        bySchemaName[schemaName].map { entities[$0] }
    }

    /// By the name of the Web API's set: `accounts`.
    public func entity(setName: String) -> EntityDefinition? {
        bySetName[setName].map { entities[$0] }
    }

    /// By schema name.
    public func relationship(_ schemaName: String) -> RelationshipDefinition? {
        relationshipsByName[schemaName]
    }

    /// The relationships whose lookups this table has.
    public func lookups(of entity: String) -> [OneToMany] { lookupsOf[entity] ?? [] }

    /// The relationships whose lookups point at this table.
    public func children(of entity: String) -> [OneToMany] { childrenOf[entity] ?? [] }

    /// The relationships that join this table with another by a table of its own.
    public func intersections(of entity: String) -> [ManyToMany] {
        relationships.compactMap { relationship in
            guard case .manyToMany(let relationship) = relationship,
                relationship.entity1 == entity || relationship.entity2 == entity
            else { return nil }
            return relationship
        }
    }
}
