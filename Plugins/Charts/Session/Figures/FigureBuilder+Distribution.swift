extension Chart {
    /// The chart with the values that its kind requires, computed from those of the metadata.
    ///
    /// A box plot has five values of one expression. A candlestick uses the first, highest, lowest and last of the
    /// rows of a category.
    var withDefaultValues: Chart {
        var chart = self
        switch kind {
        case .boxPlot:
            guard let value = values.first else { return self }
            let parts: [(Aggregate, String)] = [
                (.median, "Median"), (.lowerQuartile, "Lower quartile"),
                (.upperQuartile, "Upper quartile"), (.lowerWhisker, "Lower whisker"),
                (.upperWhisker, "Upper whisker"),
            ]
            chart.values = parts.enumerated().map { place, part in
                var own = value
                own.sequence = place + 1
                own.aggregate = part.0
                own.displayName = part.1
                return own
            }
        case .candlestick:
            for (place, aggregate) in [Aggregate.first, .max, .min, .last].enumerated()
            where chart.values.indices.contains(place) {
                chart.values[place].aggregate = chart.values[place].aggregate ?? aggregate
            }
        default: break
        }
        return chart
    }
}

extension FigureBuilder {
    /// The outliers of each box, from the rows of its series and category.
    mutating func outliers(
        of chart: Chart, over table: Table, _ query: String, _ pivot: Pivot
    ) throws(FigureFailure) -> [[[Double]]] {
        guard let value = chart.values.first,
            case .numbers(let numbers) = try rows(of: value, over: table, query, of: chart).cells
        else { return [] }
        let rows = RowsOfCells(pivot)
        return pivot.series.indices.map { series in
            pivot.categories.indices.map { category in
                Quartiles(rows.rows(series, category).map { numbers[$0] }.filter { !$0.isNaN })
                    .outliers
            }
        }
    }
}
