extension FigureBuilder {
    /// Counts rows, or combines their values, by intervals of a number.
    mutating func histogram(
        _ chart: Chart, _ drills: [String: QueryArgument], _ item: ItemState
    ) async throws(FigureFailure) -> BuiltFigure {
        guard let query = chart.query, let axis = chart.category, let name = axis.column,
            !chart.values.isEmpty
        else { throw FigureFailure("the metadata of '\(chart.name)' is incomplete") }
        var table = try await table(of: query, for: chart, drills: drills)
        table = withNumbers(in: [name], of: table, query) ?? table
        guard case .numbers(let all) = try column(name, in: table, query, of: chart.name).cells,
            let bins = HistogramBins(all, width: axis.binWidth)
        else {
            throw failure(
                "column '\(name)' has no numbers",
                "a histogram requires numbers; ChartType=\"Column\" counts names with "
                    + "Aggregate=\"Count\"", chart, axis.place)
        }
        let kept = all.indices.filter { all[$0].isFinite }
        table = table.picking(kept)
        var notes: [String] = []
        if kept.count < all.count {
            let count = all.count - kept.count
            notes.append(
                "\(count == 1 ? "1 row has" : "\(count) rows have") no number for "
                    + (axis.displayName.isEmpty ? name : axis.displayName))
        }
        if bins.isWidened {
            notes.append(
                "BinWidth is too small: bins are \(ValueText.number(bins.bins.width)) wide")
        }
        var series: Column?
        if let name = chart.series?.column {
            series = try column(name, in: table, query, of: chart.name)
        }
        let format = formats.names(format: axis.format, currency: axis.currencyCode)
        let unit = NumberFormat.AxisUnit(decimals: bins.bins.decimals)
        let edges = (0...bins.count).map { format.axis(bins.bins.edge($0), unit) }
        let keys = zip(edges, edges.dropFirst()).map { low, high in
            BuiltFigure.Key(text: "\(low) – \(high)", cell: .text("\(low) – \(high)"))
        }
        var pivot = Pivot(
            categories: keys, categoryOfRow: kept.map { bins.bin(of: all[$0]) }, series: series)
        // Without an aggregate, rows are counted.
        var counted = chart
        for place in counted.values.indices {
            counted.values[place].aggregate = counted.values[place].aggregate ?? .count
        }
        let (layer, told) = try layer(
            of: counted, .column, over: table, query, &pivot, item, Chart.Axis(column: nil))
        var plot = Plot(
            categories: keys.map { Label($0.text) },
            categoryTitle: axis.displayName.isEmpty ? name : axis.displayName, layers: [layer],
            selection: selection(item, pivot.categories, pivot.series),
            range: item.lower...item.upper)
        plot.bins = bins.bins
        plot.positions = keys.indices.map { bins.bins.edge($0) + bins.bins.width / 2 }
        plot.positionFormat = format
        plot.reference = table.reference ?? chart.referenceValue
        plot.upperThreshold = table.upperThreshold ?? chart.upperThreshold
        plot.lowerThreshold = table.lowerThreshold ?? chart.lowerThreshold
        plot.levelNames = chart.levelNames
        await addSeriesStyles(to: &plot, of: chart, series: pivot.series)
        var built = BuiltFigure(
            Figure(
                name: chart.name, title: chart.title, content: .plot(plot), notes: notes + told))
        built.categories = pivot.categories
        built.series = pivot.series
        return built
    }
}
