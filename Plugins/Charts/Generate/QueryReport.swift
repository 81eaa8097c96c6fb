/// What each query of a dashboard has to give, and whether a source gives it.
package struct QueryReport: Sendable {
    /// An entry for each query, in the order of the dashboard.
    package var entries: [Entry] = []

    /// The columns that a query must have, and those that a source provides.
    package struct Entry: Sendable {
        /// The columns and arguments that charts need of the query.
        package var need: QueryNeed
        /// The rows of the source; `nil` if no source was queried or it has none.
        package var rows: Int?
        /// The issues of the rows; empty if no source was queried.
        package var issues: [ChartIssue] = []
    }

    /// A report of what the queries must return; they are not run.
    package init(_ dashboard: Dashboard) {
        entries = dashboard.queryNeeds.map { Entry(need: $0) }
    }

    /// Asks a source every query: once for all rows, and once with each argument, which it must know.
    package init(_ dashboard: Dashboard, asking source: any QuerySource) async {
        for need in dashboard.queryNeeds {
            entries.append(await Self.entry(need, source))
        }
    }

    private static func entry(_ need: QueryNeed, _ source: any QuerySource) async -> Entry {
        var entry = Entry(need: need)
        do {
            guard let table = try await source.table(QueryRequest(need.query)) else {
                entry.issues.append(
                    ChartIssue(.other("there is no query \(need.query)")))
                return entry
            }
            entry.rows = table.count
            entry.issues = need.charts.flatMap { need.issues(of: table, for: $0) }
            for argument in need.arguments {
                _ = try await source.table(
                    QueryRequest(need.query, [argument.name: argument.kind.sample]))
            }
        } catch {
            entry.issues.append(ChartIssue(error, chart: need.charts.first ?? ""))
        }
        return entry
    }
}

extension QueryNeed.Kind {
    /// An argument that lets no row pass: only whether it is understood counts.
    fileprivate var sample: QueryArgument {
        switch self {
        case .drill: .equals(.text(""))
        case .picklist(let column): .among([], column: column)
        case .range(let column): .between(1, 0, column: column)
        }
    }
}

extension QueryReport: CustomStringConvertible {
    /// The report as text.
    package var description: String {
        var lines: [String] = []
        for entry in entries {
            let rows = entry.rows.map { $0 == 1 ? ": 1 row" : ": \($0) rows" } ?? ""
            lines.append("\(entry.need.query)\(rows)".commentLine)
            lines.append("  charts: \(entry.need.chartList)")
            for column in entry.need.columns {
                lines.append("  column \(column.name): \(column.role.rawValue)".commentLine)
            }
            for argument in entry.need.arguments {
                let what = entry.need.explanation(of: argument)
                lines.append("  argument \(argument.name): \(what)".commentLine)
            }
            for issue in entry.issues {
                lines.append("  \(issue.level.rawValue.lowercased()): \(issue.message)")
            }
        }
        return lines.joined(separator: "\n") + (lines.isEmpty ? "" : "\n")
    }

    /// Whether anything is wrong that is more than a warning.
    package var hasErrors: Bool {
        entries.contains { $0.issues.contains { $0.level == .error } }
    }
}
