/// The columns and arguments that a dashboard needs of one query.
package struct QueryNeed: Sendable, Hashable {
    /// The name of the query.
    package var query: String
    /// The names of the charts that use it, in the order of the dashboard.
    package var charts: [String] = []
    /// The columns that charts read, each once.
    package var columns: [Column] = []
    /// The arguments that it may get, each once.
    package var arguments: [Argument] = []

    package init(query: String) { self.query = query }

    /// A column that charts read.
    package struct Column: Sendable, Hashable {
        /// Case-sensitive, as the query must return it.
        package var name: String
        /// The role of the column in the first chart that reads it.
        package var role: Role
        /// The charts that read it.
        package var charts: [String]
        /// Whether it can be computed if it is missing: a node with an expression.
        package var isOptional = false
    }

    /// The role of a column in a chart.
    package enum Role: String, Sendable, Hashable {
        case category, series, value, node
        case whatIf = "what-if"
        case small = "small chart"
    }

    /// An argument that a query may get.
    package struct Argument: Sendable, Hashable {
        /// The key in the arguments.
        package var name: String
        /// The kind of restriction.
        package var kind: Kind
    }

    /// The user action that sets the argument.
    package enum Kind: Sendable, Hashable {
        /// A single value, by drilling into it.
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
