import PeriluneDrawing

/// The columns of a table as they are shown: how wide, and with which header.
struct GridColumns: Sendable {
    var shown: [Shown] = []
    var hidden: Int
    /// Of the header, in lines of text.
    var headerLines = 1

    struct Shown: Sendable {
        var column: Grid.Column
        var width: Double
        var header: [TextFit.Line]
        var isRight: Bool
    }

    /// Left and right of what a cell holds.
    static let padding = 8.0
    /// Of a triangle that says up or down, with a gap.
    static let arrow = 14.0

    init(_ grid: Grid, rows: Range<Int>, available: Double, _ layout: ChartLayout) {
        let (fit, fonts) = (layout.fit, layout.theme.fonts)
        let wishes = grid.columns.map { column -> ColumnWidths.Wish in
            if let width = column.width, width.isFinite, width > 0 {
                let width = min(width, 2000)
                return ColumnWidths.Wish(natural: width, least: min(width, 60))
            }
            let content = Self.natural(column, rows, layout)
            let title = fit.width(column.title, fonts.tableHeader) + 1
            let halves =
                title > content
                ? fit.twoLines(column.title, fonts.tableHeader, within: .infinity) : nil
            let header = halves.map { $0.reduce(0) { max($0, $1.width) } + 1 } ?? title
            let natural = max(content, header) + 2 * Self.padding
            let isChart = if case .charts = column.content { true } else { false }
            // In a narrow table, names make room for numbers.
            let most = column.isHeader ? max(60, available * 0.4) : .infinity
            let least = Self.least(column, content: content, natural: natural)
            return ColumnWidths.Wish(natural: natural, least: min(least, most), grows: isChart)
        }
        let widths = ColumnWidths.shared(wishes, available: available)
        hidden = grid.columns.count - widths.count
        for (column, width) in zip(grid.columns, widths) {
            let room = width - 2 * Self.padding
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

    /// Below which a column is left out: a number that is cut off is another number.
    private static func least(
        _ column: Grid.Column, content: Double, natural: Double
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

    /// What the widest of the rows needs.
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

    /// Of the bar that shows a variance, with a gap.
    static let bar = 64.0
}
