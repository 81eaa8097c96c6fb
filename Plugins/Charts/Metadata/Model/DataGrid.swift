/// A rich table: texts, small charts and variances, one row for each row of the query.
public struct DataGrid: Sendable, Hashable {
    package var name: String
    package var title = ""
    package var query: String?
    /// Header columns first, then in the order of their `ColumnSequence`.
    package var columns: [Column] = []
    /// What the chart columns draw; the rows come from the cell and not from a query.
    package var charts: [Chart] = []
    package var place = MetadataPlace()

    package init(name: String) { self.name = name }

    /// A column of a table.
    public struct Column: Sendable, Hashable {
        package var kind: Kind
        /// The column of the query, or for a variance an expression.
        package var value: String
        package var header = ""
        package var format = ""
        package var currencyCode: String?
        package var isHeader = false
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

    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case data = "Data"
        case chart = "Chart"
        case variance = "Variance"
    }

    package func chart(named name: String) -> Chart? { charts.first { $0.name == name } }
}
