import PeriluneCore

extension FigureBuilder {
    /// A chart that has one query.
    mutating func singleQueryFigure(
        _ chart: Chart, _ drills: [String: QueryArgument], _ item: ItemState
    ) async throws(FigureFailure) -> BuiltFigure {
        guard let kind = chart.kind else {
            throw FigureFailure("the metadata of '\(chart.name)' does not name a known ChartType")
        }
        switch kind {
        case .treeMap: return try await treemap([chart], drills, item, Figure(named: chart))
        case .histogram: return try await histogram(chart, drills, item)
        default: break
        }
        let valueTitle = chart.values.first?.displayName
        let chart = chart.withDefaultValues
        guard let query = chart.query, let axis = chart.category, let name = axis.column
        else { throw FigureFailure("the metadata of '\(chart.name)' is incomplete") }
        var table = try await table(of: query, for: chart, drills: drills)
        if kind.isCloud {
            table = withNumbers(in: [name], of: table, query) ?? table
        }
        var category = try column(name, in: table, query, of: chart.name)
        if (0..<table.count).allSatisfy({ category[$0] == .null }) {
            report(
                ChartIssue(
                    .other(chart.name), at: axis.place.inFile(nil), level: .warning,
                    reason:
                        "chart \(chart.name): column \(name) of query \(query) has no value in any "
                        + "row, so all rows are one category"))
        }
        if mayBeInTime(axis, [kind], item) || axis.hasDateFormat {
            category = withTimes(category, of: query)
        }
        let series: Column? =
            if let name = chart.series?.column {
                try column(name, in: table, query, of: chart.name)
            } else { nil }
        table.change(item.whatIf, by: category)
        var pivot = Pivot(
            category: category, series: series, rows: table.count, isSorted: table.isSorted)
        var facets: (keys: [BuiltFigure.Key], axis: Chart.Axis)?
        let seriesCount = pivot.series.count
        let arePoints = arePoints(chart, category, pivot)
        if arePoints { pivot = Pivot(points: category, series: series, rows: table.count) }
        let isInTime = isInTime(category, axis, [kind], item)
        if let axis = chart.facet, let name = axis.column, kind.mayHaveFacets {
            let column = try column(name, in: table, query, of: chart.name)
            facets = (pivot.divide(by: column, rows: table.count), axis)
        }
        if isInTime { pivot.sortByTime() }
        if kind == .heatMap { pivot.sortSeriesByNumber() }
        if kind == .waterfall { pivot.append(axis.totals) }
        var (layer, notes) = try layer(
            of: chart, kind.layer, over: table, query, &pivot, item, axis)
        switch kind {
        case .boxPlot:
            layer.outliers = try outliers(of: chart, over: table, query, pivot)
            layer.axisTitle = valueTitle
        case .candlestick: layer.axisTitle = ""
        case .waterfall: notes += try sumUp(&layer, pivot.categories, axis, chart)
        default: break
        }
        var built = BuiltFigure(
            Figure(name: chart.name, title: chart.title, content: .message(""), notes: notes))
        built.categories = pivot.categories
        built.series = Array(pivot.series.prefix(max(1, seriesCount)))
        var plot = Plot(
            categories: labels(pivot.categories, axis, of: chart.name),
            categoryTitle: axis.displayName, layers: [layer],
            selection: selection(item, pivot.categories, built.series),
            range: item.lower...item.upper)
        if isInTime {
            notes += placeOnTimeAxis(pivot.categories, category, on: &plot)
            built.figure.notes = notes
        } else if kind == .scatter || arePoints || kind.isCloud && category.cells.areNumbers {
            notes += place(pivot.categories, of: axis, on: &plot)
            plot.hasLogarithmicPositions = try isLogarithmic(axis, plot.positions ?? [], chart)
            plot.hasSymmetricPositions = axis.scale == .symmetricLog
            if arePoints { notes += warningsOfLostValues(layer.values, of: chart) }
            built.figure.notes = notes
        }
        plot.isInHexagons = isInHexagons(axis, plot, chart)
        built.figure.notes += warnOfAmbiguousNumbers(pivot.categories, of: axis, kind, chart)
        let isLogarithmic = axis.scale == .log || axis.scale == .symmetricLog
        if axis.scale == .time && !isInTime || isLogarithmic && plot.positions == nil {
            report(
                ChartIssue(
                    .other(chart.name), at: axis.place.inFile(nil), level: .warning,
                    reason: "chart \(chart.name): its categories cannot lie on this scale",
                    hint: axis.scale == .time
                        ? "Scale=\"Time\" requires dates, in the order of time"
                        : "Scale=\"\(axis.scale?.rawValue ?? "")\" of <Category> requires a scatter or bubble chart"
                ))
        }
        if kind == .waterfall {
            plot.totals = Set(
                pivot.categories.indices.filter { axis.totals.contains(pivot.categories[$0].text) })
        }
        plot.isSorted = table.isSorted
        plot.reference = table.reference ?? chart.referenceValue
        plot.upperThreshold = table.upperThreshold ?? chart.upperThreshold
        plot.lowerThreshold = table.lowerThreshold ?? chart.lowerThreshold
        plot.levelNames = chart.levelNames
        if let start = table.predictiveStart?.key ?? chart.predictiveStart {
            plot.predictiveStart = place(
                ofForecast: start, among: pivot.categories, of: chart.name, axis.sort)
        }
        await addSeriesStyles(
            to: &plot, of: chart, series: pivot.series, categories: pivot.categories)
        await writeByScript(&plot, of: chart, pivot.categories, built.series)
        if let facets {
            built.figure.content = .multiples(multiples(plot, facets.keys, facets.axis, of: chart))
        } else {
            built.figure.content =
                kind == .kpi ? indicator(plot, chart) : kind.content(plot)
        }
        return built
    }

    /// Sets the category at which the forecast starts; warns if there is no such category.
    mutating func place(
        ofForecast start: String, among keys: [BuiltFigure.Key], of chart: String,
        _ sort: CategorySort
    ) -> Int? {
        guard sort.by != .value else {
            report(
                ChartIssue(
                    .other(chart), level: .warning,
                    reason:
                        "the forecast of '\(chart)' is not marked: its categories are sorted by value"
                ))
            return nil
        }
        if let place = keys.firstIndex(where: { $0.text == start }) { return place }
        report(
            ChartIssue(
                .other(chart), level: .warning,
                reason: "the forecast of '\(chart)' starts at '\(start)', which is not one of its "
                    + "categories"))
        return nil
    }

    /// The values of a chart over the categories and series of a pivot, and what is to be noted on it.
    mutating func layer(
        of chart: Chart, _ kind: Plot.Kind, over table: Table, _ query: String,
        _ pivot: inout Pivot, _ item: ItemState, _ axis: Chart.Axis
    ) throws(FigureFailure) -> (Plot.Layer, notes: [String]) {
        let parts = try chart.values.map { value throws(FigureFailure) in
            try self.parts(of: value, over: table, query, of: chart)
        }
        guard !parts.isEmpty else { throw FigureFailure("'\(chart.name)' has no values") }
        var matrices = try self.matrices(parts, pivot, chart)
        if let order = order(of: pivot, matrices[0].cells, axis.sort) {
            pivot.reorder(order)
            if let top = axis.sort.top { pivot.combine(after: top, as: axis.sort.other) }
            matrices = try self.matrices(parts, pivot, chart)
        }
        let notes = report(matrices, chart, query) + reportEmptyValues(matrices, chart, query)
        var values: [Plot.Values] = []
        for ((value, part), matrix) in zip(zip(chart.values, parts), matrices) {
            let areFractions =
                part.window == nil
                ? areFractions(value, table, query, chart)
                : areFractions(matrix.cells.flatMap(\.self), of: value, chart)
            var drawn = Plot.Values(
                title: value.displayName, cells: matrix.cells,
                format: numberFormat(
                    of: value, beside: matrix.cells, areFractions))
            drawn.areCounts = value.aggregate?.counts ?? false
            drawn.isLogarithmic = try isLogarithmic(value, matrix.cells.joined(), chart)
            drawn.isSymmetric = value.isSymmetric
            values.append(drawn)
        }
        if let sort = item.sort, let order = order(of: pivot, values, sort) {
            pivot.reorder(order)
            for index in values.indices {
                values[index].cells = values[index].cells.map { row in order.map { row[$0] } }
            }
        }
        let texts =
            chart.series.map {
                formats.labels(
                    pivot.series.map(\.cell), format: $0.format, currency: $0.currencyCode
                ).texts
            } ?? pivot.series.map { _ in "" }
        let series = zip(texts, pivot.series).map { text, key in
            Plot.Series(text, isVisible: !item.hiddenSeries.contains(key.text))
        }
        let layer = Plot.Layer(
            kind: kind, title: chart.title, series: series, values: values,
            stacking: stacking(of: chart))
        return (layer, notes)
    }

    mutating func labels(
        _ keys: [BuiltFigure.Key], _ axis: Chart.Axis, of chart: String
    ) -> [Label] {
        let hasFormat = axis.hasDateFormat
        let formatted = formats.labels(
            keys.map { $0.labelled(hasFormat: hasFormat) }, format: axis.format,
            currency: axis.currencyCode)
        if let warning = formatted.warning {
            report(ChartIssue(.other(chart), level: .warning, reason: warning))
        }
        return formatted.texts.map { Label($0) }
    }

    func selection(
        _ item: ItemState, _ categories: [BuiltFigure.Key], _ series: [BuiltFigure.Key]
    ) -> Selection {
        var selection = Selection()
        for (index, key) in categories.enumerated() where item.categories.contains(key.text) {
            selection.categories.insert(index)
        }
        for (index, key) in series.enumerated() where item.series.contains(key.text) {
            selection.series.insert(index)
        }
        guard !item.selected.isEmpty else { return selection }
        for (category, categoryKey) in categories.enumerated() {
            for (series, seriesKey) in series.enumerated()
            where item.selected.contains(
                .init(category: categoryKey.text, series: seriesKey.text))
            {
                selection.items.insert(.init(category: category, series: series))
            }
        }
        return selection
    }
}

extension Table {
    /// Sets what-if values in all rows of their category.
    fileprivate mutating func change(
        _ changes: [String: [String: Double]], by category: Column
    ) {
        guard !changes.isEmpty else { return }
        for index in columns.indices {
            guard case .numbers(var values) = columns[index].cells else { continue }
            for row in 0..<count {
                if let value = changes[category[row].key]?[columns[index].name] {
                    values[row] = value
                }
            }
            columns[index].cells = .numbers(values)
        }
    }
}

extension Chart.Kind {
    var layer: Plot.Kind {
        switch self {
        case .column, .stackedColumn, .percentColumn, .treeMap, .dataGrid, .histogram, .heatMap:
            .column
        case .bar, .stackedBar, .percentBar: .bar
        case .line, .kpi: .line
        case .area, .stackedArea, .percentArea: .area
        case .pie: .pie
        case .donut: .donut
        case .boxPlot: .box
        case .waterfall: .waterfall
        case .candlestick: .candle
        case .bubble: .bubble
        case .scatter: .scatter
        case .horizontalBullet, .verticalBullet: .bullet
        }
    }

    func content(_ plot: Plot) -> Figure.Content {
        switch self {
        case .pie, .donut: .pie(plot)
        case .horizontalBullet: .bullet(plot, isVertical: false)
        case .verticalBullet: .bullet(plot, isVertical: true)
        case .heatMap: .heatMap(plot)
        case .dataGrid: .grid(Grid(plot))
        default: .plot(plot)
        }
    }
}
