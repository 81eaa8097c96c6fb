import PeriluneDrawing

extension BulletLayout {
    /// Vertical bullets: one scale to the left, names below.
    func columns(in rect: Rect) -> [Node] {
        let (theme, fit) = (layout.theme, layout.fit)
        let line = fit.lineHeight(theme.fonts.axis)
        let shown = shown(rect.width - 40, least: 18)
        let (place, note) = reserve(more(shown), in: rect)
        let names = data.hasSeries ? nil : names(shown, in: place)
        let nameHeight = names.map { $0.labels.height + line / 2 + 4 } ?? 2 * (line + 3) + 4
        let hasNames = place.height >= nameHeight + 36
        let area = place.inset(
            top: min(line / 2, place.height / 8), bottom: hasNames ? nameHeight : line / 2)
        let scale = LinearScale(
            covering: data.bounds(shown), includesZero: true, from: area.maxY, to: area.minY,
            parts: max(2, min(8, Int(area.height / 40))))
        let labels = ValueLabels(
            scale, format: data.format, color: theme.colors.mutedText, font: theme.fonts.axis,
            fit: fit)
        let axisWidth = names?.axisWidth ?? self.axisWidth(in: place)
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
                .group(
                    labels.verticalAxisLabels(
                        on: scale, x: x - theme.spacing.tick - 3, anchor: .end)))
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
        if hasNames, let names {
            nodes += names.labels.nodes(below: plot.maxY + line / 2 + 2)
        } else if hasNames {
            nodes += categories(
                shown, left: left, step: step,
                middle: plot.maxY + 5 + line / 2 + (data.hasSeries ? line + 3 : 0), plot: plot)
        }
        return nodes + note
    }

    /// The room for the numbers of the axis, which hardly depends on its height.
    private func axisWidth(in place: Rect) -> Double {
        let scale = LinearScale(
            covering: data.bounds(0..<data.items.count), includesZero: true, from: 1, to: 0,
            parts: max(2, min(8, Int(place.height / 40))))
        let labels = ValueLabels(
            scale, format: data.format, color: layout.theme.colors.mutedText,
            font: layout.theme.fonts.axis, fit: layout.fit)
        return labels.width + layout.theme.spacing.tick + 6
    }

    /// The names below bullets without series, on two lines or slanted, whichever shows more of them.
    private func names(
        _ shown: Range<Int>, in place: Rect
    ) -> (labels: CategoryLabels, axisWidth: Double) {
        let theme = layout.theme
        let axisWidth = axisWidth(in: place)
        let hasAxis = axisWidth <= place.width / 2
        let plot = place.inset(left: hasAxis ? axisWidth : 0)
        let step = min(110, plot.width / Double(shown.count))
        let left = plot.x + (plot.width - step * Double(shown.count)) / 2
        let labels = CategoryLabels(
            shown.map { data.plot.categories[data.items[$0].category] },
            scale: BandScale(
                count: shown.count, range: 0...1, from: left,
                to: left + step * Double(shown.count)),
            bounds: place.minX...place.maxX, room: place.height * 0.35,
            style: CategoryLabels.Style(
                font: theme.fonts.axis, color: theme.colors.text, fit: layout.fit))
        return (labels, axisWidth)
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
