import PeriluneCore

extension ChartIssue {
    /// A column that an argument restricts and a query does not have; who asked adds the chart's name.
    init(missing column: String, query: String) {
        self.init(
            .missingColumn(chart: "", query: query, column: column),
            reason: "query \(query) cannot be filtered by \(column): it has no such column",
            hint: "add the column to its rows, or a parameter of that name to its SQL")
    }

    /// The same issue, told of a chart.
    package func of(chart: String) -> ChartIssue {
        var issue = self
        switch kind {
        case .missingColumn(_, let query, let column):
            issue.kind = .missingColumn(chart: chart, query: query, column: column)
        case .emptyTable(_, let query): issue.kind = .emptyTable(chart: chart, query: query)
        case .expression(_, let expression, let row):
            issue.kind = .expression(chart: chart, expression: expression, row: row)
        default: break
        }
        return issue
    }

    /// What went wrong while a chart asked a query.
    package init(_ error: any Error, chart: String) {
        switch error {
        case let issue as ChartIssue: self = issue.of(chart: chart)
        case let error as PeriluneError:
            // More rows than are held: what the original called too little memory.
            let kind: Kind =
                error.code == "query.rows"
                ? .lowMemory(other: error.message) : .other(error.message)
            self.init(kind, at: error.place, reason: error.message, hint: error.hint)
        default: self.init(.other("\(error)"))
        }
    }
}
