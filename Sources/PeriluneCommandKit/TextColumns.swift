/// Formats rows in columns as wide as their widest cells, separated by two spaces; each cell is one line.
package struct TextColumns {
    /// A line for each row, without spaces at its end.
    package let lines: [String]

    /// - Parameters:
    ///   - rows: The cells of each row, including the names of the columns.
    ///   - isRight: Whether the cells of a column are aligned to the right, like numbers.
    package init(_ rows: [[String]], isRight: (_ column: Int) -> Bool) {
        let rows = rows.map { $0.map(\.asLine) }
        let columns = rows.first?.indices ?? 0..<0
        let widths = columns.map { column in rows.map { $0[column].count }.max() ?? 0 }
        lines = rows.map { row in
            var line = ""
            for (column, cell) in row.enumerated() {
                let padding = String(repeating: " ", count: widths[column] - cell.count)
                line += column == 0 ? "" : "  "
                line += isRight(column) ? padding + cell : cell + padding
            }
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
    }
}
