import PeriluneStore

/// Keyset pagination: the rows after a given row in a sort order.
///
/// Unlike an offset it costs the same on every page: an index finds the place. Nulls come first, and last
/// where the order is descending, as SQLite and SQL Server have it.
enum Keyset {
    /// The conditions for consecutive parts of the result.
    ///
    /// There are two parts if the first key may be null: combined with OR, SQLite could use no index.
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

    /// One alternative per key: the keys before it are equal, and it is greater.
    ///
    /// The alternatives are not nested, because SQLite's parser limits the nesting of parentheses.
    private static func behind(
        _ values: ArraySlice<SQLValue>, _ keys: ArraySlice<OrderKey>, _ inclusive: Bool
    ) -> SQL {
        var alternatives: [SQL] = []
        var equal: [SQL] = []
        for (key, value) in zip(keys, values) {
            let expression: SQL = "\(key.expression)\(key.collation)"
            let further: SQL? =
                switch (value.isNull, key.isDescending) {
                case (true, false): "\(expression) IS NOT NULL"
                case (true, true): nil
                case (false, false): "\(expression) > \(value)"
                case (false, true): "(\(expression) < \(value) OR \(expression) IS NULL)"
                }
            if let further { alternatives.append((equal + [further]).joined(" AND ")) }
            equal.append(value.isNull ? "\(expression) IS NULL" : "\(expression) = \(value)")
        }
        if inclusive { alternatives.append(equal.isEmpty ? "1" : equal.joined(" AND ")) }
        return alternatives.disjunction
    }
}
