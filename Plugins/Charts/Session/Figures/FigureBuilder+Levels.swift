import PeriluneCore

extension FigureBuilder {
    /// A chart, or the level of it that is on show.
    mutating func figure(
        of chart: Chart, drills: [String: QueryArgument] = [:], state item: ItemState
    ) async throws(FigureFailure) -> BuiltFigure {
        guard chart.isZooming else {
            var built = try await singleQueryFigure(chart, drills, item)
            built.figure.set(chart.caption, chart.display)
            return built
        }
        let level = chart.zoomingLevels[min(item.level, chart.zoomingLevels.count - 1)]
        // Variables and what-if values do not apply to zooming charts.
        var untouched = state
        untouched.variables = [:]
        var builder = FigureBuilder(
            dashboard: dashboard, state: untouched, formats: formats, clock: clock,
            styleNumbers: styleNumbers,
            rows: rows)
        defer { for issue in builder.issues { report(issue) } }
        var built = try await builder.singleQueryFigure(chart.at(level), drills, item)
        built.figure.set(chart.caption, chart.display)
        built.figure.breadcrumbs = [level.title.isEmpty ? level.query : level.title]
        return built
    }

    mutating func figure(
        of group: DrillDownGroup, in item: Dashboard.Item
    ) async throws(FigureFailure) -> BuiltFigure {
        let (drills, way) = await drilled(group.charts, in: item)
        let depth = min(state[item.name].drills.count, group.charts.count - 1)
        guard group.charts.indices.contains(depth) else {
            throw FigureFailure("'\(group.name)' has no charts")
        }
        var built = try await figure(
            of: group.charts[depth], drills: drills, state: state[item.name])
        built.figure.breadcrumbs = way + built.figure.breadcrumbs
        if !way.isEmpty { built.figure.topLevel = Figure.top }
        if built.figure.title.isEmpty { built.figure.title = group.title }
        return built
    }

    /// What was drilled into: as arguments, and as the charts above write it.
    ///
    /// A drill names what was on show by its text: the column above says what kind of value that is.
    func drilled(
        _ charts: [Chart], in item: Dashboard.Item
    ) async -> (arguments: [String: QueryArgument], way: [String]) {
        var arguments: [String: QueryArgument] = [:]
        var way: [String] = []
        for (drill, chart) in zip(state[item.name].drills, charts) {
            // From a zooming chart the drill path begins at its coarsest level.
            let chart = chart.zoomingLevels.first.map(chart.at) ?? chart
            var table: Table?
            if let query = chart.query { table = try? await rows(QueryRequest(query, arguments)) }
            var step: [String] = []
            for (key, axis) in [(drill.category, chart.category), (drill.series, chart.series)] {
                guard let key else { continue }
                guard let axis, let name = axis.column else {
                    step.append(key)
                    continue
                }
                let cell = table?[name]?.cell(ofKey: key) ?? .text(key)
                step.append(text(of: cell, axis))
                let argument = QueryArgument.equals(cell)
                arguments[name] = arguments[name]?.and(argument, column: name) ?? argument
            }
            way.append(step.joined(separator: ", "))
        }
        return (arguments, way)
    }

    /// A category or a series as its axis writes it.
    func text(of cell: Cell, _ axis: Chart.Axis) -> String {
        formats.labels([cell], format: axis.format, currency: axis.currencyCode).texts[0]
    }
}

extension Figure {
    mutating func set(_ caption: Chart.Caption, _ display: Display) {
        (subtitle, source) = (caption.subtitle, caption.source)
        self.display = display
    }
}

extension Chart {
    /// The chart at one of its zooming levels.
    func at(_ level: ZoomingLevel) -> Chart {
        var chart = self
        chart.zoomingLevels = []
        chart.query = level.query
        chart.category = category ?? Axis(column: nil)
        chart.category?.column = level.categoryColumn
        if chart.category?.displayName.isEmpty == true {
            chart.category?.displayName = level.title
        }
        return chart
    }
}
