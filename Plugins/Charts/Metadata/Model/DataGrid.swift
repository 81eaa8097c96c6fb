/// A rich table: texts, small charts and variances, one row for each row of the query.
public struct DataGrid: Sendable, Hashable {
    /// The name by which scripts, layouts and addresses know it.
    package var name: String
    /// Written above the table; empty for none.
    package var title = ""
    /// The query that gives the rows.
    package var query: String?
    /// The columns: header columns first, then in the order of their `ColumnSequence`.
    package var columns: [Column] = []
    /// The charts in chart columns; their rows come from the cell and not from a query.
    package var charts: [Chart] = []
    package var place = MetadataPlace()

    package init(name: String) { self.name = name }

    /// A column of a table.
    public struct Column: Sendable, Hashable {
        /// The kind of its cells.
        package var kind: Kind
        /// The column of the query, or for a variance an expression.
        package var value: String
        /// The title of the column; empty for its value.
        package var header = ""
        /// The name of a format, see ``ValueFormat``; empty for unformatted texts and numbers.
        package var format = ""
        /// The code of the format `Currency`; `nil` for the currency of the locale.
        package var currencyCode: String?
        /// Whether its cells are the names of the rows.
        package var isHeader = false
        /// Its position among the columns; `nil` if the metadata does not state it.
        package var sequence: Int?
        /// The chart that a chart column draws.
        package var chart: String?
        /// An expression that says the colour of a variance, such as `green`.
        package var color: String?
        package var place = MetadataPlace()

        package init(kind: Kind, value: String) {
            self.kind = kind
            self.value = value
        }
    }

    /// What the cells of a column are: a value, a small chart, or a difference.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case data = "Data"
        case chart = "Chart"
        case variance = "Variance"
    }

    /// The chart that chart columns name.
    package func chart(named name: String) -> Chart? { charts.first { $0.name == name } }
}
