import PeriluneDrawing

extension MarkPainter {
    /// More points than pixels, twice over: not each can be seen.
    var hasReducedLines: Bool {
        let hasLines = plot.series.contains {
            $0.isVisible && ($0.kind == .line || $0.kind == .area)
        }
        return hasLines && Double(order.count) > 2 * max(1, area.rect.width)
    }

    func lines() -> [Node] {
        var rings: [Mark.Shape] = []
        let nodes = shown(.line).map { series in
            let runs = self.runs(series)
            var nodes = runs.flatMap { strokes($0, series, width: theme.lines.series) }
            nodes += points(on: runs, series, rings: &rings)
            return group(series, nodes)
        }
        return nodes + outlines(rings)
    }

    /// The points of a series that lines go through.
    func runs(_ series: PlotSeries) -> [[LinePoint]] {
        let scale = area.scale(series.layer)
        var runs = LineRuns(isReduced: hasReducedLines)
        for category in order {
            let span = series.kind == .area ? series.span(category) : nil
            let value = span?.to ?? series.value(category)
            if value.isNaN {
                runs.gap()
            } else {
                runs.add(
                    LinePoint(
                        category: category, x: area.center(category, plot.plot.positions),
                        y: scale.clamped(value), base: scale.clamped(span?.from ?? 0)))
            }
        }
        runs.gap()
        return runs.runs
    }

    /// A whole line up to the category with which the forecast begins, a dashed one from there on.
    func strokes(_ run: [LinePoint], _ series: PlotSeries, width: Double) -> [Node] {
        let isThis = selection.series.contains(series.number)
        let color = lineColor(series)
        let own = Stroke(color, width: isThis ? width + 1 : width, dash: series.style.dash)
        let start = plot.plot.predictiveStart ?? .max
        let split = run.firstIndex { $0.category >= start } ?? run.count
        var nodes: [Node] = []
        func add(_ points: ArraySlice<LinePoint>, _ stroke: Stroke) {
            guard points.count > 1 else { return }
            nodes.append(.mark(Mark(.polyline(points.map(\.point)), Paint(stroke: stroke))))
        }
        add(run[..<min(split + 1, run.count)], own)
        if split < run.count {
            add(run[split...], Stroke(color, width: own.width, dash: [6, 4]))
        }
        return nodes
    }

    private func lineColor(_ series: PlotSeries) -> Color {
        selection.isEmpty || selection.series.contains(series.number)
            ? series.style.color
            : series.style.color.mixed(with: theme.colors.plotBackground, part: 0.6)
    }

    /// The points of a line that can be seen or selected: a marker, or only a place.
    func points(
        on runs: [[LinePoint]], _ series: PlotSeries, rings: inout [Mark.Shape]
    ) -> [Node] {
        let diameter = plot.markerSize
        let reach = min(diameter, max(2, area.bands.width / 2))
        var nodes: [Node] = []
        var lone: [Rect] = []
        for run in runs {
            for point in run
            where (hasIdentities || isSelecting || run.count == 1)
                && !series.value(point.category).isNaN
            {
                let isSelected = isSelected(point.category, series)
                if isSelected, !selection.series.contains(series.number) || plot.hasMarkers {
                    rings.append(.circle(center: point.point, radius: diameter * 5 / 6))
                }
                guard hasIdentities else {
                    guard run.count == 1 else { continue }
                    if lone.last?.x != point.x.rounded() {
                        lone.append(Rect(point.x.rounded(), point.y.rounded() - 1, 1, 1))
                    }
                    continue
                }
                let isSeen = plot.hasMarkers || run.count == 1 || isSelected
                let shape =
                    isSeen
                    ? series.style.marker.shape(at: point.point, diameter: diameter)
                    : .circle(center: point.point, radius: reach / 2)
                let paint =
                    isSeen
                    ? Paint.fill(markerColor(point.category, series))
                    : Paint.fill(series.style.color.withOpacity(0))
                nodes.append(.mark(Mark(shape, paint, identity: identity(point.category, series))))
            }
        }
        if !lone.isEmpty { nodes.append(.mark(Mark(.rects(lone), fill(series, .full)))) }
        return nodes
    }

    private func markerColor(_ category: Int, _ series: PlotSeries) -> Color {
        emphasis(category, series) == .full
            ? series.style.color
            : series.style.color.mixed(with: theme.colors.plotBackground, part: 0.6)
    }
}
