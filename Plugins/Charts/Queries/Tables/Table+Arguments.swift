import PeriluneCore

extension Table {
    /// The rows that all arguments let pass.
    ///
    /// - Throws: `MAError_DataMissingColumn` for one whose column is not there: rows that should be left
    ///   out would be shown.
    package func restricted(
        to arguments: [String: QueryArgument], query: String
    ) throws(ChartIssue) -> Table {
        guard !arguments.isEmpty else { return self }
        var rows = Array(0..<count)
        for (key, argument) in arguments.sorted(by: { $0.key < $1.key }) {
            let name = argument.column ?? key
            guard let column = self[name] else {
                throw ChartIssue(missing: name, query: query)
            }
            let test = argument.test(column)
            rows = rows.filter(test)
        }
        return rows.count == count ? self : picking(rows)
    }

    /// Selects rows by their numbers.
    func picking(_ rows: [Int]) -> Table {
        var table = self
        table.count = rows.count
        table.columns = columns.map { column in
            var column = column
            switch column.cells {
            case .numbers(let values): column.cells = .numbers(rows.map { values[$0] })
            case .texts(let values): column.cells = .texts(rows.map { values[$0] })
            case .dates(let values): column.cells = .dates(rows.map { values[$0] })
            }
            if let instants = column.instants { column.instants = rows.map { instants[$0] } }
            return column
        }
        return table
    }
}

extension QueryArgument {
    /// The column that it names; `nil` if its key is the column.
    var column: String? {
        switch self {
        case .equals: nil
        case .among(_, let column), .between(_, _, let column): column
        }
    }

    /// Whether a row of a column passes.
    fileprivate func test(_ column: Column) -> (Int) -> Bool {
        switch self {
        case .equals(let cell):
            let wanted = ExactCell(cell.of(typeOf: column))
            return { ExactCell(column[$0]) == wanted }
        case .among(let cells, _):
            let wanted = Set(cells.map { ExactCell($0.of(typeOf: column)) })
            return { wanted.contains(ExactCell(column[$0])) }
        case .between(let low, let high, _):
            return { row in
                switch column[row] {
                case .number(let number): number >= low && number <= high
                case .date(let date): Double(date) >= low && Double(date) <= high
                case .text, .null: false
                }
            }
        }
    }
}

extension Cell {
    /// The same value as a column of another type holds it: scripts may write a year as a text.
    func of(typeOf column: Column) -> Cell {
        switch (column.cells, self) {
        case (.numbers, .text(let text)): Double(text).map { .number($0) } ?? self
        case (.dates, .text(let text)): DateText.microseconds(text).map { .date($0) } ?? self
        case (.texts, .number(let number)): .text(ValueText.number(number))
        case (.texts, .date(let date)): .text(ValueText.date(date))
        default: self
        }
    }
}

/// A value whose text is compared byte by byte, as the names of users are: the rows of one are not shown to another.
private struct ExactCell: Hashable {
    let cell: Cell

    init(_ cell: Cell) { self.cell = cell }

    static func == (one: ExactCell, other: ExactCell) -> Bool {
        if case (.text(let one), .text(let other)) = (one.cell, other.cell) {
            return one.hasSameBytes(as: other)
        }
        return one.cell == other.cell
    }

    func hash(into hasher: inout Hasher) { hasher.combine(cell) }
}
