import PeriluneCore

/// Which columns of a table had no value in any row: their paths may be mistyped.
package final class EmptyColumns {
    /// The rows so far.
    package private(set) var rows = 0
    /// By column, whether a row had a value.
    private var filled: [Bool] = []
    private let columns: [RowColumn]

    /// Counts the rows of a format; `nil` if it has no columns.
    package init?(_ format: RowFormat) {
        guard case .csv(let columns) = format else { return nil }
        self.columns = columns
        filled = Array(repeating: false, count: columns.count)
    }

    func note(_ column: Int) { filled[column] = true }

    func endRow() { rows += 1 }

    /// The paths without a value, if there were rows.
    package var paths: [String] {
        rows == 0 ? [] : zip(columns, filled).filter { !$0.1 }.map { $0.0.path.description }
    }
}
