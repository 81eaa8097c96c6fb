/// Rows under their names; the first column and the last two to the left, the others to the right.
struct Columns {
    let lines: [String]

    init(_ rows: [[String]]) {
        let count = rows.first?.count ?? 0
        let widths = (0..<count).map { column in rows.map { $0[column].count }.max() ?? 0 }
        lines = rows.map { row in
            var line = ""
            for (column, cell) in row.enumerated() {
                let padding = String(repeating: " ", count: widths[column] - cell.count)
                let isLeft = column == 0 || column >= count - 2
                line += column == 0 ? "" : "  "
                line += isLeft ? cell + padding : padding + cell
            }
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
    }
}
