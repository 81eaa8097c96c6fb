import ChartsPlugin
import PeriluneCore

/// Rows for a person: columns under their names, numbers to the right.
struct TableText {
    let text: String

    init(_ table: Table) {
        let columns = table.columns.map { column in
            (0..<table.count).map { Self.text(column[$0]) }
        }
        let widths = zip(table.columns, columns).map { column, cells in
            cells.reduce(column.name.count) { max($0, $1.count) }
        }
        func line(_ cells: [String]) -> String {
            var line = ""
            for (index, cell) in cells.enumerated() {
                let padding = String(repeating: " ", count: widths[index] - cell.count)
                line += index > 0 ? "  " : ""
                line += table.columns[index].isNumeric ? padding + cell : cell + padding
            }
            return String(line.reversed().drop { $0 == " " }.reversed()) + "\n"
        }
        var text = line(table.columns.map(\.name))
        for row in 0..<table.count { text += line(columns.map { $0[row] }) }
        self.text = text
    }

    /// A sum of amounts is not shown with the digits by which a computer misses it.
    private static func text(_ cell: Cell) -> String {
        switch cell {
        case .null: return "-"
        case .text(let text): return text.filter { !$0.isNewline && $0 != "\u{1B}" }
        case .number(let number):
            let rounded = abs(number) < 1e9 ? (number * 1e6).rounded() / 1e6 : number
            return Int(exactly: rounded).map(String.init) ?? "\(rounded)"
        case .date: return cell.value.string ?? ""
        }
    }
}

extension Column {
    fileprivate var isNumeric: Bool {
        if case .numbers = cells { true } else { false }
    }
}
