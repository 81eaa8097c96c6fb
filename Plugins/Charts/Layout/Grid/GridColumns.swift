import PeriluneDrawing

/// The displayed columns of a table with their widths and headers.
struct GridColumns: Sendable {
    var shown: [Shown] = []
    var hidden: Int
    /// The height of the header in lines of text.
    var headerLines = 1

    struct Shown: Sendable {
        var column: Grid.Column
        var width: Double
        var header: [TextFit.Line]
        var isRight: Bool
    }

    /// Left and right of what a cell holds: less where columns would be cut off.
    let padding: Double
    /// The width of an up or down triangle with its gap.
    static let arrow = 14.0

    init(_ grid: Grid, rows: Range<Int>, available: Double, _ layout: ChartLayout) {
        let (fit, fonts) = (layout.fit, layout.theme.fonts)
        let contents = grid.columns.map { Content($0, rows, layout) }
        func padded(_ padding: Double) -> [ColumnWidths.Request] {
            zip(grid.columns, contents).map { column, content in
                Self.request(column, content, padding: padding, available)
            }
        }
        var requests = padded(8)
        if requests.reduce(0, { $0 + $1.natural }) > available {
            padding = 4
            requests = padded(4)
        } else {
            padding = 8
        }
        let widths = ColumnWidths.distribute(requests, available: available)
        hidden = grid.columns.count - widths.count
        for (column, width) in zip(grid.columns, widths) {
            let room = width - 2 * padding
            let whole = fit.line(column.title, fonts.tableHeader, within: room)
            var header = [whole].compactMap { $0 }
            if whole?.full != nil,
                let halves = fit.twoLines(column.title, fonts.tableHeader, within: room)
            {
                header = halves
            }
            headerLines = max(headerLines, header.count)
            shown.append(
                Shown(column: column, width: width, header: header, isRight: Self.isRight(column)))
        }
    }

    /// The widths that the cells and the header of a column need.
    private struct Content {
        var cells: Double
        var header: Double

        init(_ column: Grid.Column, _ rows: Range<Int>, _ layout: ChartLayout) {
            cells = GridColumns.natural(column, rows, layout)
            let (fit, font) = (layout.fit, layout.theme.fonts.tableHeader)
            header = fit.width(column.title, font) + 1
            if header > cells,
                let halves = fit.twoLines(column.title, font, within: .infinity)
            {
                header = halves.reduce(0) { max($0, $1.width) } + 1
            }
        }
    }

    private static func request(
        _ column: Grid.Column, _ content: Content, padding: Double, _ available: Double
    ) -> ColumnWidths.Request {
        if let width = column.width, width.isFinite, width > 0 {
            let width = min(width, 2000)
            return ColumnWidths.Request(natural: width, least: min(width, 60))
        }
        let natural = max(content.cells, content.header) + 2 * padding
        let isChart = if case .charts = column.content { true } else { false }
        // In a narrow table, names make room for numbers.
        let most = column.isHeader ? max(60, available * 0.4) : .infinity
        let least = least(column, content: content.cells, natural: natural, padding)
        return ColumnWidths.Request(natural: natural, least: min(least, most), grows: isChart)
    }

    /// The width below which a column is left out, because a truncated number could be read as another.
    private static func least(
        _ column: Grid.Column, content: Double, natural: Double, _ padding: Double
    ) -> Double {
        switch column.content {
        case .charts: min(natural, 44)
        case .variance: min(natural, 240, content - bar + 2 * padding)
        case .text(_, let isNumber, _):
            isNumber
                ? min(natural, 240, content + 2 * padding)
                : min(natural, column.isHeader ? 140 : 60)
        }
    }

    private static func isRight(_ column: Grid.Column) -> Bool {
        switch column.content {
        case .text(_, let isNumber, _): isNumber
        case .charts: false
        case .variance: true
        }
    }

    /// The width that the widest row needs.
    private static func natural(
        _ column: Grid.Column, _ rows: Range<Int>, _ layout: ChartLayout
    ) -> Double {
        func widest(_ texts: [String], _ font: Font) -> Double {
            texts.dropFirst(rows.lowerBound).prefix(rows.count)
                .reduce(0) { max($0, layout.fit.width($1, font)) } + 1
        }
        var font = layout.theme.fonts.table
        if column.isHeader { font.weight = .bold }
        switch column.content {
        case .text(let texts, _, _): return min(widest(texts, font), 360)
        case .charts: return 100
        case .variance(_, let texts, _): return widest(texts, font) + arrow + bar
        }
    }

    /// The width of the variance bar with its gap.
    static let bar = 64.0
}
