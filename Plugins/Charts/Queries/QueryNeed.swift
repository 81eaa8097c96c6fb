/// What a dashboard needs of one query: columns to read, and arguments that it is asked with.
package struct QueryNeed: Sendable, Hashable {
    package var query: String
    package var charts: [String] = []
    package var columns: [Column] = []
    package var arguments: [Argument] = []

    package init(query: String) { self.query = query }

    package struct Column: Sendable, Hashable {
        package var name: String
        package var role: Role
        /// The charts that read it.
        package var charts: [String]
        /// Whether it can be computed where it is missing: a node with an expression.
        package var isOptional = false
    }

    /// What a column is read for.
    package enum Role: String, Sendable, Hashable {
        case category, series, value, node
        case whatIf = "what-if"
        case small = "small chart"
    }

    package struct Argument: Sendable, Hashable {
        /// The key in the arguments.
        package var name: String
        package var kind: Kind
    }

    package enum Kind: Sendable, Hashable {
        /// One value, where something was drilled into.
        case drill
        /// A list of values of a column.
        case picklist(column: String)
        /// Two numbers for a column.
        case range(column: String)
    }
}

extension QueryNeed {
    /// What is wrong with a table for a chart: columns that it lacks, and that it has no rows.
    package func issues(of table: Table, for chart: String) -> [ChartIssue] {
        var issues = columns.compactMap { column -> ChartIssue? in
            guard column.charts.contains(chart), table[column.name] == nil else { return nil }
            var issue = ChartIssue(missing: column.name, in: table, query, of: chart)
            if column.isOptional { issue.level = .warning }
            return issue
        }
        if table.count == 0 {
            issues.append(ChartIssue(empty: table, QueryRequest(query), of: chart))
        }
        return issues
    }
}
