import PeriluneStore

/// The rows behind a given one in an order: what a page begins with that has a cookie.
///
/// Unlike an offset it costs the same on every page: an index finds the place. Nulls come first, and last
/// where the order is descending, as SQLite and SQL Server have it.
enum Keyset {
    /// Conditions for the rows behind, in stretches that follow one another in the order.
    ///
    /// Two where a null splits the first key in what an index finds and what it finds elsewhere: with
    /// "or" it would find neither.
    static func after(_ values: [SQLValue], _ keys: [OrderKey], inclusive: Bool) -> [SQL] {
        guard let first = keys.first, let value = values.first else { return ["1"] }
        let expression: SQL = "\(first.expression)\(first.collation)"
        let rest = behind(values.dropFirst(), keys.dropFirst(), inclusive)
        switch (value.isNull, first.isDescending) {
        case (true, false):
            return ["\(expression) IS NULL AND \(rest)", "\(expression) IS NOT NULL"]
        case (true, true):
            return ["\(expression) IS NULL AND \(rest)"]
        case (false, false):
            return [
                "\(expression) >= \(value) AND (\(expression) > \(value) OR \(rest))"
            ]
        case (false, true):
            return [
                "\(expression) <= \(value) AND (\(expression) < \(value) OR \(rest))",
                "\(expression) IS NULL",
            ]
        }
    }

    private static func behind(
        _ values: ArraySlice<SQLValue>, _ keys: ArraySlice<OrderKey>, _ inclusive: Bool
    ) -> SQL {
        guard let key = keys.first, let value = values.first else { return inclusive ? "1" : "0" }
        let expression: SQL = "\(key.expression)\(key.collation)"
        let rest = behind(values.dropFirst(), keys.dropFirst(), inclusive)
        switch (value.isNull, key.isDescending) {
        case (true, false):
            return "(\(expression) IS NOT NULL OR \(rest))"
        case (true, true):
            return "(\(expression) IS NULL AND \(rest))"
        case (false, false):
            return "(\(expression) > \(value) OR (\(expression) = \(value) AND \(rest)))"
        case (false, true):
            return
                "(\(expression) < \(value) OR \(expression) IS NULL OR (\(expression) = \(value) AND \(rest)))"
        }
    }
}
