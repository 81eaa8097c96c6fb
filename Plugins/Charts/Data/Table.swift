/// The rows of a query by column, over which expressions are evaluated.
package struct Table: Sendable, Hashable {
    /// Each with ``count`` values; of two with one name, expressions see the first.
    package var columns: [Column]
    /// Rows of every column.
    package var count: Int
    /// Whether the query has put the rows in order: else categories are sorted.
    package var isSorted: Bool
    /// A number that all values are compared with, returned with the rows; `nil` for none.
    package var reference: Double?
    /// The number from which upwards a plot is coloured; `nil` for none.
    package var upperThreshold: Double?
    /// The number from which downwards a plot is coloured; `nil` for none.
    package var lowerThreshold: Double?
    /// The category from which on values are a forecast.
    package var predictiveStart: Cell?

    package init(columns: [Column] = [], count: Int = 0, isSorted: Bool = false) {
        self.columns = columns
        self.count = count
        self.isSorted = isSorted
    }

    /// The column of a name, which is case-sensitive.
    package subscript(name: String) -> Column? { columns.first { $0.name == name } }
}

/// A column and its values.
package struct Column: Sendable, Hashable {
    /// The name in the query, case-sensitive.
    package var name: String
    /// The values, one for each row.
    package var cells: Cells
    /// The instants behind dates that are local times: clocks that are set back show an hour twice.
    ///
    /// Of texts, the times at which they are drawn on a time axis.
    package var instants: [Int64?]?

    package init(_ name: String, _ cells: Cells) {
        self.name = name
        self.cells = cells
    }

    /// Values of one type, the type of the column, as vectors, so that an expression runs over a whole column.
    package enum Cells: Sendable, Hashable {
        /// Numbers; NaN stands for null, and never for a number.
        case numbers([Double])
        case texts([String?])
        /// Microseconds since 1970, UTC; where a dashboard has a time zone, what its clocks show.
        case dates([Int64?])
    }
}

/// A value of a table.
package enum Cell: Sendable, Hashable {
    case null
    case number(Double)
    case text(String)
    /// Microseconds since 1970, UTC.
    case date(Int64)
}

extension Column {
    /// The value of a row, counted from 0, which must exist.
    package subscript(row: Int) -> Cell {
        switch cells {
        case .numbers(let values): values[row].isNaN ? .null : .number(values[row])
        case .texts(let values): values[row].map(Cell.text) ?? .null
        case .dates(let values): values[row].map(Cell.date) ?? .null
        }
    }
}
