import PeriluneDrawing

/// Draws the marks of a plot at the positions of its axes.
struct MarkPainter {
    let plot: PlotLayout
    let area: PlotArea
    /// The categories in the order in which a line goes through them.
    let order: [Int]
    /// Whether each mark has an identity for screen readers; only up to a thousand marks.
    let hasIdentities: Bool
    /// The series that are drawn side by side in each category.
    let slots: [[PlotSeries]]
    let columnGeometry: ColumnGeometry
    let selection: Selection
    let isSelecting: Bool

    var theme: Theme { plot.theme }

    init(_ plot: PlotLayout, _ area: PlotArea) {
        self.plot = plot
        self.area = area
        selection = plot.plot.selection
        isSelecting = !selection.isEmpty
        slots = plot.columnSlots
        columnGeometry = ColumnGeometry(
            area.bands, slots: slots.count, gap: plot.bandGap,
            isContinuous: plot.plot.bins != nil)
        hasIdentities = plot.hasIdentities
        if area.positions != nil, let places = plot.plot.positions {
            order = plot.visible.filter { $0 < places.count && places[$0].isFinite }
                .sorted { places[$0] < places[$1] }
        } else {
            order = Array(plot.visible)
        }
    }

    func shown(_ kind: Plot.Kind) -> [PlotSeries] {
        plot.series.filter { $0.kind == kind && $0.isVisible }
    }

    /// The emphasis of a mark while others are selected.
    enum Emphasis: Hashable {
        case full, dimmed
    }

    func emphasis(_ category: Int, _ series: PlotSeries) -> Emphasis {
        !isSelecting || selection.contains(category: category, series: series.number)
            ? .full : .dimmed
    }

    func isSelected(_ category: Int, _ series: PlotSeries) -> Bool {
        isSelecting && selection.contains(category: category, series: series.number)
    }

    func isForecast(_ category: Int) -> Bool {
        plot.plot.predictiveStart.map { category >= $0 } ?? false
    }

    /// The style of an area: pale in the forecast, faint while other marks are selected.
    func fill(_ series: PlotSeries, _ emphasis: Emphasis, isForecast: Bool = false) -> Paint {
        let ground = theme.colors.plotBackground
        var style = series.style
        if isForecast { style.color = style.color.mixed(with: ground, part: 0.5) }
        if emphasis == .dimmed { style.color = style.color.mixed(with: ground, part: 0.7) }
        return Paint(
            fill: style.fill(on: ground),
            stroke: style.border.map { Stroke($0, width: theme.lines.border) })
    }

    /// The identity `Eastern, Bikes: 120`; `nil` if there are too many marks.
    func identity(_ category: Int, _ series: PlotSeries) -> Mark.Identity? {
        guard hasIdentities else { return nil }
        let labels = plot.plot.categories
        var label = category < labels.count ? labels[category].text : ""
        if plot.series.count > 1, !series.label.isEmpty { label += ", \(series.label)" }
        label += ": \(text(category, series))"
        let size = series.kind == .bubble ? series.size(category) : .nan
        if !size.isNaN { label += ", \(series.sizeFormat.full(size))" }
        return Mark.Identity(
            category: category, series: series.number, label: label,
            isSelected: isSelected(category, series))
    }

    private func text(_ category: Int, _ series: PlotSeries) -> String {
        switch series.kind {
        case .box: return boxText(category, series)
        case .candle: return candleText(category, series)
        default:
            let text = series.format.full(series.value(category))
            guard case .share(let format) = series.stacking else { return text }
            let span = series.span(category)
            return "\(text), \(format.full(abs(span.to - span.from)))"
        }
    }

    func group(_ series: PlotSeries, _ nodes: [Node]) -> Node {
        .group(
            Group(
                .series, label: series.label,
                data: [DataAttribute("series", "\(series.number)")], nodes: nodes))
    }

    /// Lines around what is selected, over all marks: colour alone is not seen by everybody.
    func outlines(_ shapes: [Mark.Shape]) -> [Node] {
        guard !shapes.isEmpty, shapes.count <= 400 else { return [] }
        let paint = Paint.stroke(theme.colors.selection, width: theme.lines.selection)
        return [.group(Group(.decoration, nodes: shapes.map { .mark(Mark($0, paint)) }))]
    }
}
