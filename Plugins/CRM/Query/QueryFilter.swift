extension Query {
    /// A group of conditions, of which all or at least one must hold.
    public struct Filter: Hashable, Sendable {
        /// Whether one is enough.
        public var isOr: Bool
        /// The conditions.
        public var conditions: [Condition]
        /// Filters within.
        public var filters: [Filter]
        /// Related rows that must, or must not, exist: `any`, `not any`, `all`, `not all`.
        public var links: [Link]

        /// Makes a filter.
        public init(
            or isOr: Bool = false, _ conditions: [Condition] = [], filters: [Filter] = [],
            links: [Link] = []
        ) {
            self.isOr = isOr
            self.conditions = conditions
            self.filters = filters
            self.links = links
        }
    }

    /// One condition.
    public struct Condition: Hashable, Sendable {
        /// The attribute.
        public var attribute: String
        /// The comparison.
        public var `operator`: ConditionOperator
        /// The values to compare with; strings in FetchXML, typed values in QueryExpression.
        public var values: [CRMValue]
        /// Another column to compare with: `name` or `alias.name`.
        public var valueOf: String?
        /// The table, or the alias of the link, that the attribute belongs to; it applies after the join.
        public var entityName: String?

        /// Makes a condition.
        public init(
            _ attribute: String, _ operator: ConditionOperator, _ values: [CRMValue] = [],
            valueOf: String? = nil, entityName: String? = nil
        ) {
            self.attribute = attribute
            self.operator = `operator`
            self.values = values
            self.valueOf = valueOf
            self.entityName = entityName
        }
    }

    /// Another table, joined.
    public struct Link: Hashable, Sendable {
        /// The table.
        public var entity: String
        /// The column of the linked table; `nil` leaves it to the relationship.
        public var from: String?
        /// The column of the table it is linked to.
        public var to: String?
        /// The name of the link in conditions and columns.
        public var alias: String?
        /// The type of the join.
        public var kind: Join
        /// Every column.
        public var allColumns = false
        /// The columns to return, each as an ``AliasedValue``.
        public var columns: [Column] = []
        /// Conditions of the join.
        public var filters: [Filter] = []
        /// Tables linked to this one.
        public var links: [Link] = []
        /// Order by columns of this table.
        public var orders: [Order] = []
        /// Whether the table is the intersection of an N:N relationship.
        public var isIntersect = false

        /// Makes a link.
        public init(
            _ entity: String, from: String? = nil, to: String? = nil, alias: String? = nil,
            _ kind: Join = .inner
        ) {
            self.entity = entity
            self.from = from
            self.to = to
            self.alias = alias
            self.kind = kind
        }
    }

    /// The type of a join; the raw values are FetchXML's.
    public enum Join: String, Sendable, CaseIterable {
        case inner, outer, any, all, exists, `in`, natural
        case notAny = "not any"
        case notAll = "not all"
        case matchFirstRow = "matchfirstrowusingcrossapply"
    }
}
