import PeriluneXML

extension XMLWriter {
    mutating func query(_ query: QueryBase) {
        switch query {
        case .fetch(let fetch): a("Query", fetch.query)
        case .expression(let query): expression(query)
        case .byAttribute(let query): byAttribute(query)
        }
    }

    /// An element with a query, its `i:type` included.
    mutating func typedQuery(_ query: QueryBase, name: String, prefix: String = "") {
        value(.query(query), name: name, prefix: prefix)
    }

    mutating func columns(_ columns: ColumnSet) {
        a("AllColumns", columns.allColumns)
        texts("Columns", columns.columns)
    }

    mutating func relatedQueries(_ queries: RelationshipQueryCollection) {
        let name = "KeyValuePairOfRelationshipQueryBaseX_PsK4FkN"
        list(name, queries.queries) { writer, pair in
            writer.begin("key", prefix: "b")
            writer.relationship(pair.relationship)
            writer.end()
            writer.typedQuery(pair.query, name: "value", prefix: "b")
        }
    }

    private mutating func expression(_ query: Query) {
        a("ColumnSet") { $0.columns(query.allColumns, query.columns) }
        a("Criteria") { $0.criteria(query.filters) }
        a("Distinct", query.distinct)
        a("EntityName", query.entity)
        a("LinkEntities") { $0.list("LinkEntity", query.links) { $0.link($1, from: query.entity) } }
        orders(query.orders)
        page(query.page)
        a("NoLock", false)
        a("TopCount", query.top.map { String($0) })
    }

    private mutating func byAttribute(_ query: QueryByAttribute) {
        texts("Attributes", query.attributes.keys)
        a("ColumnSet") { $0.columns(query.columns) }
        a("EntityName", query.entityName)
        orders(query.orders)
        page(query.page)
        values(query.attributes.map(\.value))
        a("TopCount", query.top.map { String($0) })
    }

    private mutating func texts(_ name: String, _ texts: [String]) {
        a(name) { $0.list("string", prefix: "f", texts) { $0.text($1) } }
    }

    /// Plain columns by name; those with an alias, an aggregate or a group as expressions.
    private mutating func columns(_ all: Bool, _ columns: [Query.Column]) {
        a("AllColumns", all)
        let expressions = columns.filter { !$0.isPlain }
        if !expressions.isEmpty {
            a("AttributeExpressions") { writer in
                writer.list("AttributeExpression", expressions) { $0.expression($1) }
            }
        }
        texts("Columns", columns.filter(\.isPlain).map(\.name))
    }

    private mutating func expression(_ column: Query.Column) {
        a("AggregateType", SOAPQueryNames.name(column.aggregate))
        a("Alias", column.alias)
        a("AttributeName", column.name)
        a("DateTimeGrouping", SOAPQueryNames.name(column.dateGrouping))
        a("HasGroupBy", column.groupBy)
    }

    /// Writes several filters as an And of them.
    private mutating func criteria(_ filters: [Query.Filter]) {
        filter(filters.count == 1 ? filters[0] : Query.Filter(filters: filters), within: nil)
    }

    /// An element may hold one link; further ones go into filters of their own.
    private mutating func filter(_ filter: Query.Filter, within entity: String?) {
        if let link = filter.links.first {
            a("AnyAllFilterLinkEntity") { $0.link(link, from: entity) }
        }
        a("Conditions") { writer in
            writer.list("ConditionExpression", filter.conditions) { $0.condition($1) }
        }
        a("FilterOperator", filter.isOr ? "Or" : "And")
        let more = filter.links.dropFirst().map { Query.Filter(links: [$0]) }
        a("Filters") { writer in
            writer.list("FilterExpression", filter.filters + more) { $0.filter($1, within: entity) }
        }
    }

    private mutating func condition(_ condition: Query.Condition) {
        a("AttributeName", condition.attribute)
        if condition.valueOf != nil { a("CompareColumns", true) }
        a("Operator", condition.operator.name)
        values(condition.valueOf.map { [.string($0)] } ?? condition.values)
        a("EntityName", condition.entityName)
    }

    private mutating func values(_ values: [CRMValue]) {
        a("Values") { writer in
            for value in values { writer.value(value, name: "anyType", prefix: "f") }
        }
    }

    private mutating func link(_ link: Query.Link, from entity: String?) {
        a("Columns") { $0.columns(link.allColumns, link.columns) }
        a("EntityAlias", link.alias)
        a("JoinOperator", SOAPQueryNames.name(link.kind))
        a("LinkCriteria") { $0.criteria(link.filters) }
        a("LinkEntities") { $0.list("LinkEntity", link.links) { $0.link($1, from: link.entity) } }
        a("LinkFromAttributeName", link.to)
        a("LinkFromEntityName", entity)
        a("LinkToAttributeName", link.from)
        a("LinkToEntityName", link.entity)
        orders(link.orders)
    }

    private mutating func orders(_ orders: [Query.Order]) {
        a("Orders") { writer in
            writer.list("OrderExpression", orders) { writer, order in
                if order.isAlias { writer.a("Alias", order.attribute) }
                writer.a("AttributeName", order.isAlias ? nil : order.attribute)
                if let entity = order.entityName { writer.a("EntityName", entity) }
                writer.a("OrderType", order.descending ? "Descending" : "Ascending")
            }
        }
    }

    private mutating func page(_ page: Query.Page) {
        a("PageInfo") { writer in
            writer.a("Count", page.count ?? 0)
            writer.a("PageNumber", page.number)
            writer.a("PagingCookie", page.cookie)
            writer.a("ReturnTotalRecordCount", page.returnsTotal)
        }
    }
}

extension Query.Column {
    /// Whether the name says it all.
    fileprivate var isPlain: Bool {
        alias == nil && aggregate == nil && !groupBy && dateGrouping == nil
    }
}
