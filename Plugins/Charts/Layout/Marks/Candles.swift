import PeriluneDrawing

extension MarkPainter {
    /// The sequence numbers of the values of a candle.
    enum CandlePart: Int, CaseIterable {
        case open, high, low, close
    }

    /// A line from the lowest to the highest price, and a body from the first to the last: hollow where the
    /// price rises, filled where it falls.
    func candles() -> [Node] {
        var nodes: [Node] = []
        var outlined: [Mark.Shape] = []
        for (index, slot) in slots.enumerated() {
            guard let series = slot.first, series.kind == .candle else { continue }
            let scale = area.scale(series.layer)
            var parts: [Node] = []
            for category in plot.visible {
                func number(_ part: CandlePart) -> Double { series.number(part.rawValue, category) }
                guard CandlePart.allCases.allSatisfy({ !number($0).isNaN }) else { continue }
                let sides = columnGeometry.sides(category, slot: index)
                let body = area.rect(
                    along: sides.start, sides.end, from: number(.open), to: number(.close),
                    on: scale)
                let isRising = number(.close) >= number(.open)
                var color = isRising ? theme.colors.good : theme.colors.bad
                if emphasis(category, series) == .dimmed {
                    color = color.mixed(with: theme.colors.plotBackground, part: 0.7)
                }
                let middle = body.midX.rounded(.down) + 0.5
                let stroke = Stroke(color, width: theme.lines.axis)
                parts.append(
                    .mark(
                        Mark(
                            .line(
                                Point(middle, scale.clamped(number(.high))),
                                Point(middle, scale.clamped(number(.low)))),
                            Paint(stroke: stroke))))
                // A body without height is a line: open and close are equal.
                let shape = Mark.Shape.rect(
                    body.height < 1 ? Rect(body.x, body.y - 0.5, body.width, 1) : body)
                if isSelected(category, series) { outlined.append(shape) }
                let isHollow = isRising && body.width >= 3
                parts.append(
                    .mark(
                        Mark(
                            shape,
                            Paint(
                                fill: .color(isHollow ? theme.colors.plotBackground : color),
                                stroke: body.width >= 3 ? stroke : nil),
                            identity: identity(category, series))))
            }
            nodes.append(group(series, parts))
        }
        return nodes + outlines(outlined)
    }

    /// `open 10, high 14, low 9, close 12`.
    func candleText(_ category: Int, _ series: PlotSeries) -> String {
        CandlePart.allCases.map { part in
            "\(part) \(series.format.full(series.number(part.rawValue, category)))"
        }.joined(separator: ", ")
    }
}
