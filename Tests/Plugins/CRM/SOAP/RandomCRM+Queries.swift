import CRMPlugin

extension RandomCRM {
    mutating func query() -> QueryBase {
        switch Int.random(in: 0..<4, using: &self) {
        case 0: .fetch(FetchExpression("<fetch><entity name='\(name())'/></fetch>" + text()))
        case 1:
            .byAttribute(
                QueryByAttribute(
                    name(), pairs(0), columns: chance() ? .all : ColumnSet(list { $0.name() }),
                    orders: list { $0.order() }, page: page(),
                    top: maybe { Int.random(in: 1...50, using: &$0) }))
        default: .expression(expression())
        }
    }

    /// What QueryExpression can say, in the form in which it comes back: one filter or none.
    mutating func expression() -> Query {
        var query = Query(name())
        query.allColumns = chance(4)
        query.columns = list { Query.Column($0.name()) } + list(2) { $0.column() }
        query.aggregate = query.columns.contains { $0.aggregate != nil || $0.groupBy }
        query.filters = criteria(2)
        query.links = list(2) { $0.link(2) }
        query.orders = list { $0.order() }
        query.distinct = chance()
        query.top = maybe { Int.random(in: 1...5000, using: &$0) }
        query.page = page()
        return query
    }

    private mutating func column() -> Query.Column {
        var column = Query.Column(
            name(), alias: name(), aggregate: maybe { $0.pick(Query.Aggregate.allCases) })
        column.groupBy = chance()
        column.dateGrouping = maybe { $0.pick(Query.DateGrouping.allCases) }
        return column
    }

    private mutating func criteria(_ depth: Int) -> [Query.Filter] {
        let filter = filter(depth)
        return filter.conditions.isEmpty && filter.filters.isEmpty && filter.links.isEmpty
            ? [] : [filter]
    }

    private mutating func filter(_ depth: Int) -> Query.Filter {
        Query.Filter(
            or: chance(), list { $0.condition() },
            filters: depth > 0 ? list(2) { $0.filter(depth - 1) } : [],
            links: depth > 0 && chance(4) ? [link(depth - 1)] : [])
    }

    private mutating func condition() -> Query.Condition {
        let column = chance(4) ? name() : nil
        return Query.Condition(
            name(), pick(ConditionOperator.allCases), column == nil ? list { $0.value(0) } : [],
            valueOf: column, entityName: maybe { $0.name() })
    }

    private mutating func link(_ depth: Int) -> Query.Link {
        var link = Query.Link(
            name(), from: maybe { $0.name() }, to: maybe { $0.name() }, alias: maybe { $0.name() },
            pick(Query.Join.allCases))
        link.allColumns = chance(4)
        link.columns = list { Query.Column($0.name()) }
        link.filters = depth > 0 ? criteria(depth - 1) : []
        link.links = depth > 0 ? list(1) { $0.link(depth - 1) } : []
        link.orders = list(1) { $0.order() }
        return link
    }

    private mutating func order() -> Query.Order {
        Query.Order(
            name(), descending: chance(), isAlias: chance(4), entityName: maybe { $0.name() })
    }

    private mutating func page() -> Query.Page {
        var page = Query.Page()
        page.count = maybe { Int.random(in: 1...5000, using: &$0) }
        page.number = Int.random(in: 1...9, using: &self)
        page.cookie = maybe { "<cookie page=\"1\"/>" + $0.text() }
        page.returnsTotal = chance()
        return page
    }
}
