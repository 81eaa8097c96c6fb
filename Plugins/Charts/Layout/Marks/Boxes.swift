import PeriluneDrawing

extension MarkPainter {
    /// The sequence numbers of the values of a box.
    enum BoxPart: Int, CaseIterable {
        case median, lowerQuartile, upperQuartile, lowerWhisker, upperWhisker
    }

    /// Boxes from quartile to quartile with the median, whiskers, and a circle for each outlier.
    func boxes() -> [Node] {
        var nodes: [Node] = []
        var outlined: [Mark.Shape] = []
        for (index, slot) in slots.enumerated() {
            guard let series = slot.first, series.kind == .box else { continue }
            var parts: [Node] = []
            for category in plot.visible {
                let isWhole = BoxPart.allCases.allSatisfy {
                    !series.number($0.rawValue, category).isNaN
                }
                guard isWhole else { continue }
                let sides = columnGeometry.sides(category, slot: index)
                let box = rect(series, category, .lowerQuartile, .upperQuartile, sides)
                if isSelected(category, series) { outlined.append(.rect(box)) }
                parts += whiskers(series, category, box)
                parts.append(
                    .mark(
                        Mark(
                            .rect(box), boxPaint(series, emphasis(category, series)),
                            identity: identity(category, series))))
                parts.append(median(series, category, box))
                parts += outliers(series, category, middle: (sides.start + sides.end) / 2)
            }
            nodes.append(group(series, parts))
        }
        return nodes + outlines(outlined)
    }

    private func rect(
        _ series: PlotSeries, _ category: Int, _ low: BoxPart, _ high: BoxPart,
        _ sides: (start: Double, end: Double)
    ) -> Rect {
        area.rect(
            along: sides.start, sides.end, from: series.number(low.rawValue, category),
            to: series.number(high.rawValue, category), on: area.scale(series.layer))
    }

    private func boxPaint(_ series: PlotSeries, _ emphasis: Emphasis) -> Paint {
        let part = emphasis == .dimmed ? 0.85 : 0.55
        let color = series.style.color
        return Paint(
            fill: .color(color.mixed(with: theme.colors.plotBackground, part: part)),
            stroke: Stroke(color, width: theme.lines.axis))
    }

    private func median(_ series: PlotSeries, _ category: Int, _ box: Rect) -> Node {
        let scale = area.scale(series.layer)
        let y = scale.clamped(series.value(category))
        return .mark(
            Mark(
                .line(Point(box.minX, y), Point(box.maxX, y)),
                .stroke(theme.colors.text, width: max(1.5, theme.lines.series))))
    }

    private func whiskers(_ series: PlotSeries, _ category: Int, _ box: Rect) -> [Node] {
        let scale = area.scale(series.layer)
        let paint = Paint.stroke(
            emphasis(category, series) == .full ? theme.colors.mutedText : theme.colors.axis,
            width: theme.lines.axis)
        let middle = box.midX.rounded(.down) + 0.5
        let half = min(box.width / 4, 8)
        func line(_ a: Point, _ b: Point) -> Node { .mark(Mark(.line(a, b), paint)) }
        return [(BoxPart.lowerWhisker, box.maxY), (.upperWhisker, box.minY)].flatMap { part, edge in
            let y = scale.clamped(series.number(part.rawValue, category))
            return [
                line(Point(middle, edge), Point(middle, y)),
                line(Point(middle - half, y), Point(middle + half, y)),
            ]
        }
    }

    /// More circles than these hide one another; the table counts them.
    private static let mostOutliers = 500

    private func outliers(_ series: PlotSeries, _ category: Int, middle: Double) -> [Node] {
        let scale = area.scale(series.layer)
        let radius = max(1, plot.markerSize / 2 - 0.5)
        let paint = Paint.stroke(series.style.color, width: theme.lines.axis)
        return series.outliers(category).prefix(Self.mostOutliers).map { value in
            .mark(Mark(.circle(center: Point(middle, scale.clamped(value)), radius: radius), paint))
        }
    }

    /// `median 12, quartiles 8 to 15, whiskers 2 to 24, 3 outliers`.
    func boxText(_ category: Int, _ series: PlotSeries) -> String {
        func text(_ part: BoxPart) -> String {
            series.format.full(series.number(part.rawValue, category))
        }
        let outliers = series.outliers(category).count
        return "median \(text(.median)), quartiles \(text(.lowerQuartile)) to "
            + "\(text(.upperQuartile)), whiskers \(text(.lowerWhisker)) to \(text(.upperWhisker))"
            + (outliers == 0 ? "" : outliers == 1 ? ", 1 outlier" : ", \(outliers) outliers")
    }
}
