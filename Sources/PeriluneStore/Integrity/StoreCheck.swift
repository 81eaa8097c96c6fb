package import PeriluneCore

/// The full check of a store: every page, every row, and whether the tables agree with each other.
///
/// It only reads, and works while a server writes the store.
package struct StoreCheck: Sendable {
    /// The version of the format; `nil` if it cannot be read.
    package private(set) var version: Int64?
    /// Rows by table, as far as they can be read.
    package private(set) var rows: [(table: String, count: Int)] = []
    /// The damage: at most ``limit`` entries for pages, and at most ``limit`` for the rows of each
    /// table.
    package private(set) var damage: [StoreDamage] = []
    /// Whether rows have checksums; those of version 0.1 have none until the store is upgraded.
    package var hasChecksums: Bool { (version ?? 0) >= Schema.checksums }

    /// Whether the store is intact and has no rows.
    package var isEmpty: Bool { damage.isEmpty && rows.allSatisfy { $0.count == 0 } }

    /// The maximum number of entries in ``damage`` for the pages, and for the rows of each table.
    package static let limit = 100

    /// Checks a file; throws if it is not a store or has a newer version.
    package init(path: String) throws(PeriluneError) {
        guard PrivateFile.isRegular(path) else {
            throw PeriluneError(
                .storeOpen, "cannot open the store: not a regular file", at: .init(file: path))
        }
        if !StoreLock.isTaken(store: path) {
            damage = try WriteAheadLog.problems(store: path).map { StoreDamage($0) }
        }
        do throws(PeriluneError) {
            try check(try Connection(reading: path))
        } catch {
            guard error.isDamage else { throw error }
            damage.append(StoreDamage(error.message))
        }
    }

    init(_ connection: Connection) throws(PeriluneError) { try check(connection) }

    private mutating func check(_ connection: Connection) throws(PeriluneError) {
        let version = try Schema.version(of: connection)
        self.version = version
        guard version > 0 else { return }
        try RowChecksum.register(connection)
        try connection.run("PRAGMA cell_size_check = ON; BEGIN")
        defer { try? connection.run("ROLLBACK") }
        damage += try Self.found { () throws(PeriluneError) in
            try StoreStructure.problems(connection).map { StoreDamage($0) }
        }
        let schema = try Self.found { () throws(PeriluneError) in
            try StoreStructure.schemaProblems(connection).map { StoreDamage($0) }
        }
        damage += schema
        guard schema.isEmpty else { return }
        damage += try Self.found { () throws(PeriluneError) in
            try StoreStructure.numberProblems(connection).map { StoreDamage($0) }
        }
        for table in StoreTable.all where table.since <= version {
            damage += try Self.found { () throws(PeriluneError) in
                let sql = "SELECT count(*) FROM \(table.name) NOT INDEXED"
                rows.append((table.name, Int(try connection.number(sql))))
                return []
            }
            guard hasChecksums else { continue }
            damage += try Self.found { () throws(PeriluneError) in
                try Self.damagedRows(of: table, connection)
            }
        }
        var seen: Set<StoreDamage> = []
        damage.removeAll { !seen.insert($0).inserted }
    }

    private static func damagedRows(
        of table: StoreTable, _ connection: Connection
    ) throws(PeriluneError) -> [StoreDamage] {
        var found: [StoreDamage] = []
        try Statement(
            connection,
            """
            SELECT \(table.key.joined(separator: ", ")) FROM \(table.name) NOT INDEXED
            WHERE checksum IS NOT \(table.checksum) LIMIT \(limit)
            """
        ).forEach { row in
            found.append(StoreDamage(table, row, "its checksum is wrong"))
        }
        return found
    }

    /// Runs a check; an error about damage that stops it is reported as damage.
    private static func found(
        _ body: () throws(PeriluneError) -> [StoreDamage]
    ) throws(PeriluneError) -> [StoreDamage] {
        do throws(PeriluneError) {
            return try body()
        } catch {
            guard error.isDamage else { throw error }
            return [StoreDamage(error.message)]
        }
    }
}

extension PeriluneError {
    /// Whether the error reports damage, and not that the file cannot be used now.
    var isDamage: Bool {
        [.storeCorrupt, .storeRow, .storeFailed, .storeConstraint].contains(code)
    }
}
