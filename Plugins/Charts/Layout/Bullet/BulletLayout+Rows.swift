import PeriluneDrawing

extension BulletLayout {
    /// Horizontal bullets: names to the left, one scale below.
    func rows(in rect: Rect) -> [Node] {
        let (theme, fit) = (layout.theme, layout.fit)
        let line = fit.lineHeight(theme.fonts.axis)
        let shown = shown(rect.height - line - theme.spacing.tick - 2, least: 16)
        let (place, note) = reserve(more(shown), in: rect)
        let axisHeight = line + theme.spacing.tick + 2
        let hasAxis = place.height >= axisHeight + 12
        let area = hasAxis ? place.inset(bottom: axisHeight) : place
        let names = names(shown, width: rect.width)
        var scale = LinearScale(
            covering: data.bounds(shown), includesZero: true, from: 0, to: 1,
            parts: max(2, min(8, Int((rect.width - names.total) / 70))))
        let labels = ValueLabels(
            scale, format: data.format, color: theme.colors.mutedText, font: theme.fonts.axis,
            fit: fit)
        // Half of the scale's last label extends beyond the scale.
        let beyond = hasAxis ? min(labels.lastWidth / 2, rect.width / 12) : 0
        let plot = area.inset(left: names.total, right: beyond)
        scale.start = plot.minX
        scale.end = plot.maxX
        // Limit the height of rows, so that a few bullets do not become blocks.
        let step = min(display.row?.band ?? 46, area.height / Double(shown.count))
        let top = area.y + (area.height - step * Double(shown.count)) / 2
        let marks = BulletMarks(layout: layout, data: data, scale: scale, isVertical: false)
        var nodes: [Node] = []
        var previous = -1
        for index in shown {
            let item = data.items[index]
            let start = top + Double(index) * step
            let height = max(3, min(step, display.rowHeight ?? step * 0.62)).rounded()
            let low = (start + (step - height) / 2).rounded()
            nodes.append(marks.node(item, band: low...(low + height)))
            let middle = start + step / 2
            guard step >= line else { continue }
            if item.category != previous {
                let label = layout.line(
                    data.plot.categories[item.category].text, theme.fonts.axis, theme.colors.text,
                    x: data.hasSeries ? rect.x : rect.x + names.category,
                    middle: middle, anchor: data.hasSeries ? .start : .end,
                    within: names.category)
                if let label { nodes.append(label) }
                if data.hasSeries, index > 0 {
                    let y = start.rounded() + 0.5
                    let line = Mark(
                        .line(Point(rect.x, y), Point(plot.maxX, y)), .stroke(theme.colors.grid))
                    nodes.append(.mark(line))
                }
                previous = item.category
            }
            if data.hasSeries {
                let label = layout.line(
                    data.seriesLabel(item.series), theme.fonts.axis, theme.colors.mutedText,
                    x: rect.x + names.total - 8, middle: middle, anchor: .end,
                    within: names.series)
                if let label { nodes.append(label) }
            }
        }
        if hasAxis {
            let bottom = (top + step * Double(shown.count)).rounded() + 0.5
            nodes.append(axis(scale, at: bottom))
            nodes.append(
                .group(
                    labels.horizontalAxisLabels(
                        on: scale, below: bottom + theme.spacing.tick + 1,
                        bounds: rect.minX...rect.maxX)))
        }
        return nodes + note
    }

    private func names(
        _ shown: Range<Int>, width: Double
    )
        -> (category: Double, series: Double, total: Double)
    {
        let font = layout.theme.fonts.axis
        let items = data.items[shown]
        let category = Set(items.map(\.category)).reduce(0) {
            max($0, layout.fit.width(data.plot.categories[$1].text, font))
        }
        let series =
            data.hasSeries
            ? Set(items.map(\.series)).reduce(0) {
                max($0, layout.fit.width(data.seriesLabel($1), font))
            } : 0
        let requests = [category, series].map {
            ColumnWidths.Request(natural: $0 + 1, least: min($0 + 1, 24))
        }
        let gaps = data.hasSeries ? 20.0 : 8
        let room = max(10, width * (data.hasSeries ? 0.42 : 0.3) - gaps)
        let natural = requests.reduce(0) { $0 + $1.natural }
        let widths =
            natural <= room
            ? requests.map(\.natural) : ColumnWidths.distribute(requests, available: room)
        let second = widths.count > 1 ? widths[1] : 0
        return (widths[0], second, widths[0] + second + gaps)
    }

    private func axis(_ scale: LinearScale, at y: Double) -> Node {
        let theme = layout.theme
        let stroke = Paint.stroke(theme.colors.axis, width: theme.lines.axis)
        var nodes: [Node] = [
            .mark(Mark(.line(Point(scale.start, y), Point(scale.end, y)), stroke))
        ]
        for tick in scale.ticks {
            let x = scale.position(tick).rounded() + 0.5
            nodes.append(
                .mark(Mark(.line(Point(x, y), Point(x, y + theme.spacing.tick)), stroke)))
        }
        return .group(Group(.decoration, nodes: nodes))
    }
}
