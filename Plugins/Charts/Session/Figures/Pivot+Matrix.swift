extension Pivot {
    /// Values by series and category, and how many rows were added up without `Aggregate`.
    struct Matrix {
        /// The cells; NaN where there is no row.
        var cells: [[Double]]
        var undeclared = 0
    }

    /// Combines the rows of each category and series: as declared, else by their sum.
    func matrix(
        _ values: Column.Cells, _ aggregate: Aggregate? = nil, weights: [Double]? = nil
    ) -> Matrix {
        let rows = RowsOfCells(self)
        let column = Column("", values)
        let isCounted = aggregate?.counts ?? false
        var numbers: [Double] = []
        var ownWeights: [Double] = []
        var matrix = Matrix(
            cells: Array(
                repeating: Array(repeating: Double.nan, count: categories.count),
                count: series.count))
        for series in series.indices {
            for category in categories.indices {
                let own = rows.rows(series, category)
                guard !own.isEmpty else { continue }
                guard !isCounted else {
                    let cells = own.map { column[$0] }.filter { $0 != .null }
                    matrix.cells[series][category] = Double(
                        aggregate == .distinct ? Set(cells).count : cells.count)
                    continue
                }
                numbers.removeAll(keepingCapacity: true)
                ownWeights.removeAll(keepingCapacity: true)
                for row in own {
                    guard case .number(let number) = column[row] else { continue }
                    numbers.append(number)
                    if let weights { ownWeights.append(weights[row]) }
                }
                guard !numbers.isEmpty else { continue }
                if aggregate == nil { matrix.undeclared += numbers.count - 1 }
                matrix.cells[series][category] = (aggregate ?? .sum)
                    .value(of: numbers, weights: ownWeights)
            }
        }
        return matrix
    }
}

/// The rows of each category and series, in their order.
struct RowsOfCells {
    private let categories: Int
    /// The start of each cell's rows among all rows, and the end of the last one.
    private var starts: [Int]
    private var rows: [Int]

    init(_ pivot: Pivot) {
        categories = pivot.categories.count
        let cells = zip(pivot.seriesOfRow, pivot.categoryOfRow)
            .map { series, category in series * pivot.categories.count + category }
        starts = Array(repeating: 0, count: pivot.series.count * categories + 1)
        for cell in cells { starts[cell + 1] += 1 }
        for cell in starts.indices.dropFirst() { starts[cell] += starts[cell - 1] }
        rows = Array(repeating: 0, count: cells.count)
        var next = starts
        for (row, cell) in cells.enumerated() {
            rows[next[cell]] = row
            next[cell] += 1
        }
    }

    func rows(_ series: Int, _ category: Int) -> ArraySlice<Int> {
        let cell = series * categories + category
        return rows[starts[cell]..<starts[cell + 1]]
    }
}
