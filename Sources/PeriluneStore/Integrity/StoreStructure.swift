import PeriluneCore

/// Checks of the whole file: SQLite's own integrity check, and whether the file has the expected
/// tables.
enum StoreStructure {
    /// The problems that SQLite finds when it reads every page.
    static func problems(
        _ connection: Connection, limit: Int = 100
    ) throws(PeriluneError) -> [String] {
        var found: [String] = []
        try Statement(connection, "PRAGMA integrity_check(\(limit))").forEach { row in
            // The first line of a message can be a heading.
            found += row.text(0).split(separator: "\n").map { String($0) }
                .filter { $0 != "ok" && !$0.hasPrefix("***") }
        }
        return found
    }

    /// Tables and indexes that differ from those that the version of the file defines.
    static func schemaProblems(_ connection: Connection) throws(PeriluneError) -> [String] {
        let version = try Schema.version(of: connection)
        let sample = try Connection(path: ":memory:")
        try RowChecksum.register(sample)
        try Schema.apply(from: 0, to: version, sample)
        let found = try objects(connection)
        var problems = try objects(sample).filter { !found.contains($0) }.map {
            "the definition of \($0.type) '\($0.name)' is wrong"
        }
        let roots = try connection.number(
            "SELECT count(*) - count(DISTINCT rootpage) FROM sqlite_schema WHERE rootpage > 0")
        if roots != 0 { problems.append("two tables or indexes begin at the same page") }
        return problems
    }

    private struct Object: Hashable {
        let type: String
        let name: String
        let table: String
        let sql: String
    }

    private static func objects(_ connection: Connection) throws(PeriluneError) -> [Object] {
        var objects: [Object] = []
        try Statement(connection, "SELECT type, name, tbl_name, sql FROM sqlite_schema")
            .forEach { row in
                objects.append(
                    Object(
                        type: row.text(0), name: row.text(1), table: row.text(2),
                        sql: row.text(3).filter { !$0.isWhitespace }))
            }
        return objects
    }

    /// Event numbers that contradict each other: the inbox assigns each number once, in order.
    static func numberProblems(_ connection: Connection) throws(PeriluneError) -> [String] {
        let version = try Schema.version(of: connection)
        guard version >= 2 else { return [] }
        let given = try connection.number(
            "SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'inbox'")
        var problems: [String] = []
        if given < 0 || given > highestNumber {
            problems.append("the last number of the inbox is implausible: \(given)")
        }
        for table in StoreTable.all where table.since <= version {
            // A delivery without events uses a number that is never in the inbox.
            guard let column = table.number, table.name != StoreTable.seen.name else { continue }
            let last = try connection.number(
                "SELECT coalesce(max(\(column)), 0) FROM \(table.name)")
            if last > given {
                problems.append(
                    "\(table.name) has an event with the number \(last), but the inbox has only assigned numbers up to \(given)"
                )
            }
        }
        return problems
    }

    /// The highest plausible number: at a thousand events a second, it would take 36,000 years to
    /// reach.
    static let highestNumber: Int64 = 1 << 50
}
