import CRMPlugin

/// Answers the plainest questions: columns of one table whose values are equal.
struct PlainQueryRunner: QueryRunner {
    func run(_ query: QueryBase, in session: Session) throws(CRMFault) -> EntityCollection {
        let query: Query =
            switch query {
            case .expression(let query): query
            case .byAttribute(let query): query.query
            case .fetch: throw CRMFault(.notSupported, "FetchXML is not supported here.")
            }
        let layout = try session.layout(query.entity)
        var row: Row = [:]
        for condition in query.filters.flatMap(\.conditions) {
            guard let attribute = layout.attributes[condition.attribute] else {
                throw .noAttribute(condition.attribute, in: layout.entity)
            }
            switch condition.operator {
            case .equal:
                row[condition.attribute] = try attribute.checked(
                    condition.values.first ?? .null, in: layout.entity)
            case .null: row[condition.attribute] = .null
            default: throw CRMFault(.notSupported, "Only equality is supported here.")
            }
        }
        var columns = ColumnSet(query.columns.map(\.name))
        columns.allColumns = query.allColumns
        var found: [Entity] = []
        for id in try session.ids(matching: row, in: layout) {
            if let entity = try session.find(query.entity, id, columns) { found.append(entity) }
        }
        return EntityCollection(found, entityName: query.entity)
    }
}
