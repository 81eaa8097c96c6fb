package import PeriluneCore

extension Expression {
    /// The result of an expression for the rows of a table, with its errors as issues of a chart.
    package struct ChartColumn: Sendable {
        /// The values; `nil` if a column is missing or types do not fit.
        package var cells: Column.Cells?
        /// Errors and warnings, each with the expression and the place in it.
        package var issues: [ChartIssue]
    }

    /// Evaluates the expression of a chart.
    ///
    /// An error is told once, with the first row that has it; 0 where all have.
    package func column(
        of chart: String, query: String, over table: Table, variables: [String: Cell] = [:]
    ) -> ChartColumn {
        let missing = columns.filter { table[$0] == nil }
        guard missing.isEmpty else {
            return ChartColumn(
                cells: nil,
                issues: missing.map {
                    ChartIssue(missing: $0, in: table, query, of: chart)
                })
        }
        do {
            let result = try evaluate(over: table, variables: variables)
            return ChartColumn(
                cells: result.cells, issues: result.issues.map { issue($0, of: chart) })
        } catch {
            return ChartColumn(cells: nil, issues: [Self.issue(error, in: text, of: chart)])
        }
    }

    /// Warnings about syntax that is accepted but discouraged; reported when metadata is read.
    package func warnings(of chart: String) -> [ChartIssue] {
        warnings.map { issue($0, of: chart) }
    }

    /// What is wrong with an expression as a whole, as one of the guide's errors.
    package static func issue(
        _ error: PeriluneError, in text: String, of chart: String
    ) -> ChartIssue {
        var issue = ChartIssue(
            .expression(chart: chart, expression: text, row: 0),
            reason: "chart \(chart): \(error.message)", hint: error.hint)
        issue.excerpt = .init(error.place)
        return issue
    }

    private func issue(_ issue: ExpressionIssue, of chart: String) -> ChartIssue {
        let place = ExpressionSource(text: text).error("", at: issue.column - 1).place
        let row = issue.row.map { " (row \($0))" } ?? ""
        var told = ChartIssue(
            .expression(chart: chart, expression: text, row: issue.row ?? 0),
            level: issue.severity == .warning ? .warning : .error,
            reason: "chart \(chart): \(issue.message)\(row)")
        told.excerpt = .init(place)
        return told
    }
}

extension ChartIssue.Excerpt {
    /// The place in an expression that an error refers to; `nil` if there is none.
    init?(_ place: PeriluneError.Place) {
        guard let line = place.sourceLine, let column = place.column else { return nil }
        self.init(line: line, column: column)
    }
}
