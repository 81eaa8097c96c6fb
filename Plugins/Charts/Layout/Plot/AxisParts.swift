import PeriluneDrawing

extension PlotLayout {
    func valueLabels(_ scale: LinearScale, layer: Int) -> ValueLabels {
        ValueLabels(
            scale, format: format(ofLayer: layer), title: valueTitle(ofLayer: layer),
            color: color(ofLayer: layer), font: theme.fonts.axis, fit: layout.fit,
            isHidden: !display.showsGridLabel
                || !(isHorizontal ? display.showsHorizontalAxis : display.showsVerticalAxis))
    }

    func format(ofLayer layer: Int) -> NumberFormat {
        guard plot.layers.indices.contains(layer) else { return .plain }
        if case .share(let format) = plot.layers[layer].stacking { return format }
        return plot.layers[layer].values.first?.format ?? .plain
    }

    /// What the numbers of an axis are; the first of several layers on one axis does not speak for all.
    func valueTitle(ofLayer layer: Int) -> String {
        guard plot.layers.indices.contains(layer) else { return "" }
        let titles = plot.layers.map { $0.axisTitle ?? $0.values.first?.title ?? "" }
        guard plot.hasDualAxis || Set(titles).count == 1 else { return "" }
        return titles[layer]
    }

    /// An axis of its own has the colour of its layer, if that has only one.
    func color(ofLayer layer: Int) -> Color {
        let own = series.filter { $0.layer == layer }
        guard plot.hasDualAxis, plot.layers.count == 2, own.count == 1 else {
            return theme.colors.mutedText
        }
        return theme.readable(own[0].style.color)
    }

    var categoryStyle: CategoryLabels.Style {
        CategoryLabels.Style(
            font: theme.fonts.axis, color: theme.colors.mutedText, fit: layout.fit)
    }

    /// The title of an axis, in one line.
    func title(
        _ text: String, _ color: Color, at position: Point, _ anchor: Text.Anchor, _ room: Double
    ) -> [Node] {
        guard !text.isEmpty, let line = layout.fit.line(text, theme.fonts.axisTitle, within: room)
        else { return [] }
        return [
            .text(
                Text(
                    line.string, at: position, font: theme.fonts.axisTitle, color: color,
                    anchor: anchor, full: line.full))
        ]
    }

    /// Whether the range leaves categories out.
    var isCut: Bool { visible.count < plot.categories.count }

    static let trackRoom = 9.0

    /// A bar that shows which part of the categories is visible.
    func track(in rect: Rect) -> [Node] {
        let count = Double(plot.categories.count)
        let start = Double(visible.lowerBound) / count
        let length = max(Double(visible.count) / count, min(1, 6 / max(6, rect.width)))
        let part = Rect(
            rect.x + rect.width * min(start, 1 - length), rect.y, rect.width * length, rect.height)
        return [
            .group(
                Group(
                    .decoration,
                    nodes: [
                        .mark(Mark(.rect(rect, corner: 2), .fill(theme.colors.grid))),
                        .mark(Mark(.rect(part, corner: 2), .fill(theme.colors.mutedText))),
                    ]))
        ]
    }
}
