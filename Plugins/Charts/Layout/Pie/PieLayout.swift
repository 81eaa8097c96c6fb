package import PeriluneDrawing

/// Draws parts of a whole as slices: one pie with a label beside each slice, or a pie for each series.
package struct PieLayout: Sendable {
    let brush: Brush
    let data: PieData

    package init(_ plot: Plot, _ brush: Brush) {
        self.brush = brush
        data = PieData(plot)
    }

    /// What is not shown.
    package var notes: [String] { data.notes }

    /// Draws into a place.
    package func nodes(in rect: Rect) -> [Node] {
        let rect = rect.sound
        guard !data.shares.slices.isEmpty else { return brush.message("no data", in: rect) }
        guard rect.width >= 4, rect.height >= 4 else { return [] }
        guard data.series.count == 1, let only = data.series.first else {
            return multiples(in: rect)
        }
        let values = data.values(only)
        return labelled(only, values, in: rect) ?? listed(only, values, in: rect)
    }

    /// A pie with labels around it; `nil` where there is too little room for them.
    private func labelled(_ series: Int, _ values: [Double], in rect: Rect) -> [Node]? {
        let labels = PieLabels(data, values, brush)
        for lines in [2, 1] {
            let height = labels.height(lines: lines)
            let least = labels.width(lines: lines, least: true)
            let beside = (LeaderLines.width + 4 + least) * 2
            // The outermost labels may stand half a line beyond the pie.
            let radius = min((rect.width - beside) / 2, rect.height / 2 - 8).rounded(.down)
            guard radius >= max(28, rect.height * 0.22) else { continue }
            let center = Point(rect.midX.rounded(), rect.midY.rounded())
            let sectors = Sector.sectors(
                Shares.fractions(values), center: center, radius: radius)
            guard
                let lines = LeaderLines(
                    sectors, height: height, within: rect.minY...rect.maxY)
            else { continue }
            let room = rect.width / 2 - radius - LeaderLines.width - 4
            return [pie(series, values, sectors)]
                + labels.nodes(lines, within: room, height: height)
        }
        return nil
    }

    /// A pie and a list of its slices, where labels have no room around it.
    private func listed(_ series: Int, _ values: [Double], in rect: Rect) -> [Node] {
        let key = key(values)
        let isBeside = rect.width > rect.height * 1.4
        if isBeside {
            let listWidth = rect.width - rect.height - 8
            let list = Key(entries: key.entries)
            let height = Double(list.entries.count) * list.height(brush, width: .infinity)
            if listWidth >= 60, height <= rect.height {
                let place = rect.inset(left: rect.height + 8)
                return [
                    plainPie(series, values, in: Rect(rect.x, rect.y, rect.height, rect.height)),
                    list.column(brush, in: place, height: height),
                ]
            }
        }
        let height = key.height(brush, width: rect.width)
        guard height <= rect.height / 2 else { return [plainPie(series, values, in: rect)] }
        let place = Rect(rect.x, rect.maxY - height, rect.width, height)
        return [
            plainPie(series, values, in: rect.inset(bottom: height + 6)),
            key.node(brush, in: place),
        ]
    }

    private func key(_ values: [Double]) -> Key {
        let percentages = Shares.percentages(values)
        return Key(
            entries: values.indices.filter { values[$0] > 0 }.map { slice in
                Key.Entry(
                    label: data.label(slice) + " "
                        + PieData.percent(percentages[slice], of: values[slice]),
                    sample: .box, color: data.color(slice, brush.theme))
            })
    }

    private func plainPie(_ series: Int, _ values: [Double], in rect: Rect) -> Node {
        let radius = max(1, min(rect.width, rect.height) / 2 - 6)
        let center = Point(rect.midX, rect.midY)
        return pie(
            series, values,
            Sector.sectors(Shares.fractions(values), center: center, radius: radius))
    }
}
