/// The tables that columns refer to: worked out once, since a document has thousands of relationships and of columns.
struct EDMXTargets {
    /// The target tables by table and column.
    private(set) var byColumn: [String: [String: [String]]] = [:]

    init(_ relationships: [RelationshipDefinition]) {
        for case .oneToMany(let relationship) in relationships {
            let table = relationship.referencingEntity
            let column = relationship.referencingAttribute
            if byColumn[table]?[column]?.contains(relationship.referencedEntity) == true {
                continue
            }
            byColumn[table, default: [:]][column, default: []].append(
                relationship.referencedEntity)
        }
    }
}
