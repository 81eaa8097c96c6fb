import PeriluneDrawing

extension MarkPainter {
    /// Surfaces from zero, through which those behind them can be seen, and their upper edges.
    func areas() -> [Node] {
        let shown = self.shown(.area)
        var rings: [Mark.Shape] = []
        let nodes = shown.map { series in
            let runs = self.runs(series)
            let base = area.scale(series.layer).baseline
            var nodes = runs.filter { $0.count > 1 }.map { run in
                Node.mark(Mark(.path(surface(run, base)), surfacePaint(series, of: shown.count)))
            }
            nodes += runs.flatMap { strokes($0, series, width: max(1.5, theme.lines.series - 0.5)) }
            nodes += points(on: runs, series, rings: &rings)
            return group(series, nodes)
        }
        return nodes + outlines(rings)
    }

    private func surface(_ run: [LinePoint], _ base: Double) -> Path {
        var path = Path()
        guard let first = run.first, let last = run.last else { return path }
        path.move(first.x, base)
        for point in run { path.line(point.x, point.y) }
        path.line(last.x, base)
        path.close()
        return path
    }

    private func surfacePaint(_ series: PlotSeries, of count: Int) -> Paint {
        let isFull = selection.isEmpty || selection.series.contains(series.number)
        // Many surfaces over each other let as much through as a few.
        let opacity = (count > 1 ? min(0.3, 1.2 / Double(count)) : 0.4) * (isFull ? 1 : 0.4)
        let color = series.style.color
        guard let hatch = series.style.hatch else { return .fill(color.withOpacity(opacity)) }
        return Paint(
            fill: .hatch(
                hatch, color.withOpacity(opacity * 5 / 3), on: color.withOpacity(opacity / 3)))
    }
}
