import PeriluneDrawing

/// Lays out columns, bars, lines, areas, points and bubbles, and layers of them that share their categories.
struct PlotLayout {
    let layout: ChartLayout
    let plot: Plot
    let series: [PlotSeries]
    /// The categories within the range.
    let visible: Range<Int>
    /// Bars lie only among bars: beside columns or lines they stand.
    let isHorizontal: Bool
    let bubbles: Bubbles
    /// The diameter of a marker: so large that half of it fits beside the plot.
    let markerSize: Double

    var theme: Theme { layout.theme }

    init(_ layout: ChartLayout, _ plot: Plot, in rect: Rect) {
        self.layout = layout
        self.plot = plot
        series = PlotSeries.all(of: plot, theme: layout.theme)
        visible = BandScale.visible(count: plot.categories.count, range: plot.range)
        isHorizontal = !plot.layers.isEmpty && plot.layers.allSatisfy { $0.kind == .bar }
        markerSize = min(layout.theme.lines.marker, min(rect.width, rect.height) * 0.075)
        let sizes = plot.layers.first { $0.kind == .bubble }?.values.dropFirst().first
        bubbles = Bubbles(
            series, visible: visible, sizeTitle: sizes?.title ?? "", in: rect)
    }

    func group(_ figure: Figure, in rect: Rect) -> Group {
        let legend = self.legend
        var frame = Frame(figure, legend: legend, in: rect, layout: layout)
        // What is to be said depends on the room there is, and takes some of it.
        let notes = self.notes(for: area(in: frame.content).area)
        if !notes.isEmpty {
            frame = Frame(figure, notes: notes, legend: legend, in: rect, layout: layout)
        }
        let (area, axes) = self.area(in: frame.content)
        return layout.chart(
            figure, frame, description: hasValues ? description : "no data", data: data(area),
            marks: axes.below
                + (hasValues ? marks(in: area) : layout.message("no data", in: area.rect))
                + axes.above)
    }

    /// Marks alone, for a cell of a table.
    func sparkline(in rect: Rect) -> [Node] {
        guard hasValues, rect.width >= 1, rect.height >= 1 else { return [] }
        let inset = markerSize / 2
        return marks(
            in: bareArea(in: rect.inset(left: inset, top: inset, right: inset, bottom: inset)))
    }

    /// Where the reference line stands; without values there is nothing to compare with it.
    var reference: Double? {
        plot.reference.flatMap { $0.isFinite && hasValues ? $0 : nil }
    }

    private var hasValues: Bool {
        series.contains { series in visible.contains { !series.value($0).isNaN } }
    }

    /// From back to front; the outline of what is selected over everything.
    private func marks(in area: PlotArea) -> [Node] {
        let painter = MarkPainter(self, area)
        var nodes: [Node] = []
        nodes += painter.areas()
        nodes += painter.columns()
        nodes += painter.lines()
        nodes += painter.points()
        nodes += painter.bubbles()
        return nodes + painter.columnLabels()
    }
}
