extension FigureBuilder {
    /// The plots of a chart with facets, each of which has the series of its own rows.
    ///
    /// The layer of the plot has the series of all facets, one facet after the other.
    mutating func multiples(
        _ plot: Plot, _ facets: [BuiltFigure.Key], _ axis: Chart.Axis, of chart: Chart
    ) -> Multiples {
        let titles = labels(facets, axis, of: chart.name)
        let count = facets.isEmpty ? 0 : plot.layers[0].series.count / facets.count
        return Multiples(
            panels: titles.enumerated().map { facet, title in
                let own = facet * count..<(facet + 1) * count
                var plot = plot
                plot.layers[0].series = Array(plot.layers[0].series[own])
                for value in plot.layers[0].values.indices {
                    plot.layers[0].values[value].cells = Array(
                        plot.layers[0].values[value].cells[own])
                }
                if !plot.layers[0].outliers.isEmpty {
                    plot.layers[0].outliers = Array(plot.layers[0].outliers[own])
                }
                return Multiples.Panel(title: title.text, plot: plot)
            })
    }
}

extension Pivot {
    /// Divides every series by the values of another column, and returns those in the order in which they appear.
    ///
    /// Series are then those of the first value, followed by those of the second, and so on.
    mutating func divide(by column: Column, rows: Int) -> [BuiltFigure.Key] {
        let (facets, facetOfRow) = Self.groups(column, rows)
        let count = series.count
        seriesOfRow = zip(seriesOfRow, facetOfRow).map { $0 + $1 * count }
        series = facets.indices.flatMap { _ in series }
        return facets
    }
}

extension Pivot {
    /// Sorts series that are numbers or dates, unless they go up or down already.
    mutating func sortSeriesByNumber() {
        let numbers = series.compactMap { key -> Double? in
            switch key.cell {
            case .number(let number): number.isFinite ? number : nil
            case .date(let date): Double(date)
            case .text, .null: nil
            }
        }
        guard numbers.count == series.count else { return }
        let steps = zip(numbers, numbers.dropFirst())
        guard steps.contains(where: { $0 > $1 }), steps.contains(where: { $0 < $1 }) else { return }
        let order = series.indices.sorted { numbers[$0] < numbers[$1] }
        var places = order
        for (place, index) in order.enumerated() { places[index] = place }
        series = order.map { series[$0] }
        seriesOfRow = seriesOfRow.map { places[$0] }
    }
}

extension Chart.Kind {
    /// Whether a chart is a plot with axes, of which there may be several side by side.
    ///
    /// The sizes of bubbles depend on the largest of a plot, so they cannot be compared.
    var mayHaveFacets: Bool {
        switch self {
        case .column, .stackedColumn, .percentColumn, .bar, .stackedBar, .percentBar, .line, .area,
            .stackedArea, .percentArea, .scatter, .boxPlot, .candlestick:
            true
        default: false
        }
    }
}
