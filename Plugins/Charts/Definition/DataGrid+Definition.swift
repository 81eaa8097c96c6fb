extension DataGrid {
    /// A table with a row for each row of a query; its columns may draw the charts.
    public init(
        _ name: String, query: String, title: String = "", charts: [Chart] = [],
        @ListBuilder<Column> _ columns: () -> [Column]
    ) {
        self.init(name: name)
        self.query = query
        self.title = title
        self.charts = charts
        let all = columns()
        self.columns = all.filter(\.isHeader) + all.filter { !$0.isHeader }
    }
}

extension DataGrid.Column {
    /// A column of the query; header columns, which name the rows, stand first.
    public static func data(
        _ column: String, _ header: String = "", format: ValueFormat = .general,
        isHeader: Bool = false
    ) -> Self {
        var made = Self(kind: .data, value: column)
        made.header = header
        (made.format, made.currencyCode) = format.attributes
        made.isHeader = isHeader
        return made
    }

    /// The chart of this name of the table, over the rows that a cell of the column has.
    public static func chart(_ column: String, _ header: String = "", draws chart: String) -> Self {
        var made = Self(kind: .chart, value: column)
        made.header = header
        made.chart = chart
        return made
    }

    /// An expression, and one that computes the name of its colour, such as `if(A > B, 'green', 'red')`.
    public static func variance(
        _ expression: String, _ header: String = "", color: String, format: ValueFormat = .general
    ) -> Self {
        var made = Self(kind: .variance, value: expression)
        made.header = header
        made.color = color
        (made.format, made.currencyCode) = format.attributes
        return made
    }
}
