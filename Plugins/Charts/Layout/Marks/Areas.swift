import PeriluneDrawing

extension MarkPainter {
    /// Transparent areas from zero, and their upper edges.
    func areas() -> [Node] {
        let shown = self.shown(.area)
        var rings: [Mark.Shape] = []
        let nodes = shown.map { series in
            let runs = self.runs(series)
            var nodes = runs.filter { $0.count > 1 }.map { run in
                Node.mark(Mark(.path(surface(run)), surfacePaint(series, of: shown.count)))
            }
            nodes += runs.flatMap { strokes($0, series, width: max(1.5, theme.lines.series - 0.5)) }
            nodes += points(on: runs, series, rings: &rings)
            return group(series, nodes)
        }
        return nodes + outlines(rings)
    }

    private func surface(_ run: [LinePoint]) -> Path {
        var path = Path()
        guard let first = run.first, let last = run.last else { return path }
        path.move(first.x, first.base)
        for point in run { path.line(point.x, point.y) }
        if run.contains(where: { $0.base != first.base }) {
            for point in run.reversed() { path.line(point.x, point.base) }
        } else {
            path.line(last.x, last.base)
        }
        path.close()
        return path
    }

    private func surfacePaint(_ series: PlotSeries, of count: Int) -> Paint {
        let isFull = selection.isEmpty || selection.series.contains(series.number)
        // Many overlapping areas together are as transparent as a few; those of a stack do not overlap.
        let least = count > 1 ? min(0.3, 1.2 / Double(count)) : 0.4
        let opacity = (series.stacking != nil ? 0.75 : least) * (isFull ? 1 : 0.4)
        let color = series.style.color
        guard let hatch = series.style.hatch else { return .fill(color.withOpacity(opacity)) }
        return Paint(
            fill: .hatch(
                hatch, color.withOpacity(min(1, opacity * 5 / 3)),
                on: color.withOpacity(opacity / 3)))
    }
}
