import PeriluneCore

/// Translates a query to the options of OData v2, or reports what they cannot express.
struct ODataV2Query {
    let codec: ODataV2Codec
    let table: EntityDefinition
    private var joins: [Join] = []

    /// A joined table: its expansion, and the names of its columns in the response.
    private struct Join {
        var alias: String
        var property: String
        var relationship: OneToMany
        var target: EntityDefinition
        var columns: [Query.Column]
        var allColumns: Bool
    }

    init(_ codec: ODataV2Codec, _ table: EntityDefinition) {
        self.codec = codec
        self.table = table
    }

    /// The options without those of the page.
    mutating func options(_ query: Query) throws(CRMError) -> ODataV2QueryOptions {
        if query.aggregate { throw .unsupported("aggregate") }
        if query.distinct { throw .unsupported("answer distinct rows") }
        if query.page.returnsTotal { throw .unsupported("count all records") }
        for (index, link) in query.links.enumerated() { try join(link, index) }
        var options = ODataV2QueryOptions()
        var parts: [ODataExpression] = []
        for (index, link) in query.links.enumerated() {
            parts += try conditions(of: link, joins[index])
        }
        let writer = ODataV2FilterWriter(codec.names, table, tables: tables)
        for filter in query.filters {
            if let part = try writer.expression(filter) { parts.append(part) }
        }
        options.filter = ODataV2FilterWriter.combine(parts, or: false)
        if let filter = options.filter { try checkGroups(filter) }
        try select(query, &options)
        for order in query.orders {
            guard !order.isAlias, order.entityName == nil else {
                throw .unsupported("order by columns of another table")
            }
            let path = try writer.path(order.attribute, in: nil)
            options.orders.append(path.path.text + (order.descending ? " desc" : ""))
        }
        return options
    }

    private var tables: [String: (property: String, table: EntityDefinition)] {
        Dictionary(
            joins.map { ($0.alias, ($0.property, $0.target)) }, uniquingKeysWith: { one, _ in one })
    }

    private mutating func join(_ link: Query.Link, _ index: Int) throws(CRMError) {
        guard link.kind == .inner || link.kind == .outer, link.links.isEmpty, link.orders.isEmpty
        else { throw .unsupported("join \(link.entity) in this way") }
        let relationship = codec.schema.lookups(of: table.logicalName).first {
            $0.referencedEntity == link.entity && $0.referencingAttribute == link.to
        }
        let target = try CRMError.wrapping { () throws(PeriluneError) in
            try codec.schema.requireTable(link.entity)
        }
        guard let relationship, link.from ?? target.primaryIdAttribute == target.primaryIdAttribute
        else { throw .unsupported("join \(link.entity) but by a lookup of \(table.logicalName)") }
        joins.append(
            Join(
                alias: link.alias ?? "\(link.entity)\(index + 1)",
                property: codec.names.property(of: relationship), relationship: relationship,
                target: target, columns: link.columns, allColumns: link.allColumns))
    }

    /// The conditions of a link: that a record exists, and those on its columns.
    private func conditions(
        of link: Query.Link, _ join: Join
    ) throws(CRMError) -> [ODataExpression] {
        if link.kind == .outer {
            guard link.filters.isEmpty else {
                throw .unsupported("filter what an outer join joins")
            }
            return []
        }
        let lookup = table.attribute(join.relationship.referencingAttribute)
        guard lookup?.targets.count == 1, let lookup else {
            throw .unsupported("join through a lookup of several tables but from outside")
        }
        let writer = ODataV2FilterWriter(codec.names, table, tables: tables)
        var parts: [ODataExpression] = []
        for filter in link.filters {
            if let part = try writer.expression(filter, in: join.alias) { parts.append(part) }
        }
        if !parts.isEmpty { return parts }
        let path = ODataPath([codec.names.property(of: lookup), "Id"])
        return [
            ODataExpression(
                .comparison(.ne, ODataExpression(.path(path)), ODataExpression(.literal(.null))))
        ]
    }

    /// Throws for a filter on both the table and an expanded one, which the service does not support.
    private func checkGroups(_ filter: ODataExpression) throws(CRMError) {
        let properties = Set(joins.map(\.property))
        let groups = Set(
            filter.paths.map { path in
                path.names.first.flatMap { properties.contains($0) ? $0 : nil } ?? ""
            })
        if groups.count > 1 {
            throw .unsupported("filter by columns of several tables at once")
        }
    }

    private func select(_ query: Query, _ options: inout ODataV2QueryOptions) throws(CRMError) {
        for column in query.columns + joins.flatMap(\.columns) where column.alias != nil {
            throw .unsupported("give columns other names")
        }
        let wanted = joins.filter { $0.allColumns || !$0.columns.isEmpty }
        let filtered = Set(options.filter?.paths.compactMap(\.names.first) ?? [])
        options.expand = joins.filter { join in
            filtered.contains(join.property) || wanted.contains { $0.alias == join.alias }
        }.map(\.property)
        if query.allColumns { return }
        var select = try table.selectV2(query.columns.map(\.name), codec.names)
        for join in wanted {
            select +=
                join.allColumns
                ? [join.property]
                : try join.target.selectV2(join.columns.map(\.name), codec.names)
                    .map { "\(join.property)/\($0)" }
        }
        options.select = select
    }

    /// A record of the response with the columns of joined tables in the form of the message.
    func joined(_ entity: Entity) -> Entity {
        if joins.isEmpty { return entity }
        var entity = entity
        for join in joins {
            let related = entity.relatedEntities.first {
                $0.relationship.schemaName == join.relationship.schemaName
            }
            guard let other = related?.entities.entities.first else { continue }
            for pair in other.attributes
            where join.allColumns || join.columns.contains(where: { $0.name == pair.key }) {
                entity["\(join.alias).\(pair.key)"] = .aliased(
                    AliasedValue(
                        entity: join.target.logicalName, attribute: pair.key, pair.value))
            }
        }
        entity.relatedEntities = []
        return entity
    }
}

extension EntityDefinition {
    /// The properties of columns; without one it is the identity, as an empty option means all.
    func selectV2(_ columns: [String], _ names: ODataNames) throws(CRMError) -> [String] {
        var properties: [String] = []
        for column in columns.isEmpty ? [primaryIdAttribute] : columns {
            let attribute = try CRMError.wrapping { () throws(CRMFault) in
                try require(attribute: column)
            }
            guard attribute.type.isPropertyV2 else {
                throw .unsupported("read \(logicalName).\(column)")
            }
            properties.append(names.property(of: attribute))
        }
        return properties
    }
}
