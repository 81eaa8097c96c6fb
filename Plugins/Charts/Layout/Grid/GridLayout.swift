package import PeriluneDrawing

/// Draws a rich table: texts, small charts and variances.
package struct GridLayout: Sendable {
    let layout: ChartLayout
    let grid: Grid

    package init(_ grid: Grid, _ layout: ChartLayout) {
        self.grid = grid
        self.layout = layout
    }

    /// Draws within the frame.
    package func group(_ figure: Figure, in rect: Rect) -> Group {
        guard !grid.columns.isEmpty, grid.rowCount > 0 else {
            return layout.message("no data", figure, in: rect)
        }
        var frame = Frame(figure, in: rect, layout: layout)
        var page = page(frame.content)
        // A note takes room itself, which may hide one more row.
        if !notes(page).isEmpty {
            frame = Frame(figure, notes: notes(page), in: rect, layout: layout)
            page = self.page(frame.content)
            frame = Frame(figure, notes: notes(page), in: rect, layout: layout)
        }
        let columns = page.columns.shown.count
        return layout.chart(
            figure, frame, description: "table of \(grid.rowCount) rows and \(columns) columns",
            marks: [table(page, in: frame.content)])
    }

    struct Page {
        var columns: GridColumns
        var rows: Range<Int>
    }

    var lineHeight: Double { layout.fit.lineHeight(layout.theme.fonts.table) }

    var rowHeight: Double {
        let hasCharts = grid.columns.contains {
            if case .charts = $0.content { true } else { false }
        }
        let text = lineHeight + 2 * layout.theme.spacing.row
        return (hasCharts ? max(28, text) : text).rounded(.up)
    }

    func headerHeight(_ columns: GridColumns) -> Double {
        let line = layout.fit.lineHeight(layout.theme.fonts.tableHeader)
        return (Double(columns.headerLines) * line + 2 * layout.theme.spacing.row).rounded(.up)
    }

    private func page(_ room: Rect) -> Page {
        let most = min(grid.rowCount, Int(room.height / rowHeight))
        let columns = GridColumns(grid, rows: 0..<most, available: room.width, layout)
        let left = room.height - headerHeight(columns)
        return Page(columns: columns, rows: 0..<min(most, max(0, Int(left / rowHeight))))
    }

    private func notes(_ page: Page) -> [String] {
        var notes: [String] = []
        if page.rows.isEmpty {
            notes.append("no room for \(grid.rowCount) rows")
        } else if page.rows.count < grid.rowCount {
            notes.append("rows 1–\(page.rows.count) of \(grid.rowCount)")
        }
        if page.columns.hidden > 0 {
            notes.append(
                page.columns.hidden == 1
                    ? "1 column not shown" : "\(page.columns.hidden) columns not shown")
        }
        return notes.isEmpty ? [] : [notes.joined(separator: ", ")]
    }

    private func table(_ page: Page, in room: Rect) -> Node {
        let theme = layout.theme
        let width = page.columns.shown.reduce(0) { $0 + $1.width }
        let header = Rect(room.x, room.y.rounded(), width, headerHeight(page.columns))
        guard header.maxY <= room.maxY, width <= room.width + 0.01 else { return .group(Group()) }
        var nodes: [Node] = [self.header(page.columns, in: header)]
        let cells = GridCells(grid: grid, rows: page.rows, layout: layout)
        for (place, row) in page.rows.enumerated() {
            let line = Rect(
                room.x, header.maxY + Double(place) * rowHeight, width, rowHeight)
            nodes.append(cells.row(row, page.columns, in: line, isBand: place % 2 == 1))
        }
        let bottom = header.maxY + Double(page.rows.count) * rowHeight + 0.5
        nodes.append(
            .mark(
                Mark(
                    .line(Point(room.x, bottom), Point(room.x + width, bottom)),
                    .stroke(theme.colors.tableLine))))
        return .group(Group(.table, label: "Table", clip: room, nodes: nodes))
    }

    private func header(_ columns: GridColumns, in rect: Rect) -> Node {
        let theme = layout.theme
        let line = layout.fit.lineHeight(theme.fonts.tableHeader)
        var nodes: [Node] = [.mark(Mark(.rect(rect), .fill(theme.colors.tableHeader)))]
        var x = rect.x
        for column in columns.shown {
            let place = column.isRight ? column.width - columns.padding : columns.padding
            let top = rect.maxY - theme.spacing.row - Double(column.header.count) * line
            for (index, text) in column.header.enumerated() {
                let middle = top + (Double(index) + 0.5) * line
                nodes.append(
                    .text(
                        Text(
                            text.string,
                            at: Point(
                                x + place, layout.baseline(theme.fonts.tableHeader, middle: middle)),
                            font: theme.fonts.tableHeader, color: theme.colors.text,
                            anchor: column.isRight ? .end : .start, full: text.full)))
            }
            x += column.width
        }
        return .group(Group(.row, nodes: nodes))
    }
}
