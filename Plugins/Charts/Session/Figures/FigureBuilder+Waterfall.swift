extension FigureBuilder {
    /// Fills in the totals of a waterfall, and warns of rows that have another number for one.
    mutating func sumUp(
        _ layer: inout Plot.Layer, _ categories: [BuiltFigure.Key], _ axis: Chart.Axis,
        _ chart: Chart
    ) throws(FigureFailure) -> [String] {
        guard layer.series.count == 1 else {
            throw failure(
                "a waterfall has one series",
                "remove <Series>, or use ChartType=\"StackedColumn\"", chart,
                chart.series?.place ?? chart.place)
        }
        var notes: [String] = []
        var sum = 0.0
        for (category, key) in categories.enumerated() {
            let value = layer.values[0].cells[0][category]
            guard axis.totals.contains(key.text) else {
                if value.isFinite { sum += value }
                continue
            }
            layer.values[0].cells[0][category] = sum
            guard value.isFinite, abs(value - sum) > 1e-9 * max(abs(value), abs(sum)) else {
                continue
            }
            let format = layer.values[0].format
            let text =
                "the total '\(key.text)' is \(format.full(sum)), but its row has \(format.full(value))"
            notes.append(text)
            report(
                ChartIssue(
                    .other(chart.name), at: axis.place.inFile(nil), level: .warning,
                    reason: "chart \(chart.name): \(text)",
                    hint: "the total is the sum of the values before it"))
        }
        return notes
    }
}
