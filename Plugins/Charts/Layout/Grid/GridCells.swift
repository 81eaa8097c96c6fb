import PeriluneDrawing

/// The rows of a table and what is in their cells.
struct GridCells: Sendable {
    let grid: Grid
    let rows: Range<Int>
    let layout: ChartLayout

    func row(_ row: Int, _ columns: GridColumns, in rect: Rect, isBand: Bool) -> Node {
        let colors = layout.theme.colors
        let isSelected = grid.selection.contains(category: row, series: -1)
        let ground = isBand ? colors.band : colors.panel
        let border =
            isSelected
            ? Stroke(colors.selection, width: layout.theme.lines.selection) : nil
        let label = columns.shown.compactMap { text($0.column, row) }.joined(separator: ", ")
        var nodes: [Node] = [
            .mark(
                Mark(
                    .rect(isSelected ? rect.inset(by: layout.theme.lines.selection / 2) : rect),
                    Paint(fill: .color(ground), stroke: border),
                    identity: Mark.Identity(category: row, label: label, isSelected: isSelected)))
        ]
        var x = rect.x
        for column in columns.shown {
            let cell = Rect(x, rect.y, column.width, rect.height)
                .inset(left: columns.padding, right: columns.padding)
            nodes += self.cell(column, row, in: cell, on: ground)
            x += column.width
        }
        return .group(Group(.row, nodes: nodes))
    }

    private func text(_ column: Grid.Column, _ row: Int) -> String? {
        switch column.content {
        case .text(let texts, _, _), .variance(_, let texts, _):
            row < texts.count ? texts[row] : nil
        case .charts: nil
        }
    }

    private func cell(
        _ column: GridColumns.Shown, _ row: Int, in rect: Rect, on ground: Color
    ) -> [Node] {
        switch column.column.content {
        case .text(let texts, let isNumber, let colors):
            guard row < texts.count else { return [] }
            var font = layout.theme.fonts.table
            if column.column.isHeader { font.weight = .bold }
            let named = row < colors.count ? colors[row] : nil
            let color =
                named.flatMap { layout.theme.namedColor($0, on: ground) }
                ?? layout.theme.colors.text
            let text = layout.line(
                texts[row], font, color, x: isNumber ? rect.maxX : rect.x, middle: rect.midY,
                anchor: isNumber ? .end : .start, within: rect.width)
            return [text].compactMap { $0 }
        case .charts(let plots):
            guard row < plots.count else { return [] }
            return [Sparkline(plot: plots[row], layout: layout).node(in: rect)].compactMap { $0 }
        case .variance(let values, let texts, let colors):
            guard row < values.count else { return [] }
            let named = row < colors.count ? colors[row] : nil
            return variance(
                values, texts, named.flatMap { layout.theme.namedColor($0, on: ground) }, row,
                in: rect, on: ground)
        }
    }

    /// A bar from zero, a triangle and the number: seen by those, too, who cannot tell red from green.
    private func variance(
        _ values: [Double], _ texts: [String], _ named: Color?, _ row: Int, in rect: Rect,
        on ground: Color
    ) -> [Node] {
        let theme = layout.theme
        let value = values[row]
        let usual = value > 0 ? theme.colors.good : value < 0 ? theme.colors.bad : nil
        let color = named ?? usual.map { theme.legible($0, on: ground) } ?? theme.colors.mutedText
        let string = row < texts.count ? texts[row] : ""
        var nodes: [Node] = []
        let text = layout.line(
            string, theme.fonts.table, color, x: rect.maxX, middle: rect.midY, anchor: .end,
            within: rect.width - GridColumns.arrow)
        if let text { nodes.append(text) }
        guard value.isFinite else { return nodes }
        // Below each other, aligned across rows.
        let widest = rows.reduce(0) {
            $1 < texts.count ? max($0, layout.fit.width(texts[$1], theme.fonts.table)) : $0
        }
        let arrow = max(rect.x + 4, rect.maxX - widest - GridColumns.arrow + 5)
        nodes.append(.mark(triangle(value, at: Point(arrow, rect.midY), color)))
        let bar = rect.inset(right: rect.maxX - arrow + 9)
        if bar.width >= 24 { nodes += self.bar(value, values, in: bar, color) }
        return nodes
    }

    private func triangle(_ value: Double, at center: Point, _ color: Color) -> Mark {
        guard value != 0 else {
            return Mark(.rect(Rect(center.x - 4, center.y - 1, 8, 2)), .fill(color))
        }
        let tip = value > 0 ? -3.5 : 3.5
        var path = Path()
        path.move(center.x, center.y + tip)
        path.line(center.x + 4, center.y - tip)
        path.line(center.x - 4, center.y - tip)
        path.close()
        return Mark(.path(path), .fill(color))
    }

    private func bar(
        _ value: Double, _ values: [Double], in rect: Rect, _ color: Color
    ) -> [Node] {
        let shown = values[rows.clamped(to: values.indices)].filter(\.isFinite)
        let low = shown.reduce(0) { min($0, $1) }
        let high = shown.reduce(0) { max($0, $1) }
        let length = high / 2 - low / 2
        guard length > 0 else { return [] }
        let zero = (rect.x + (0 - low / 2) / length * rect.width).rounded()
        let end = (rect.x + (value / 2 - low / 2) / length * rect.width).rounded()
        let height = min(10, rect.height - 6)
        let top = (rect.midY - height / 2).rounded()
        return [
            .mark(
                Mark(
                    .rect(Rect(min(zero, end), top, abs(end - zero), height)), .fill(color))),
            .mark(
                Mark(
                    .line(
                        Point(zero + 0.5, rect.minY + 3), Point(zero + 0.5, rect.maxY - 3)),
                    .stroke(layout.theme.colors.axis))),
        ]
    }
}
