import PeriluneCore

/// Removes expired state, a limited number of values at a time.
final class ExpiredState {
    private let tables: Statement
    private let dropRange: Statement
    private let tablesInRange: Statement
    private let delete: Statement

    /// The maximum number of values that one call removes if the commit has few changes, because the commit waits for
    /// it.
    private static let limit = 10_000

    init(_ connection: Connection) throws(PeriluneError) {
        let expired = "SELECT script, key FROM state WHERE removal <= ?1 ORDER BY removal LIMIT ?2"
        let range = "WHERE script = ?1 AND key >= ?2 AND key < ?3"
        tables = try Statement(
            connection,
            """
            SELECT script, key, value FROM state \(StateTables.byKey)
            WHERE (script, key) IN (\(expired)) AND instr(value, CAST(?3 AS BLOB))
            """)
        dropRange = try Statement(connection, "DELETE FROM state \(range)")
        tablesInRange = try Statement(
            connection, "SELECT value FROM state \(range) AND instr(value, CAST(?4 AS BLOB))")
        delete = try Statement(
            connection,
            "DELETE FROM state \(StateTables.byKey) WHERE (script, key) IN (\(expired))")
    }

    /// Removes expired values in a commit with a number of changes.
    ///
    /// It removes up to twice as many values, so that removing keeps up with adding.
    func remove(until time: Int64, besides changes: Int) throws(PeriluneError) {
        let limit = max(Self.limit, 2 * changes)
        for (script, key, tables) in try tablesOfExpired(time, limit) {
            if StateKey(key).member == nil {
                // The large tables of a key are removed with its state.
                let members = StateKey.members(of: key)
                try drop(script, members.start, members.end)
            } else {
                try drop(script, key, tables)
            }
        }
        try delete.bind(1, time)
        try delete.bind(2, limit)
        try delete.execute()
    }

    /// Removes tables of a key, and the tables in them.
    private func drop(
        _ script: String, _ key: String, _ tables: [Int64]
    ) throws(PeriluneError) {
        var left = tables
        while let table = left.popLast() {
            let prefix = StateKey.prefix(of: key, table: table)
            try bind(tablesInRange, script, prefix, StateKey.end(ofPrefix: prefix))
            try tablesInRange.bind(4, StateKey.marker)
            while try tablesInRange.step() { left += StateKey.tables(in: tablesInRange.bytes(0)) }
            tablesInRange.reset()
            try drop(script, prefix, StateKey.end(ofPrefix: prefix))
        }
    }

    /// Removes the values in a range of keys.
    func drop(_ script: String, _ start: String, _ end: String) throws(PeriluneError) {
        try bind(dropRange, script, start, end)
        try dropRange.execute()
    }

    private func bind(
        _ statement: Statement, _ script: String, _ start: String, _ end: String
    ) throws(PeriluneError) {
        try statement.bind(1, script)
        try statement.bind(2, start)
        try statement.bind(3, end)
    }

    private func tablesOfExpired(
        _ time: Int64, _ limit: Int
    ) throws(PeriluneError) -> [(script: String, key: String, tables: [Int64])] {
        defer { tables.reset() }
        try tables.bind(1, time)
        try tables.bind(2, limit)
        try tables.bind(3, StateKey.marker)
        var found: [(String, String, [Int64])] = []
        while try tables.step() {
            found.append(
                (tables.text(0), tables.text(1), StateKey.tables(in: tables.bytes(2))))
        }
        return found
    }
}
