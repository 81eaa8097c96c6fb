import PeriluneCore

/// A value of a chart: the rows of its expression, or of the parts that its functions of several categories combine.
struct ValueParts {
    var rows: [ValueRows]
    var window: WindowExpression?
}

extension FigureBuilder {
    /// The rows of a value and of its parts.
    mutating func parts(
        of value: Chart.Value, over table: Table, _ query: String, of chart: Chart
    ) throws(FigureFailure) -> ValueParts {
        // An error in an expression is reported when it is evaluated.
        guard let window = try? WindowExpression(value.expression) else {
            return ValueParts(rows: [try rows(of: value, over: table, query, of: chart)])
        }
        guard !window.parts.isEmpty else {
            throw FigureFailure("'\(value.expression)' names no column")
        }
        var parts = ValueParts(rows: [], window: window)
        for expression in window.parts {
            var part = value
            part.expression = expression
            parts.rows.append(try rows(of: part, over: table, query, of: chart))
        }
        return parts
    }

    /// The numbers of each value by series and category, in the current order of categories.
    mutating func matrices(
        _ parts: [ValueParts], _ pivot: Pivot, _ chart: Chart
    ) throws(FigureFailure) -> [Pivot.Matrix] {
        var matrices: [Pivot.Matrix] = []
        for (value, parts) in zip(chart.values, parts) {
            let computed = parts.rows.map { pivot.matrix($0) }
            guard var matrix = computed.first else { continue }
            if let window = parts.window {
                matrix.undeclared = computed.map(\.undeclared).max() ?? 0
                for series in matrix.cells.indices {
                    matrix.cells[series] = try self.values(
                        of: window, computed.map { $0.cells[series] }, value, chart)
                }
            }
            matrices.append(matrix)
        }
        return matrices
    }

    /// The numbers of one series.
    private mutating func values(
        of window: WindowExpression, _ parts: [[Double]], _ value: Chart.Value, _ chart: Chart
    ) throws(FigureFailure) -> [Double] {
        do throws(PeriluneError) {
            let result = try window.evaluate(
                parts, count: parts.first?.count ?? 0, variables: variables)
            for issue in result.issues {
                let text = "chart \(chart.name): \(issue.message) in '\(value.expression)'"
                report(
                    ChartIssue(
                        .other(chart.name), at: value.place.inFile(nil), level: .warning,
                        reason: text))
            }
            return result.values
        } catch {
            var issue = Expression.issue(error, in: value.expression, of: chart.name)
            issue.place = value.place.inFile(nil)
            throw FigureFailure(issue.message, issue)
        }
    }
}
