import PeriluneDrawing

/// The numbers at the ends of a few columns or bars.
struct ColumnLabels {
    /// By series and category, each with its width.
    private(set) var texts:
        [(series: PlotSeries, category: Int, slot: Int, text: String, width: Double)] = []
    private(set) var widest = 0.0
    let height: Double

    /// So few columns that numbers do not make a table of the picture.
    private static let most = 16

    /// Empty where the numbers would not stand over their own columns.
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
        var texts = self.texts
        for (slot, series) in slots.joined().enumerated() {
            for category in plot.visible where !series.value(category).isNaN {
                let text = series.format.full(series.value(category))
                let width = plot.layout.fit.width(text, font)
                guard (plot.isHorizontal ? height : width + 2) <= geometry.width else { return }
                texts.append((series, category, slot, text, width))
                widest = max(widest, width)
            }
        }
        // Both ends of the axis may need room for one.
        if (plot.isHorizontal ? widest : height) * 5 <= length { self.texts = texts }
    }
}

extension MarkPainter {
    /// Over columns that go up, below those that go down; beside bars.
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
