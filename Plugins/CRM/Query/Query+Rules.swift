/// The rules for queries that are independent of the tables.
extension Query {
    /// Conditions and links that a query may have.
    public static let maximumConditions = 500
    /// Tables that a query may join: SQL's own limit is near.
    package static let maximumJoins = 60
    /// Values that all conditions together may name.
    package static let maximumValues = 20_000
    /// Filters in filters, links in links.
    package static let maximumDepth = 64
    /// Records of a page, and of `top`.
    public static let maximumPage = 5000

    /// Checks everything that needs no schema.
    ///
    /// - Throws: the fault that CRM answers.
    public func checkRules() throws(CRMFault) {
        var checker = QueryRuleChecker()
        try checker.visit(filters, depth: 0)
        try checker.visit(links, depth: 0)
        try checker.aliases(columns, isAggregate: aggregate)
        guard checker.conditions <= Self.maximumConditions else {
            throw CRMFault(
                .tooManyConditions,
                "Number of conditions in query exceeded maximum limit: \(checker.conditions) conditions and links, at most \(Self.maximumConditions)"
            )
        }
        guard checker.joins <= Self.maximumJoins, checker.values <= Self.maximumValues else {
            throw CRMFault(
                .tooManyConditions,
                "the query joins \(checker.joins) tables and names \(checker.values) values; at most \(Self.maximumJoins) and \(Self.maximumValues) are allowed"
            )
        }
        try checkPage()
        if aggregate { try checkAggregates(checker.columns) }
    }

    private func checkPage() throws(CRMFault) {
        if let top {
            guard (1...Self.maximumPage).contains(top) else {
                throw CRMFault(.invalidArgument, "top must be 1 to \(Self.maximumPage), got \(top)")
            }
            guard page.count == nil, page.number == 1, page.cookie == nil else {
                throw CRMFault(
                    .invalidArgument,
                    "The top attribute cannot be specified with paging attribute page; use one or the other"
                )
            }
            guard !page.returnsTotal else {
                throw CRMFault(
                    .invalidArgument, "top and returntotalrecordcount cannot be combined")
            }
        }
        guard page.number >= 1 else {
            throw CRMFault(.invalidArgument, "page must be at least 1, got \(page.number)")
        }
    }

    private func checkAggregates(_ columns: [Column]) throws(CRMFault) {
        guard !allColumns else {
            throw CRMFault(
                .queryBadAggregate,
                "<all-attributes> cannot stand in an aggregate query; name the columns")
        }
        for column in columns {
            guard column.alias?.isEmpty == false else {
                throw CRMFault(
                    .queryNoAlias,
                    "the column \(column.name) of an aggregate query requires an alias")
            }
            guard (column.aggregate != nil) != (column.groupBy || column.countChildren) else {
                throw CRMFault(
                    .queryBadAggregate,
                    "the column \(column.name) of an aggregate query requires aggregate=\"…\" or groupby=\"true\""
                )
            }
        }
        guard !columns.isEmpty else {
            throw CRMFault(.queryMissingElement, "an aggregate query requires an <attribute>")
        }
        for order in orders where !order.isAlias {
            throw CRMFault(
                .queryNoAlias,
                "an aggregate query must be ordered by an alias, not by the attribute \(order.attribute)"
            )
        }
    }
}

/// Counts conditions, links and values, and finds repeated aliases.
private struct QueryRuleChecker {
    var conditions = 0
    var joins = 0
    var values = 0
    var columns: [Query.Column] = []
    private var names: Set<String> = []

    mutating func visit(_ filters: [Query.Filter], depth: Int) throws(CRMFault) {
        try check(depth)
        for filter in filters {
            conditions += filter.conditions.count
            for condition in filter.conditions {
                values += condition.values.count
                try condition.checkValues()
            }
            try visit(filter.filters, depth: depth + 1)
            try visit(filter.links, depth: depth + 1)
        }
    }

    mutating func visit(_ links: [Query.Link], depth: Int) throws(CRMFault) {
        try check(depth)
        for link in links {
            conditions += 1
            joins += 1
            if let alias = link.alias, !alias.isEmpty { try use(alias) }
            try aliases(link.columns, isAggregate: false)
            try visit(link.filters, depth: depth + 1)
            try visit(link.links, depth: depth + 1)
        }
    }

    mutating func aliases(_ columns: [Query.Column], isAggregate: Bool) throws(CRMFault) {
        self.columns += columns
        for column in columns {
            if let alias = column.alias, !alias.isEmpty { try use(alias) }
        }
    }

    private func check(_ depth: Int) throws(CRMFault) {
        guard depth < Query.maximumDepth else {
            throw CRMFault(
                .tooManyConditions, "filters or links are nested deeper than \(Query.maximumDepth)")
        }
    }

    private mutating func use(_ alias: String) throws(CRMFault) {
        let bytes = alias.utf8
        let isValid =
            bytes.first.map { !(0x30...0x39).contains($0) } == true
            && bytes.allSatisfy {
                ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A || (0x30...0x39).contains($0)
                    || $0 == 0x5F
            }
        guard isValid else {
            throw CRMFault(
                .queryInvalidAlias,
                "Invalid alias \"\(alias)\"; only letters, digits and _ are allowed, and no digit first"
            )
        }
        guard names.insert(alias).inserted else {
            throw CRMFault(.queryDuplicateAlias, "Query has duplicate alias \"\(alias)\"")
        }
    }
}

extension Query.Join {
    /// Whether the link is a condition on how many related rows match; it is then part of a filter and has no
    /// columns.
    public var isQuantifier: Bool { [.any, .notAny, .all, .notAll].contains(self) }
    /// Whether it only tests for a related row, and so adds neither columns nor rows.
    package var isSemiJoin: Bool { isQuantifier || self == .exists || self == .in }
}
