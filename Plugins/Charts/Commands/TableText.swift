import ChartsPlugin
import PeriluneCommandKit
import PeriluneCore

/// Formats rows as text: columns under their names, numbers aligned right.
struct TableText {
    let text: String

    init(_ table: Table) {
        let columns = table.columns.map { column in
            (0..<table.count).map { Self.text(column[$0]) }
        }
        let rows = (0..<table.count).map { row in columns.map { $0[row] } }
        let lines = TextColumns([table.columns.map { $0.name }] + rows) {
            table.columns[$0].isNumeric
        }
        .lines
        text = lines.map { $0 + "\n" }.joined()
    }

    /// A sum of amounts is not shown with the digits by which a computer misses it.
    private static func text(_ cell: Cell) -> String {
        switch cell {
        case .null: return "-"
        case .text(let text): return text
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
