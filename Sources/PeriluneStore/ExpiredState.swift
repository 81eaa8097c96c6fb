import PeriluneCore

/// Removes expired state, a limited number of values at a time.
final class ExpiredState {
    private let tables: Statement
    private let dropTable: Statement
    private let delete: Statement

    /// The maximum number of values that one call removes, because a commit waits for it.
    private static let limit = 10_000

    init(_ connection: Connection) throws(PeriluneError) {
        let expired = "SELECT script, key FROM state WHERE removal <= ?1 ORDER BY removal LIMIT ?2"
        tables = try Statement(
            connection,
            """
            SELECT script, key, value FROM state
            WHERE (script, key) IN (\(expired)) AND instr(value, CAST(?3 AS BLOB))
            """)
        dropTable = try Statement(
            connection, "DELETE FROM state WHERE script = ?1 AND key >= ?2 AND key < ?3")
        delete = try Statement(connection, "DELETE FROM state WHERE (script, key) IN (\(expired))")
    }

    func remove(until time: Int64) throws(PeriluneError) {
        for (script, key, tables) in try tablesOfExpired(time) {
            for table in tables {
                let prefix = StateKey.prefix(of: key, table: table)
                try dropTable.bind(1, script)
                try dropTable.bind(2, prefix + "\u{1F}")
                try dropTable.bind(3, prefix + " ")
                try dropTable.execute()
            }
        }
        try delete.bind(1, time)
        try delete.bind(2, Self.limit)
        try delete.execute()
    }

    /// Values that are to be removed, with the large tables in them.
    private func tablesOfExpired(
        _ time: Int64
    ) throws(PeriluneError) -> [(script: String, key: String, tables: [Int64])] {
        defer { tables.reset() }
        try tables.bind(1, time)
        try tables.bind(2, Self.limit)
        try tables.bind(3, StateKey.marker)
        var found: [(String, String, [Int64])] = []
        while try tables.step() {
            found.append(
                (tables.text(0), tables.text(1), StateKey.tables(in: tables.bytes(2))))
        }
        return found
    }
}
