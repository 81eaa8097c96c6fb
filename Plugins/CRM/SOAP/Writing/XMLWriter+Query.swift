import PeriluneXML

extension XMLWriter {
    mutating func query(_ query: QueryBase) {
        switch query {
        case .fetch(let fetch): contractElement("Query", fetch.query)
        case .expression(let query): expression(query)
        case .byAttribute(let query): byAttribute(query)
        }
    }

    /// An element with a query, its `i:type` included.
    mutating func typedQuery(_ query: QueryBase, name: String, prefix: String = "") {
        value(.query(query), name: name, prefix: prefix)
    }

    mutating func columns(_ columns: ColumnSet) {
        contractElement("AllColumns", columns.allColumns)
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
        contractElement("ColumnSet") { $0.columns(query.allColumns, query.columns) }
        contractElement("Criteria") { $0.criteria(query.filters) }
        contractElement("Distinct", query.distinct)
        contractElement("EntityName", query.entity)
        contractElement("LinkEntities") {
            $0.list("LinkEntity", query.links) { $0.link($1, from: query.entity) }
        }
        orders(query.orders)
        page(query.page)
        contractElement("NoLock", false)
        contractElement("TopCount", query.top.map { String($0) })
    }

    private mutating func byAttribute(_ query: QueryByAttribute) {
        texts("Attributes", query.attributes.keys)
        contractElement("ColumnSet") { $0.columns(query.columns) }
        contractElement("EntityName", query.entityName)
        orders(query.orders)
        page(query.page)
        values(query.attributes.map(\.value))
        contractElement("TopCount", query.top.map { String($0) })
    }

    private mutating func texts(_ name: String, _ texts: [String]) {
        contractElement(name) { $0.list("string", prefix: "f", texts) { $0.text($1) } }
    }

    /// Plain columns by name; those with an alias, an aggregate or a group as expressions.
    private mutating func columns(_ all: Bool, _ columns: [Query.Column]) {
        contractElement("AllColumns", all)
        let expressions = columns.filter { !$0.isPlain }
        if !expressions.isEmpty {
            contractElement("AttributeExpressions") { writer in
                writer.list("AttributeExpression", expressions) { $0.expression($1) }
            }
        }
        texts("Columns", columns.filter(\.isPlain).map(\.name))
    }

    private mutating func expression(_ column: Query.Column) {
        contractElement("AggregateType", SOAPQueryNames.name(column.aggregate))
        contractElement("Alias", column.alias)
        contractElement("AttributeName", column.name)
        contractElement("DateTimeGrouping", SOAPQueryNames.name(column.dateGrouping))
        contractElement("HasGroupBy", column.groupBy)
    }

    /// Writes several filters as an And of them.
    private mutating func criteria(_ filters: [Query.Filter]) {
        filter(filters.count == 1 ? filters[0] : Query.Filter(filters: filters), within: nil)
    }

    /// An element may hold one link; further ones go into filters of their own.
    private mutating func filter(_ filter: Query.Filter, within entity: String?) {
        if let link = filter.links.first {
            contractElement("AnyAllFilterLinkEntity") { $0.link(link, from: entity) }
        }
        contractElement("Conditions") { writer in
            writer.list("ConditionExpression", filter.conditions) { $0.condition($1) }
        }
        contractElement("FilterOperator", filter.isOr ? "Or" : "And")
        let more = filter.links.dropFirst().map { Query.Filter(links: [$0]) }
        contractElement("Filters") { writer in
            writer.list("FilterExpression", filter.filters + more) { $0.filter($1, within: entity) }
        }
    }

    private mutating func condition(_ condition: Query.Condition) {
        contractElement("AttributeName", condition.attribute)
        if condition.valueOf != nil { contractElement("CompareColumns", true) }
        contractElement("Operator", condition.operator.name)
        values(condition.valueOf.map { [.string($0)] } ?? condition.values)
        contractElement("EntityName", condition.entityName)
    }

    private mutating func values(_ values: [CRMValue]) {
        contractElement("Values") { writer in
            for value in values { writer.value(value, name: "anyType", prefix: "f") }
        }
    }

    private mutating func link(_ link: Query.Link, from entity: String?) {
        contractElement("Columns") { $0.columns(link.allColumns, link.columns) }
        contractElement("EntityAlias", link.alias)
        contractElement("JoinOperator", SOAPQueryNames.name(link.kind))
        contractElement("LinkCriteria") { $0.criteria(link.filters) }
        contractElement("LinkEntities") {
            $0.list("LinkEntity", link.links) { $0.link($1, from: link.entity) }
        }
        contractElement("LinkFromAttributeName", link.to)
        contractElement("LinkFromEntityName", entity)
        contractElement("LinkToAttributeName", link.from)
        contractElement("LinkToEntityName", link.entity)
        orders(link.orders)
    }

    private mutating func orders(_ orders: [Query.Order]) {
        contractElement("Orders") { writer in
            writer.list("OrderExpression", orders) { writer, order in
                if order.isAlias { writer.contractElement("Alias", order.attribute) }
                writer.contractElement("AttributeName", order.isAlias ? nil : order.attribute)
                if let entity = order.entityName { writer.contractElement("EntityName", entity) }
                writer.contractElement("OrderType", order.descending ? "Descending" : "Ascending")
            }
        }
    }

    private mutating func page(_ page: Query.Page) {
        contractElement("PageInfo") { writer in
            writer.contractElement("Count", page.count ?? 0)
            writer.contractElement("PageNumber", page.number)
            writer.contractElement("PagingCookie", page.cookie)
            writer.contractElement("ReturnTotalRecordCount", page.returnsTotal)
        }
    }
}

extension Query.Column {
    /// Whether the name says it all.
    fileprivate var isPlain: Bool {
        alias == nil && aggregate == nil && !groupBy && dateGrouping == nil
    }
}
