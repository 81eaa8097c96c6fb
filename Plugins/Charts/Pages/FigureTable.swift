import PeriluneCore
import PeriluneFiles

/// A figure as a table, for readers who do not see the picture.
struct FigureTable {
    var columns: [String]
    var rows: [[Entry]] = []
    private let most: Int
    /// The titles of columns that have none.
    private static let (category, value) = ("Category", "Value")

    /// A text of the table, and the number behind it.
    struct Entry {
        var text: String
        var number: Double?
    }

    /// Creates the table of a figure, with at most so many rows.
    init(_ content: Figure.Content, most: Int = 1000) {
        switch content {
        case .plot(let plot), .pie(let plot), .bullet(let plot, _), .heatMap(let plot):
            self.init(plot, most)
        case .indicator(let indicator): self.init(indicator.spark, most)
        case .multiples(let multiples): self.init(multiples, most)
        case .treemap(let treemap): self.init(treemap, most)
        case .grid(let grid): self.init(grid, most)
        case .diagram(let diagram):
            self.init(
                ["Name", "Value", "Change"],
                diagram.nodes.map { [$0.text, $0.value, $0.change ?? ""] })
        case .panel(let panel):
            self.init(["Name", "Value"], panel.controls.map { [$0.title, $0.value] })
        case .message(let text):
            self.init(["Message"], [[text]])
        }
    }

    private init(_ columns: [String], _ rows: [[String]]) {
        self.columns = columns
        self.rows = rows.map { $0.map { Entry(text: $0) } }
        most = rows.count
    }

    /// A row for each category, a column for each series of each value.
    private init(_ plot: Plot, _ most: Int) {
        self.most = most
        columns = [plot.categoryTitle.isEmpty ? Self.category : plot.categoryTitle]
        var cells: [(Int) -> Entry] = []
        for layer in plot.layers {
            for values in layer.values {
                for (number, series) in layer.series.enumerated()
                where series.isVisible && values.cells.indices.contains(number) {
                    let names = [series.label, layer.values.count > 1 ? values.title : ""]
                    let title = names.filter { !$0.isEmpty }.joined(separator: ", ")
                    let shown = title.isEmpty ? values.title : title
                    columns.append(shown.isEmpty ? Self.value : shown)
                    cells.append { category in
                        let row = values.cells[number]
                        guard row.indices.contains(category), row[category].isFinite else {
                            return Entry(text: "")
                        }
                        return Entry(
                            text: values.format.full(row[category]), number: row[category])
                    }
                }
            }
        }
        rows = plot.categories.enumerated().prefix(most).map { number, label in
            [Entry(text: label.text)] + cells.map { $0(number) }
        }
    }

    /// The rows of each plot, after its title.
    private init(_ multiples: Multiples, _ most: Int) {
        self.most = most
        let tables = multiples.panels.map { Self(.plot($0.plot), most: most) }
        columns = [""] + (tables.first?.columns ?? [])
        for (panel, table) in zip(multiples.panels, tables) {
            rows += table.rows.prefix(most - rows.count).map { [Entry(text: panel.title)] + $0 }
        }
    }

    private init(_ treemap: Treemap, _ most: Int) {
        self.most = most
        let hasColors = !treemap.colorTitle.isEmpty
        columns =
            ["Name", treemap.sizeTitle.isEmpty ? Self.value : treemap.sizeTitle]
            + (hasColors ? [treemap.colorTitle] : [])
        for tile in treemap.roots { add(tile, [], treemap) }
    }

    private mutating func add(_ tile: Treemap.Tile, _ path: [String], _ treemap: Treemap) {
        guard rows.count < most else { return }
        let path = path + [tile.label]
        let color =
            tile.color.isFinite
            ? Entry(text: treemap.colorFormat.full(tile.color), number: tile.color)
            : Entry(text: "")
        let cells = [
            Entry(text: path.joined(separator: ", ")),
            Entry(text: treemap.sizeFormat.full(tile.size), number: tile.size), color,
        ]
        rows.append(Array(cells.prefix(columns.count)))
        for child in tile.children { add(child, path, treemap) }
    }

    private init(_ grid: Grid, _ most: Int) {
        self.most = most
        columns = grid.columns.map { column in
            guard column.title.isEmpty else { return column.title }
            return column.isHeader ? Self.category : Self.value
        }
        rows = (0..<min(grid.rowCount, most)).map { row in
            grid.columns.map { column in
                let texts: [String]
                var numbers = column.numbers
                switch column.content {
                case .text(let written, _, _): texts = written
                case .variance(let values, let written, _): (texts, numbers) = (written, values)
                case .charts: texts = []
                }
                let number = numbers.indices.contains(row) ? numbers[row] : nil
                guard texts.indices.contains(row), number?.isFinite != false else {
                    return Entry(text: "")
                }
                return Entry(text: texts[row], number: number)
            }
        }
    }

    var value: Value {
        [
            "columns": .array(columns.map(Value.string)),
            "rows": .array(rows.map { .array($0.map { .string($0.text) }) }),
        ]
    }

    /// The table as CSV, with numbers that programs read.
    ///
    /// Spreadsheets run text that begins as a formula does, some also behind spaces or with a full-width character, so
    /// such text begins with an apostrophe.
    var csv: [UInt8] {
        var bytes: [UInt8] = []
        func write(_ row: some Sequence<Entry>) {
            for (place, entry) in row.enumerated() {
                if place > 0 { bytes.append(UInt8(ascii: ",")) }
                let text =
                    entry.number.map { ValueText.number($0) }
                    ?? (Self.isFormula(entry.text) ? "'" : "") + entry.text
                CSVField.write(text, to: &bytes)
            }
            bytes += "\r\n".utf8
        }
        write(columns.map { Entry(text: $0) })
        rows.forEach(write)
        return bytes
    }

    private static func isFormula(_ text: String) -> Bool {
        let first = text.unicodeScalars.first { $0 != " " && $0 != "\u{A0}" && $0 != "\u{3000}" }
        return first.map("=+-@\t\r\n\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}".unicodeScalars.contains)
            ?? false
    }
}
