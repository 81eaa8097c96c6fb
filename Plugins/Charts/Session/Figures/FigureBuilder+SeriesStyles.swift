extension FigureBuilder {
    /// Gives the series of a chart, and the slices of a pie, the styles of their names.
    func addSeriesStyles(
        to plot: inout Plot, layer: Int = 0, of chart: Chart, series: [BuiltFigure.Key],
        categories: [BuiltFigure.Key] = []
    ) async {
        if let column = chart.series?.column {
            let styleNumbers = await styleNumbers(column)
            for (place, key) in series.enumerated()
            where plot.layers[layer].series.indices.contains(place) {
                plot.layers[layer].series[place].styleNumber = styleNumbers[key.text]
            }
        }
        if chart.hasSlices, let column = chart.category?.column {
            let styleNumbers = await styleNumbers(column)
            plot.categoryStyles = categories.map { styleNumbers[$0.text] }
        }
    }
}

extension Dashboard {
    /// The queries of charts whose series, or slices, are the names of a column.
    ///
    /// Lower levels of a drill-down are left out, since their queries may be large without an argument.
    func queries(naming column: String) -> [String] {
        var queries: [String] = []
        for item in items {
            let charts: [Chart] =
                switch item {
                case .drillDown(let group): Array(group.charts.prefix(1))
                case .chart, .overlay: item.charts
                default: []
                }
            for chart in charts where chart.names(column) {
                for query in chart.queries where !queries.contains(query) { queries.append(query) }
            }
        }
        return queries
    }
}

extension Chart {
    fileprivate func names(_ column: String) -> Bool {
        series?.column == column || hasSlices && category?.column == column
    }

    fileprivate var hasSlices: Bool { kind == .pie || kind == .donut }
}
