import PeriluneDrawing

/// Lays out columns, bars, lines, areas, points and bubbles, and layers of them that share their categories.
struct PlotLayout {
    let layout: ChartLayout
    let plot: Plot
    let series: [PlotSeries]
    /// The categories within the range.
    let visible: Range<Int>
    /// Whether bars are horizontal, which they only are if all series are bars.
    let isHorizontal: Bool
    let bubbles: BubbleScale
    let display: Display
    let directLabels: DirectLabels?
    /// The diameter of a marker: so large that half of it fits beside the plot.
    let markerSize: Double
    /// Whether each mark has an identity for screen readers; only up to a thousand marks.
    let hasIdentities: Bool

    private static let mostIdentities = 1000

    var theme: Theme { layout.theme }

    init(
        _ layout: ChartLayout, _ plot: Plot, _ display: Display = Display(), in rect: Rect
    ) {
        self.layout = layout
        self.display = display
        var plot = plot
        // Names have no position on a numeric axis, so they are placed in a row as for columns.
        if let places = plot.positions, !places.contains(where: \.isFinite) {
            plot.positions = nil
        }
        self.plot = plot
        series = PlotSeries.all(of: plot, theme: layout.theme)
        visible = BandScale.visible(count: plot.categories.count, range: plot.range)
        hasIdentities = Self.hasFewMarks(series, visible)
        isHorizontal = !plot.layers.isEmpty && plot.layers.allSatisfy { $0.kind == .bar }
        markerSize = min(layout.theme.lines.marker, min(rect.width, rect.height) * 0.075)
        let sizes = plot.layers.first { $0.kind == .bubble }?.values.dropFirst().first
        bubbles = BubbleScale(
            series, visible: visible, sizeTitle: sizes?.title ?? "", in: rect)
        directLabels =
            display.hasDirectLabels
            ? DirectLabels(series, plot, in: rect, layout: layout) : nil
    }

    /// Whether there are few marks; rows of a scatter chart have one series each.
    private static func hasFewMarks(_ series: [PlotSeries], _ visible: Range<Int>) -> Bool {
        var count = 0
        for series in series where series.isVisible {
            for category in visible where !series.value(category).isNaN {
                count += 1
                guard count <= mostIdentities else { return false }
            }
        }
        return true
    }

    /// The minimum height with axes, which are more useful than notes.
    private static let leastHeight = 48.0

    func group(_ figure: Figure, in rect: Rect) -> Group {
        if display.isThumbnail {
            return layout.chart(
                figure, Frame(figure, in: rect, layout: layout), description: description,
                marks: sparkline(in: rect))
        }
        let legend = self.legend
        var frame = Frame(
            figure, legend: legend, in: rect, least: Self.leastHeight, layout: layout)
        // The notes depend on the available room, and also take some of it.
        let notes = self.notes(for: area(in: frame.content).area)
        if !notes.isEmpty {
            frame = Frame(
                figure, notes: notes, legend: legend, in: rect, least: Self.leastHeight,
                layout: layout)
        }
        if plot.isInHexagons, hasValues { return groupOfHexagons(figure, frame) }
        let (area, axes) = self.area(in: frame.content)
        return layout.chart(
            figure, frame, description: hasValues ? description : "no data", data: data(area),
            marks: axes.below
                + (hasValues ? marks(in: area) : layout.message("no data", in: area.rect))
                + axes.above)
    }

    /// Axes and marks, for one of several plots within a frame.
    func nodes(in rect: Rect) -> [Node] {
        let (area, axes) = self.area(in: rect)
        let marks = hasValues ? marks(in: area) : layout.message("no data", in: area.rect)
        return axes.below + marks + axes.above
    }

    /// Marks alone, for a cell of a table.
    func sparkline(in rect: Rect) -> [Node] {
        guard hasValues, rect.width >= 1, rect.height >= 1 else { return [] }
        let inset = markerSize / 2
        return marks(
            in: bareArea(in: rect.inset(left: inset, top: inset, right: inset, bottom: inset)))
    }

    /// The value of the reference line; `nil` without values to compare it with.
    var reference: Double? {
        plot.reference.flatMap { $0.isFinite && hasValues ? $0 : nil }
    }

    private var hasValues: Bool {
        series.contains { series in visible.contains { !series.value($0).isNaN } }
    }

    /// With the legend of colours, which takes some of the room below.
    private func groupOfHexagons(_ figure: Figure, _ frame: Frame) -> Group {
        var rect = frame.content
        var legend: [Node] = []
        // The colours do not depend on the room, except for a few points at the edges of hexagons.
        if !display.isLegendHidden,
            let colors = hexagonColors(hexagons(in: area(in: rect).area))
        {
            let made = hexagonLegend(colors, width: rect.width)
            if rect.height >= made.height * 3.2, rect.width >= 120 {
                rect = rect.inset(bottom: made.height + 4)
                let final = hexagonColors(hexagons(in: area(in: rect).area)) ?? colors
                legend = [
                    hexagonLegend(final, width: rect.width)
                        .node(at: Point(rect.x, frame.content.maxY - made.height + 4))
                ]
            }
        }
        let (area, axes) = self.area(in: rect)
        return layout.chart(
            figure, frame, description: description, data: data(area),
            marks: axes.below + marks(in: area) + axes.above + legend)
    }

    /// The marks from back to front; outlines of selected ones on top.
    private func marks(in area: PlotArea) -> [Node] {
        let painter = MarkPainter(self, area)
        if plot.isInHexagons {
            let hexagons = hexagons(in: area)
            return hexagonColors(hexagons).map { hexagonNodes(hexagons, $0, in: area) } ?? []
        }
        var nodes: [Node] = []
        nodes += painter.areas()
        nodes += painter.columns()
        nodes += painter.waterfalls()
        nodes += painter.boxes()
        nodes += painter.candles()
        nodes += painter.lines()
        nodes += painter.points()
        nodes += painter.bubbles()
        return nodes + painter.columnLabels()
    }
}
