import PeriluneDrawing

extension BulletLayout {
    /// Vertical bullets: one scale to the left, names below.
    func columns(in rect: Rect) -> [Node] {
        let (theme, fit) = (layout.theme, layout.fit)
        let line = fit.lineHeight(theme.fonts.axis)
        let shown = shown(rect.width - 40, least: 18)
        let (place, note) = reserve(more(shown), in: rect)
        let nameHeight = (data.hasSeries ? 2 : 1) * (line + 3) + 4
        let hasNames = place.height >= nameHeight + 36
        let area = place.inset(
            top: min(line / 2, place.height / 8), bottom: hasNames ? nameHeight : line / 2)
        let scale = LinearScale(
            covering: data.bounds(shown), includesZero: true, from: area.maxY, to: area.minY,
            parts: max(2, min(8, Int(area.height / 40))))
        let labels = ValueLabels(
            scale, format: data.format, color: theme.colors.mutedText, font: theme.fonts.axis,
            fit: fit)
        let axisWidth = labels.width + theme.spacing.tick + 6
        let hasAxis = axisWidth <= area.width / 2 && area.height >= line * 2
        let plot = area.inset(left: hasAxis ? axisWidth : 0)
        let step = min(110, plot.width / Double(shown.count))
        let left = plot.x + (plot.width - step * Double(shown.count)) / 2
        let marks = BulletMarks(layout: layout, data: data, scale: scale, isVertical: true)
        var nodes: [Node] = []
        if hasAxis {
            let x = plot.x.rounded() - 0.5
            nodes.append(axis(scale, at: x))
            nodes.append(
                .group(labels.standing(on: scale, x: x - theme.spacing.tick - 3, anchor: .end)))
        }
        for index in shown {
            let item = data.items[index]
            let start = left + Double(index) * step
            let width = max(3, min(34, step * 0.62)).rounded()
            let low = (start + (step - width) / 2).rounded()
            nodes.append(marks.node(item, band: low...(low + width)))
            if data.hasSeries, hasNames {
                let label = layout.line(
                    data.seriesLabel(item.series), theme.fonts.axis, theme.colors.mutedText,
                    x: start + step / 2, middle: plot.maxY + 5 + line / 2, anchor: .middle,
                    within: step - 4)
                if let label { nodes.append(label) }
            }
        }
        if hasNames {
            nodes += categories(
                shown, left: left, step: step,
                middle: plot.maxY + 5 + line / 2 + (data.hasSeries ? line + 3 : 0), plot: plot)
        }
        return nodes + note
    }

    /// A name below the bullets of each category, and a line between categories.
    private func categories(
        _ shown: Range<Int>, left: Double, step: Double, middle: Double, plot: Rect
    ) -> [Node] {
        let theme = layout.theme
        var nodes: [Node] = []
        var index = shown.lowerBound
        while index < shown.upperBound {
            let category = data.items[index].category
            var end = index
            while end < shown.upperBound, data.items[end].category == category { end += 1 }
            let (from, to) = (left + Double(index) * step, left + Double(end) * step)
            let label = layout.line(
                data.plot.categories[category].text, theme.fonts.axis, theme.colors.text,
                x: (from + to) / 2, middle: middle, anchor: .middle, within: to - from - 4)
            if let label { nodes.append(label) }
            if data.hasSeries, index > shown.lowerBound {
                let x = from.rounded() + 0.5
                let line = Mark(
                    .line(Point(x, plot.minY), Point(x, middle + 6)), .stroke(theme.colors.grid))
                nodes.append(.mark(line))
            }
            index = end
        }
        return nodes
    }

    private func axis(_ scale: LinearScale, at x: Double) -> Node {
        let theme = layout.theme
        let stroke = Paint.stroke(theme.colors.axis, width: theme.lines.axis)
        var nodes: [Node] = [
            .mark(Mark(.line(Point(x, scale.end), Point(x, scale.start)), stroke))
        ]
        for tick in scale.ticks {
            let y = scale.position(tick).rounded() + 0.5
            nodes.append(
                .mark(Mark(.line(Point(x - theme.spacing.tick, y), Point(x, y)), stroke)))
        }
        return .group(Group(.decoration, nodes: nodes))
    }
}
