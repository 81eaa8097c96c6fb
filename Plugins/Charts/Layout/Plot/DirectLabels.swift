import PeriluneDrawing

/// The names of a few series at the ends of their lines, instead of a legend.
struct DirectLabels {
    private let lines: [(series: PlotSeries, line: TextFit.Line)]
    let width: Double

    /// More names than these have no room, and a legend is found faster.
    private static let most = 8

    /// Places the labels; `nil` if a legend is better: the names do not fit, a series is hidden, or other texts are
    /// beside the plot.
    init?(_ series: [PlotSeries], _ plot: Plot, in rect: Rect, layout: ChartLayout) {
        let font = layout.theme.fonts.legend
        let areLines = series.allSatisfy { $0.kind == .line || $0.kind == .area }
        let hasLevels = [plot.reference, plot.upperThreshold, plot.lowerThreshold]
            .contains { $0 != nil }
        guard areLines, !plot.hasDualAxis, !hasLevels, (2...Self.most).contains(series.count),
            series.allSatisfy({ $0.isVisible && !$0.label.isEmpty }),
            Double(series.count) * layout.fit.lineHeight(font) <= rect.height * 0.5
        else { return nil }
        lines = series.compactMap { series in
            layout.fit.line(series.label, font, within: rect.width * 0.3)
                .map { (series, $0) }
        }
        guard lines.count == series.count, lines.allSatisfy({ $0.line.full == nil }) else {
            return nil
        }
        width = lines.map(\.line.width).max() ?? 0
    }

    /// The names right of the plot, each as near as it can be to the last point of its series.
    func nodes(_ painter: MarkPainter) -> [Node] {
        let area = painter.area
        let layout = painter.plot.layout
        let font = painter.theme.fonts.legend
        let placed = lines.compactMap { series, line -> (PlotSeries, TextFit.Line, y: Double)? in
            guard let last = painter.order.last(where: { !series.value($0).isNaN }) else {
                return nil
            }
            let span = series.span(last)
            let value =
                series.stacking == nil ? series.value(last) : span.from / 2 + span.to / 2
            return (series, line, area.scale(series.layer).clamped(value))
        }.sorted { $0.y < $1.y }
        let height = layout.fit.lineHeight(font)
        let middles = Separation.places(
            desired: placed.map(\.y), lengths: placed.map { _ in height },
            within: area.rect.minY - height
                / 2...max(
                    area.rect.minY - height / 2, area.rect.maxY + height / 2))
        return zip(placed, middles).map { placed, middle in
            .text(
                Text(
                    placed.1.string,
                    at: Point(
                        area.rect.maxX + painter.theme.spacing.label,
                        layout.baseline(font, middle: middle)),
                    font: font,
                    color: painter.theme.readable(placed.0.style.color), full: placed.1.full))
        }
    }
}

extension Theme {
    /// A colour of marks for text: marks need a contrast of 3 to 1, text needs more.
    func readable(_ color: Color) -> Color {
        color.contrast(with: colors.panel) >= 4.5
            ? color : color.mixed(with: colors.text, part: 0.4)
    }
}
