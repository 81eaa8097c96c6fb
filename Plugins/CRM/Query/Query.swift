/// A query: the common content of FetchXML and QueryExpression.
public struct Query: Hashable, Sendable {
    /// The table.
    public var entity: String
    /// Whether to return every column; the list then only contains aliases.
    public var allColumns = false
    /// The columns to return.
    public var columns: [Column] = []
    /// The conditions, all of which must hold.
    public var filters: [Filter] = []
    /// Further tables.
    public var links: [Link] = []
    /// The sort order.
    public var orders: [Order] = []
    /// Each row of values once.
    public var distinct = false
    /// Whether the columns are aggregates and groups.
    public var aggregate = false
    /// The maximum number of records; cannot be combined with pages.
    public var top: Int?
    /// The page.
    public var page = Page()
    /// Whether choices are ordered by their numbers; by default it is their labels.
    public var rawOrder = false
    /// Refuse to aggregate more source rows than this.
    public var aggregateLimit: Int?

    /// All records of a table, without columns but the identity.
    public init(_ entity: String) { self.entity = entity }

    /// A column of the result.
    public struct Column: Hashable, Sendable {
        /// The attribute.
        public var name: String
        /// Its name in the result.
        public var alias: String?
        /// The aggregate of the column.
        public var aggregate: Aggregate?
        /// Whether rows are grouped by it.
        public var groupBy = false
        /// The part of a date by which rows are grouped.
        public var dateGrouping: DateGrouping?
        /// For `countcolumn`: whether each value is counted once.
        public var distinct = false
        /// Whether dates are grouped in the caller's time zone.
        public var userTimeZone = true
        /// For hierarchies: whether to count the children.
        public var countChildren = false

        /// Makes a column.
        public init(_ name: String, alias: String? = nil, aggregate: Aggregate? = nil) {
            self.name = name
            self.alias = alias
            self.aggregate = aggregate
        }
    }

    /// An aggregate of a column.
    public enum Aggregate: String, Sendable, CaseIterable {
        case sum, avg, min, max
        /// Rows.
        case count
        /// Rows where the column has a value.
        case countColumn = "countcolumn"
    }

    /// A part of a date by which rows are grouped.
    public enum DateGrouping: String, Sendable, CaseIterable {
        case day, week, month, quarter, year
        case fiscalPeriod = "fiscal-period"
        case fiscalYear = "fiscal-year"
    }

    /// A column by which the result is sorted.
    public struct Order: Hashable, Sendable {
        /// The attribute, or in aggregates the alias.
        public var attribute: String
        /// Whether `attribute` is an alias of a column.
        public var isAlias: Bool
        /// From the largest down.
        public var descending: Bool
        /// The alias of the link that the attribute belongs to.
        public var entityName: String?

        /// Makes a key.
        public init(
            _ attribute: String, descending: Bool = false, isAlias: Bool = false,
            entityName: String? = nil
        ) {
            self.attribute = attribute
            self.descending = descending
            self.isAlias = isAlias
            self.entityName = entityName
        }
    }

    /// The page of the result.
    public struct Page: Hashable, Sendable {
        /// Records a page; `nil` is CRM's own 5000.
        public var count: Int?
        /// From 1.
        public var number = 1
        /// The paging cookie of the previous page.
        public var cookie: String?
        /// Whether to count all records.
        public var returnsTotal = false

        /// The first page.
        public init() {}
    }
}
