extension QueryArgument {
    /// What passes both, for the rows of a column: a drill and a filter may speak of the same one.
    ///
    /// Where nothing passes it is a pick list of nothing.
    func and(_ other: QueryArgument, column: String) -> QueryArgument {
        switch (self, other) {
        case (.equals(let cell), let test), (let test, .equals(let cell)):
            test.passes(cell) ? .equals(cell) : .among([], column: column)
        case (.among(let cells, _), let test), (let test, .among(let cells, _)):
            .among(cells.filter(test.passes), column: column)
        case (.between(let low, let high, _), .between(let otherLow, let otherHigh, _)):
            max(low, otherLow) <= min(high, otherHigh)
                ? .between(max(low, otherLow), min(high, otherHigh), column: column)
                : .among([], column: column)
        }
    }

    /// Whether a value passes; a year may be a number here and a text there.
    private func passes(_ cell: Cell) -> Bool {
        switch self {
        case .equals(let wanted): cell.key == wanted.key
        case .among(let cells, _): cells.contains { $0.key == cell.key }
        case .between(let low, let high, _):
            cell.asNumber.map { $0 >= low && $0 <= high } ?? false
        }
    }
}

extension [String: QueryArgument] {
    /// Adds the choice of a filter under its name, to what was drilled into.
    ///
    /// Where a drill has that key for another column, the filter goes by its own column.
    mutating func restrict(_ filter: String, of column: String, to argument: QueryArgument) {
        let key = self[filter].map { $0.column ?? filter } ?? column == column ? filter : column
        self[key] = self[key]?.and(argument, column: column) ?? argument
    }
}
