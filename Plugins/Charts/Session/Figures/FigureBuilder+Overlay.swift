import PeriluneCore

extension FigureBuilder {
    /// Layers over the categories of all of them.
    mutating func figure(of group: OverlayGroup) async throws(FigureFailure) -> BuiltFigure {
        guard let axis = group.category, let name = axis.column, !group.layers.isEmpty else {
            throw FigureFailure("the metadata of '\(group.name)' is incomplete")
        }
        let item = state[group.name]
        var notes: [String] = []
        var series: [BuiltFigure.Key] = []
        var tables: [Table] = []
        var columns: [Column] = []
        var own: [(chart: Chart, series: [BuiltFigure.Key])] = []
        var parts: [(layer: Plot.Layer, keys: [BuiltFigure.Key])] = []
        for chart in group.layers {
            guard let query = chart.query, let kind = chart.kind else {
                notes.append("'\(chart.name)' is not drawn: its ChartType is not that of a layer")
                continue
            }
            let table = try await table(of: query, for: chart)
            var category = try column(name, in: table, query, of: chart.name)
            if mayBeInTime(axis, group.layers.compactMap(\.kind), item) {
                category = withTimes(category, of: query)
            }
            let seriesColumn: Column? =
                if let name = chart.series?.column {
                    try column(name, in: table, query, of: chart.name)
                } else { nil }
            var pivot = Pivot(
                category: category, series: seriesColumn, rows: table.count,
                isSorted: table.isSorted)
            var (layer, layerNotes) = try layer(
                of: chart, kind.layer, over: table, query, &pivot, item, axis)
            notes += layerNotes.filter { !notes.contains($0) }
            if seriesColumn == nil {
                // The legend names it by its value, as do actions that hide it.
                let title = layer.values[0].title
                layer.series = [
                    Plot.Series(title, isVisible: !item.hiddenSeries.contains(title))
                ]
                series.append(BuiltFigure.Key(text: title, cell: .null))
            } else {
                series += pivot.series
            }
            parts.append((layer, pivot.categories))
            own.append((chart, pivot.series))
            tables.append(table)
            columns.append(category)
        }
        guard !parts.isEmpty else {
            throw FigureFailure("the metadata of '\(group.name)' is incomplete")
        }
        var keys = merged(parts.map(\.keys), axis.sort)
        let kinds = group.layers.compactMap(\.kind)
        let isInTime = columns.allSatisfy { self.isInTime($0, axis, kinds, item) }
        if isInTime {
            keys.sort { ($0.instant ?? .max) < ($1.instant ?? .max) }
        }
        let places = Dictionary(uniqueKeysWithValues: keys.enumerated().map { ($1, $0) })
        let layers = parts.map { part in
            var layer = part.layer
            for value in layer.values.indices {
                layer.values[value].cells = layer.values[value].cells.map { cells in
                    var spread = Array(repeating: Double.nan, count: keys.count)
                    for (key, cell) in zip(part.keys, cells) {
                        if let place = places[key] { spread[place] = cell }
                    }
                    return spread
                }
            }
            return layer
        }
        var plot = Plot(
            categories: labels(keys, axis, of: group.name), categoryTitle: axis.displayName,
            layers: layers, hasDualAxis: group.hasDualAxis,
            selection: selection(item, keys, series), range: item.lower...item.upper)
        for (layer, own) in own.enumerated() {
            await addSeriesStyles(to: &plot, layer: layer, of: own.chart, series: own.series)
        }
        if isInTime { notes += placeOnTimeAxis(keys, columns[0], on: &plot) }
        // If several layers have such a value, the first one's is used.
        let told = zip(tables, group.layers.filter { $0.query != nil && $0.kind != nil })
        plot.reference = told.lazy.compactMap { $0.reference ?? $1.referenceValue }.first
        plot.levelNames =
            group.layers.map(\.levelNames).first { $0 != Plot.ReferenceLabels() }
            ?? Plot.ReferenceLabels()
        plot.upperThreshold = told.lazy.compactMap { $0.upperThreshold ?? $1.upperThreshold }.first
        plot.lowerThreshold = told.lazy.compactMap { $0.lowerThreshold ?? $1.lowerThreshold }.first
        if let start = told.lazy.compactMap({ $0.predictiveStart?.key ?? $1.predictiveStart }).first
        {
            plot.predictiveStart = place(ofForecast: start, among: keys, of: group.name, axis.sort)
        }
        var built = BuiltFigure(
            Figure(name: group.name, title: group.title, content: .plot(plot), notes: notes))
        built.figure.set(group.caption, group.display)
        built.categories = keys
        built.series = series
        return built
    }

    /// The categories of all layers, in an order that keeps that of each layer.
    private func merged(
        _ layers: [[BuiltFigure.Key]], _ sort: CategorySort
    ) -> [BuiltFigure.Key] {
        var keys: [BuiltFigure.Key] = []
        var places: [BuiltFigure.Key: Int] = [:]
        for key in layers.joined() where places[key] == nil {
            places[key] = keys.count
            keys.append(key)
        }
        var order = CategoryOrder(keys.map(\.cell))
        for (layer, own) in layers.enumerated() {
            for key in own { if let place = places[key] { order.add(place, of: layer) } }
        }
        keys = order.order.map { keys[$0] }
        guard sort.by != .value, sort != CategorySort() else { return keys }
        return sort.sorted(keys).map { keys[$0] }
    }
}
