import PeriluneDrawing

extension MarkPainter {
    /// Columns that go up or down from where the one before ends, and lines from each to the next.
    func waterfalls() -> [Node] {
        var nodes: [Node] = []
        var outlined: [Mark.Shape] = []
        for (index, slot) in slots.enumerated() {
            guard let series = slot.first, series.kind == .waterfall, !hasReducedColumns else {
                continue
            }
            let scale = area.scale(series.layer)
            var marks: [Node] = []
            var lines: [Node] = []
            // The right side and the height where the column before ends.
            var before: Point?
            for category in plot.visible where !series.span(category).to.isNaN {
                let span = series.span(category)
                let sides = columnGeometry.sides(category, slot: index)
                let rect = area.rect(
                    along: sides.start, sides.end, from: span.from, to: span.to, on: scale)
                let end = scale.clamped(span.to).rounded()
                if let before, sides.start > before.x {
                    let y = min(max(before.y, area.rect.minY + 0.5), area.rect.maxY - 0.5)
                    lines.append(
                        .mark(
                            Mark(
                                .line(Point(before.x, y), Point(sides.start, y)),
                                .stroke(theme.colors.axis, width: theme.lines.axis))))
                }
                before = Point(sides.end, end)
                let shape = Mark.Shape.rect(rect)
                if isSelected(category, series) { outlined.append(shape) }
                var color = plot.color(ofStep: category, series)
                if emphasis(category, series) == .dimmed {
                    color = color.mixed(with: theme.colors.plotBackground, part: 0.7)
                }
                marks.append(
                    .mark(Mark(shape, .fill(color), identity: identity(category, series))))
            }
            nodes.append(.group(Group(.decoration, nodes: lines)))
            nodes.append(group(series, marks))
        }
        return nodes + outlines(outlined)
    }
}

extension PlotLayout {
    /// Totals have the colour of their series, the others that of a gain or a loss.
    func color(ofStep category: Int, _ series: PlotSeries) -> Color {
        if plot.totals.contains(category) { return series.style.color }
        return series.value(category) < 0 ? theme.colors.bad : theme.colors.good
    }

    /// The meanings of the colours of a waterfall.
    var waterfallEntries: [Legend.Entry] {
        guard let series = series.first(where: { $0.kind == .waterfall }) else { return [] }
        func entry(_ label: String, _ color: Color) -> Legend.Entry {
            Legend.Entry(label, style: SeriesStyle(color: color))
        }
        return [entry("Increase", theme.colors.good), entry("Decrease", theme.colors.bad)]
            + (plot.totals.isEmpty ? [] : [entry("Total", series.style.color)])
    }
}
