import PeriluneCore

/// Makes a table of rows that come one after the other.
struct TableBuilder {
    private var columns: [ColumnBuilder]
    private(set) var count = 0
    private let limits: QueryLimits
    private let query: String

    init(columns: [String], of query: String, limits: QueryLimits) {
        self.columns = columns.map(ColumnBuilder.init)
        self.query = query
        self.limits = limits
    }

    /// Begins a row; its cells must then be appended to every column.
    mutating func beginRow() throws(PeriluneError) {
        count += 1
        try limits.check(rows: count, columns: columns.count, of: query)
    }

    mutating func append(_ number: Double, to column: Int) { columns[column].append(number) }
    mutating func append(_ text: String, to column: Int) { columns[column].append(text) }
    mutating func appendNull(to column: Int) { columns[column].appendNull() }

    func table() -> Table {
        Table(columns: columns.map { $0.column() }, count: count)
    }
}
