import PeriluneCore

/// A figure as a table: what those read who do not see the picture.
struct FigureTable {
    var columns: [String]
    var rows: [[String]] = []

    /// More rows are counted, not shown.
    private static let most = 1000

    init(_ content: Figure.Content) {
        switch content {
        case .plot(let plot), .pie(let plot), .bullet(let plot, _): self.init(plot)
        case .treemap(let treemap): self.init(treemap)
        case .grid(let grid): self.init(grid)
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
        self.rows = rows
    }

    /// A row for each category, a column for each series of each value.
    private init(_ plot: Plot) {
        columns = [plot.categoryTitle.isEmpty ? "Category" : plot.categoryTitle]
        var cells: [(Int) -> String] = []
        for layer in plot.layers {
            for values in layer.values {
                for (number, series) in layer.series.enumerated()
                where series.isVisible && values.cells.indices.contains(number) {
                    let names = [series.label, layer.values.count > 1 ? values.title : ""]
                    let title = names.filter { !$0.isEmpty }.joined(separator: ", ")
                    columns.append(title.isEmpty ? values.title : title)
                    cells.append { category in
                        let row = values.cells[number]
                        guard row.indices.contains(category), row[category].isFinite else {
                            return ""
                        }
                        return values.format.full(row[category])
                    }
                }
            }
        }
        rows = plot.categories.enumerated().prefix(Self.most).map { number, label in
            [label.text] + cells.map { $0(number) }
        }
    }

    private init(_ treemap: Treemap) {
        let hasColors = !treemap.colorTitle.isEmpty
        columns = ["Name", treemap.sizeTitle] + (hasColors ? [treemap.colorTitle] : [])
        for tile in treemap.roots { add(tile, [], treemap) }
    }

    private mutating func add(_ tile: Treemap.Tile, _ path: [String], _ treemap: Treemap) {
        guard rows.count < Self.most else { return }
        let path = path + [tile.label]
        let color = tile.color.isFinite ? treemap.colorFormat.full(tile.color) : ""
        let cells = [path.joined(separator: ", "), treemap.sizeFormat.full(tile.size), color]
        rows.append(Array(cells.prefix(columns.count)))
        for child in tile.children { add(child, path, treemap) }
    }

    private init(_ grid: Grid) {
        columns = grid.columns.map(\.title)
        rows = (0..<min(grid.rowCount, Self.most)).map { row in
            grid.columns.map { column in
                switch column.content {
                case .text(let texts, _, _), .variance(_, let texts, _):
                    texts.indices.contains(row) ? texts[row] : ""
                case .charts: ""
                }
            }
        }
    }

    var value: Value {
        [
            "columns": .array(columns.map(Value.string)),
            "rows": .array(rows.map { .array($0.map(Value.string)) }),
        ]
    }
}
