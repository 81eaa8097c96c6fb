import PeriluneDrawing

extension PieLayout {
    /// A grid with a pie for each series.
    func multiples(in rect: Rect) -> [Node] {
        let grid = CellGrid(count: data.series.count, in: rect, least: 44)
        var nodes: [Node] = []
        for (cell, series) in zip(grid.cells, data.series) {
            nodes += multiple(series, in: cell)
        }
        if let rest = grid.rest {
            let hidden = data.series.count - grid.cells.count
            nodes += layout.message("+\(hidden) more", in: rest)
        }
        return nodes
    }

    private func multiple(_ series: Int, in cell: Rect) -> [Node] {
        var font = layout.theme.fonts.label
        font.weight = .bold
        let height = layout.fit.lineHeight(font) + 2
        let place = cell.inset(left: 4, top: height, right: 4, bottom: 4)
        var nodes: [Node] = []
        let title = layout.line(
            data.seriesLabel(series), font, layout.theme.colors.text, x: cell.midX,
            middle: cell.y + height / 2, anchor: .middle, within: cell.width - 8)
        if let title { nodes.append(title) }
        let values = data.values(series)
        let radius = max(1, min(place.width, place.height) / 2 - 3)
        let center = Point(place.midX.rounded(), place.midY.rounded())
        guard values.contains(where: { $0 > 0 }) else {
            let ring = Mark(
                .circle(center: center, radius: radius),
                .stroke(layout.theme.colors.grid, width: layout.theme.lines.axis))
            return nodes + [.mark(ring)] + layout.message("no data", in: place)
        }
        let sectors = arranged(series, values, center, radius)
        return nodes + [pie(series, values, sectors, showsPercentages: true)]
    }
}
