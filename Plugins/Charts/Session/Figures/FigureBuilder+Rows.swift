/// The data of the rows for one value of a chart, and how rows are combined.
struct ValueRows {
    var cells: Column.Cells
    var aggregate: Aggregate?
    var weights: [Double]?
}

extension Pivot {
    func matrix(_ rows: ValueRows) -> Matrix {
        matrix(rows.cells, rows.aggregate, weights: rows.weights)
    }
}

extension FigureBuilder {
    /// The rows of a value: numbers, or values of any type if they are only counted.
    mutating func rows(
        of value: Chart.Value, over table: Table, _ query: String, of chart: Chart
    ) throws(FigureFailure) -> ValueRows {
        if let aggregate = value.aggregate, aggregate.counts {
            let cells = try cells(
                value.expression, at: value.place, over: table, query, of: chart.name)
            return ValueRows(
                cells: counted(cells, value.expression, query), aggregate: aggregate)
        }
        let numbers = try numbers(
            value.expression, at: value.place, over: table, query: query, of: chart.name)
        var rows = ValueRows(cells: .numbers(numbers), aggregate: value.aggregate)
        if value.aggregate == .weightedMean, let weight = value.weight {
            rows.weights = try self.numbers(
                weight, at: value.place, over: table, query: query, of: chart.name)
        }
        return rows
    }

    /// Warns of rows that are added up without `Aggregate`: with an issue for each value, and a note in the
    /// picture.
    mutating func report(
        _ matrices: [Pivot.Matrix], _ chart: Chart, _ query: String
    ) -> [String] {
        for (value, matrix) in zip(chart.values, matrices) where matrix.undeclared > 0 {
            report(
                ChartIssue(
                    .other(chart.name), at: value.place.inFile(nil), level: .warning,
                    reason: "chart \(chart.name): \(Self.repeated(matrix.undeclared)) of query "
                        + "\(query); '\(value.expression)' is added up",
                    hint: "say how rows are combined: Aggregate=\"Sum\" of <Value>, or Mean, "
                        + "Median, Min, Max, Count, Distinct, First, Last, WeightedMean"))
        }
        let most = matrices.map(\.undeclared).max() ?? 0
        return most == 0 ? [] : ["\(Self.repeated(most)): values are added up"]
    }

    /// Warns of values that have no number in any row, and notes them in the picture.
    mutating func reportEmptyValues(
        _ matrices: [Pivot.Matrix], _ chart: Chart, _ query: String
    ) -> [String] {
        var names: [String] = []
        for (value, matrix) in zip(chart.values, matrices)
        where matrix.cells.allSatisfy({ $0.allSatisfy(\.isNaN) }) {
            names.append(value.displayName.isEmpty ? value.expression : value.displayName)
            report(
                ChartIssue(
                    .other(chart.name), at: value.place.inFile(nil), level: .warning,
                    reason:
                        "chart \(chart.name): '\(value.expression)' has no number in any row of query "
                        + query))
        }
        return names.isEmpty ? [] : ["No values: \(names.joined(separator: ", "))"]
    }

    private static func repeated(_ count: Int) -> String {
        count == 1
            ? "1 row repeats a category and series" : "\(count) rows repeat a category and series"
    }
}
