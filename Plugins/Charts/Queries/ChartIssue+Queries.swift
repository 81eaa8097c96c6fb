import PeriluneCore

extension ChartIssue {
    /// A column that an argument restricts and a query does not have; who asked adds the chart's name.
    init(missing column: String, query: String) {
        self.init(
            .missingColumn(chart: "", query: query, column: column),
            reason: "query \(query) cannot be filtered by \(column): it has no such column",
            hint: "add the column to its rows, or a parameter of that name to its SQL")
    }

    /// A column that a query does not have, with the nearest name and the existing ones.
    init(missing column: String, in table: Table, _ query: String, of chart: String) {
        let names = table.columns.map(\.name)
        let known = ListedNames(names, most: 12)
        let nearest = NearestName.hint(for: column, in: names)
        self.init(
            .missingColumn(chart: chart, query: query, column: column),
            hint: names.isEmpty
                ? nil
                : nearest.map { "\($0) The columns are \(known)" } ?? "the columns are \(known)")
    }

    /// A query without rows.
    init(empty table: Table, _ request: QueryRequest, of chart: String) {
        let arguments = request.arguments.keys.sorted().joined(separator: ", ")
        self.init(
            .emptyTable(chart: chart, query: request.name),
            reason: "query \(request.name) of chart \(chart) has no rows"
                + (arguments.isEmpty ? "" : " that are restricted by \(arguments)"),
            hint: table.columns.isEmpty
                ? nil
                : "its columns are \(ListedNames(table.columns.map(\.name), most: 12))")
    }

    /// The same issue, reported for a chart.
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

    /// Creates an issue from the error of a chart's query.
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

/// Names in a sentence, the first ones of many.
struct ListedNames: CustomStringConvertible {
    let description: String

    init(_ names: [String], most: Int) {
        let shown = names.prefix(most).map { "\($0.prefix(40))" }.joined(separator: ", ")
        description =
            names.count > most ? "\(shown) and \(names.count - most) more" : shown
    }
}
