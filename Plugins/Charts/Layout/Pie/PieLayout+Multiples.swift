import PeriluneDrawing

extension PieLayout {
    /// One pie for each series, in a grid, with one legend for all.
    func multiples(in rect: Rect) -> [Node] {
        let key = Key(
            entries: data.shares.slices.indices.map { slice in
                Key.Entry(
                    label: data.label(slice), sample: .box, color: data.color(slice, brush.theme))
            })
        let keyHeight = key.height(brush, width: rect.width)
        let showsKey = keyHeight <= rect.height * 0.4
        let place = showsKey ? rect.inset(bottom: keyHeight + 6) : rect
        let grid = CellGrid(count: data.series.count, in: place, least: 44)
        var nodes: [Node] = []
        for (cell, series) in zip(grid.cells, data.series) {
            nodes += multiple(series, in: cell)
        }
        if let rest = grid.rest {
            let hidden = data.series.count - grid.cells.count
            nodes += brush.message("+\(hidden) more", in: rest)
        }
        if showsKey {
            let bottom = Rect(rect.x, rect.maxY - keyHeight, rect.width, keyHeight)
            nodes.append(key.node(brush, in: bottom))
        }
        return nodes
    }

    private func multiple(_ series: Int, in cell: Rect) -> [Node] {
        var font = brush.theme.fonts.label
        font.weight = .bold
        let height = brush.fit.lineHeight(font) + 2
        let place = cell.inset(left: 4, top: height, right: 4, bottom: 4)
        var nodes: [Node] = []
        let title = brush.line(
            data.seriesLabel(series), font, brush.theme.colors.text, x: cell.midX,
            middle: cell.y + height / 2, anchor: .middle, within: cell.width - 8)
        if let title { nodes.append(title) }
        let values = data.values(series)
        let radius = max(1, min(place.width, place.height) / 2 - 3)
        let center = Point(place.midX.rounded(), place.midY.rounded())
        guard values.contains(where: { $0 > 0 }) else {
            let ring = Mark(
                .circle(center: center, radius: radius),
                .stroke(brush.theme.colors.grid, width: brush.theme.lines.axis))
            return nodes + [.mark(ring)] + brush.message("no data", in: place)
        }
        let sectors = Sector.sectors(Shares.fractions(values), center: center, radius: radius)
        return nodes + [pie(series, values, sectors, showsPercentages: true)]
    }
}
