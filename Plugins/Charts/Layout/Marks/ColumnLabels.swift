import Glibc
import PeriluneDrawing

/// The numbers at the ends of a few columns or bars.
struct ColumnLabels {
    /// The labels by series and category, with their widths.
    private(set) var texts:
        [(series: PlotSeries, category: Int, slot: Int, text: String, width: Double)] = []
    private(set) var widest = 0.0
    let height: Double

    /// The largest number of columns that get numbers; more would crowd the picture.
    private static let most = 16

    /// Makes no labels if the numbers do not fit over their columns.
    init(_ plot: PlotLayout, _ geometry: ColumnGeometry, length: Double) {
        let font = plot.theme.fonts.label
        height = plot.layout.fit.lineHeight(font)
        let slots = plot.columnSlots
        guard plot.plot.layers.count == 1, !slots.isEmpty, slots.allSatisfy({ $0.count == 1 }),
            slots.count * plot.visible.count <= Self.most,
            plot.plot.layers[0].stacking == nil, plot.plot.bins == nil, plot.reference == nil,
            // The room for labels would differ from plot to plot.
            plot.plot.sharedValueDomain == nil, !plot.display.isThumbnail,
            [.column, .bar, .waterfall].contains(plot.plot.layers[0].kind)
        else { return }
        let columns = slots.joined().enumerated().flatMap { slot, series in
            plot.visible.filter { !series.value($0).isNaN }.map { (series, $0, slot) }
        }
        let largest = columns.reduce(0) { max($0, abs($1.0.value($1.1))) }
        let isFitting = fit(columns, plot, geometry, length) { $0.full($1) }
        // Large numbers may be rounded: 30.5B.
        guard !isFitting, largest >= 1e4, largest.isFinite else { return }
        let unit = NumberFormat.AxisUnit(
            decimals: 1, power: min(12, Int(log10(largest) / 3 + 1e-9) * 3))
        _ = fit(columns, plot, geometry, length) { $0.axis($1, unit) }
    }

    /// Keeps the texts if all of them fit.
    private mutating func fit(
        _ columns: [(series: PlotSeries, category: Int, slot: Int)], _ plot: PlotLayout,
        _ geometry: ColumnGeometry, _ length: Double, text: (NumberFormat, Double) -> String
    ) -> Bool {
        var texts = self.texts
        var widest = 0.0
        for (series, category, slot) in columns {
            let text = text(series.format, series.value(category))
            let width = plot.layout.fit.width(text, plot.theme.fonts.label)
            guard (plot.isHorizontal ? height : width + 2) <= geometry.width else { return false }
            texts.append((series, category, slot, text, width))
            widest = max(widest, width)
        }
        // Both ends of the axis may need room for a label.
        guard (plot.isHorizontal ? widest : height) * 5 <= length else { return false }
        (self.texts, self.widest) = (texts, widest)
        return true
    }
}

extension MarkPainter {
    /// The labels: above columns that go up, below those that go down, and beside bars.
    func columnLabels() -> [Node] {
        let labels = ColumnLabels(
            plot, columnGeometry, length: area.isHorizontal ? area.rect.width : area.rect.height)
        let font = theme.fonts.label
        let extent = plot.layout.fit.measure.extent("Åg", font)
        return labels.texts.compactMap { series, category, slot, string, _ in
            let value = series.value(category)
            let sides = columnGeometry.sides(category, slot: slot)
            let middle = (sides.start + sides.end) / 2
            let end = area.scale(series.layer).clamped(series.span(category).to).rounded()
            let center = (extent.ascent - extent.descent) / 2
            let color =
                emphasis(category, series) == .full ? theme.colors.text : theme.colors.mutedText
            var text = Text(string, at: Point(0, 0), font: font, color: color)
            if area.isHorizontal {
                text.anchor = value < 0 ? .end : .start
                text.position = Point(end + (value < 0 ? -4 : 4), middle + center)
            } else {
                text.anchor = .middle
                text.position = Point(
                    middle, value < 0 ? end + 1 + extent.ascent : end - 2 - extent.descent)
            }
            return .text(text)
        }
    }
}
