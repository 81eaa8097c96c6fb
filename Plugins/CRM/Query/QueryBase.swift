/// A query in one of three forms, as QueryBase and its subclasses in Microsoft's SDK.
public enum QueryBase: Hashable, Sendable {
    /// FetchXML as text, exactly as it is sent.
    case fetch(FetchExpression)
    /// A query as a value: what both FetchXML and QueryExpression can express.
    case expression(Query)
    /// Records whose attributes have these values.
    case byAttribute(QueryByAttribute)
}

/// A query in FetchXML, as text.
public struct FetchExpression: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The FetchXML.
    public var query: String

    /// Makes an expression.
    public init(_ query: String) { self.query = query }
    /// Makes an expression.
    public init(stringLiteral value: String) { query = value }
}

/// Records whose attributes have these values.
public struct QueryByAttribute: Hashable, Sendable {
    /// The table.
    public var entityName: String
    /// Names and values; all must match.
    public var attributes: AttributeCollection
    /// The columns to return.
    public var columns: ColumnSet
    /// The order of the records.
    public var orders: [Query.Order]
    /// The page to return.
    public var page: Query.Page
    /// The maximum number of records, if there are no pages.
    public var top: Int?

    /// Makes a query.
    public init(
        _ entityName: String, _ attributes: AttributeCollection, columns: ColumnSet = .all,
        orders: [Query.Order] = [], page: Query.Page = .init(), top: Int? = nil
    ) {
        self.entityName = entityName
        self.attributes = attributes
        self.columns = columns
        self.orders = orders
        self.page = page
        self.top = top
    }

    /// The same query as a ``Query``.
    public var query: Query {
        var query = Query(entityName)
        query.allColumns = columns.allColumns
        query.columns = columns.columns.map { Query.Column($0) }
        query.orders = orders
        query.page = page
        query.top = top
        query.filters = [
            Query.Filter(
                attributes.map { pair in
                    pair.value == .null
                        ? Query.Condition(pair.key, .null)
                        : Query.Condition(pair.key, .equal, [pair.value])
                })
        ]
        return query
    }
}
