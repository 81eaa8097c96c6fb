import PeriluneCore

/// Checks of the file as such: what SQLite finds, and whether the tables are the ones that it should have.
enum StoreStructure {
    /// What SQLite finds when it reads every page.
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

    /// Whether tables and indexes are as this version, or the one that wrote the file, makes them.
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

    /// Numbers of events that contradict each other: the inbox gives each number once, in order.
    static func numberProblems(_ connection: Connection) throws(PeriluneError) -> [String] {
        guard try Schema.version(of: connection) >= 2 else { return [] }
        let given = try connection.number(
            "SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'inbox'")
        var problems: [String] = []
        if given < 0 || given > highestNumber {
            problems.append("the last number of the inbox is \(given)")
        }
        for table in StoreTable.all {
            // A delivery without events takes a number that the inbox never sees.
            guard let column = table.number, table.name != StoreTable.seen.name else { continue }
            let last = try connection.number(
                "SELECT coalesce(max(\(column)), 0) FROM \(table.name)")
            if last > given {
                problems.append(
                    "\(table.name) has an event with the number \(last), but the inbox has given numbers up to \(given) only"
                )
            }
        }
        return problems
    }

    /// A thousand events a second would take 36,000 years to get there.
    static let highestNumber: Int64 = 1 << 50
}
