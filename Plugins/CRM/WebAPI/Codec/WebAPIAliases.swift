/// The names in a response that are not columns of its table: aliases of columns, and
/// columns of linked tables under the alias of the link.
package struct WebAPIAliases: Sendable {
    /// Tables by the alias of their link.
    private var links: [String: String] = [:]
    /// Columns by their own alias.
    private var columns: [String: Column] = [:]

    /// A column and the logical name of its table; counts and parts of dates have the type `integer`.
    package struct Column: Sendable {
        package var entity: String
        package var attribute: AttributeDefinition
    }

    /// No aliases.
    package init() {}

    /// The aliases of a query.
    package init(_ query: Query, in schema: Schema) {
        add(query.columns, of: query.entity, in: schema)
        add(query.links, in: schema)
    }

    /// The column with a name.
    package func column(_ name: String, in schema: Schema) -> Column? {
        if let column = columns[name] { return column }
        guard let dot = name.firstIndex(of: ".") else { return nil }
        let alias = String(name[..<dot])
        // Links without an alias are called by their table and a number.
        var table = links[alias] ?? alias
        while links[alias] == nil, table.last?.isNumber == true, schema.entity(table) == nil {
            table.removeLast()
        }
        return schema.entity(table)?.attribute(String(name[name.index(after: dot)...]))
            .map { Column(entity: table, attribute: $0) }
    }

    private mutating func add(_ list: [Query.Link], in schema: Schema) {
        for link in list {
            if let alias = link.alias { links[alias] = link.entity }
            add(link.columns, of: link.entity, in: schema)
            add(link.links, in: schema)
        }
    }

    private mutating func add(_ list: [Query.Column], of entity: String, in schema: Schema) {
        for column in list {
            guard let alias = column.alias,
                var attribute = schema.entity(entity)?.attribute(column.name)
            else { continue }
            // Counts and parts of dates are whole numbers, whatever the column.
            let isCount = column.aggregate == .count || column.aggregate == .countColumn
            if isCount || column.dateGrouping != nil || column.countChildren {
                attribute.type = .integer
            }
            columns[alias] = Column(entity: entity, attribute: attribute)
        }
    }
}
