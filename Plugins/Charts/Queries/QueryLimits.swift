import PeriluneCore

/// The limits of a query.
package struct QueryLimits: Sendable {
    /// The rows of one query.
    package var rows = 1_000_000
    /// Rows by columns.
    package var cells = 10_000_000
    /// The maximum size of a file with rows, in bytes.
    package var bytes = 64 << 20
    /// Until a database is stopped.
    package var time = Duration.seconds(10)
    /// Values of one argument.
    package var arguments = 10_000

    package init() {}

    func check(rows: Int, columns: Int, of query: String) throws(PeriluneError) {
        guard rows <= self.rows, rows * max(columns, 1) <= cells else {
            throw PeriluneError(
                "query.rows", "query \(query) has more than \(min(rows - 1, self.rows)) rows",
                hint: "aggregate the rows in the query; a chart shows a few thousand at most")
        }
    }

    func check(_ arguments: [String: QueryArgument]) throws(PeriluneError) {
        for (name, argument) in arguments {
            guard case .among(let cells, _) = argument, cells.count > self.arguments else {
                continue
            }
            throw PeriluneError(
                "query.arguments",
                "the filter \(name) has \(cells.count) values; the limit is \(self.arguments)")
        }
    }
}
