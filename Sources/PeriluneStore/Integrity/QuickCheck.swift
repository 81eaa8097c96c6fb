import Glibc
import PeriluneCore

/// The check at every start, whose cost does not grow with the store.
///
/// Other damage is detected when a row is read, by its checksum, or by ``StoreCheck``.
enum QuickCheck {
    /// The number of rows of each table that are read: the last ones, because damage is likeliest
    /// where the file was written last.
    private static let rows = 16

    /// Throws if the WAL is damaged.
    ///
    /// Call it before SQLite opens the store.
    static func checkLog(_ path: String) throws(PeriluneError) {
        guard let problem = try WriteAheadLog.problems(store: path).first else { return }
        throw PeriluneError(
            .storeCorrupt, "the store is damaged: \(problem)", at: .init(file: path),
            hint: StoreHints.repair(path))
    }

    /// Throws if the store is damaged.
    static func run(_ connection: Connection) throws(PeriluneError) {
        try checkSize(connection)
        var problems = try StoreStructure.schemaProblems(connection)
        if problems.isEmpty { problems = try StoreStructure.numberProblems(connection) }
        if let first = problems.first { throw connection.damaged(first) }
        for table in StoreTable.all {
            let order = table.key.map { "\($0) DESC" }.joined(separator: ", ")
            let last = try Statement(
                connection, table.select(table.key, "ORDER BY \(order) LIMIT \(rows)"))
            try last.forEach { (row) throws(PeriluneError) in
                let key = table.key.indices.map { row.value($0) }
                try table.verify(row, table.key.count, key, connection.path)
            }
        }
    }

    /// Throws if the file was truncated.
    ///
    /// While the WAL has pages, the file may be shorter.
    private static func checkSize(_ connection: Connection) throws(PeriluneError) {
        var status = stat()
        guard stat("\(connection.path)-wal", &status) != 0 || status.st_size == 0,
            stat(connection.path, &status) == 0, status.st_size > 0
        else { return }
        let size = Int64(status.st_size)
        let wanted =
            try connection.number("PRAGMA page_count") * connection.number("PRAGMA page_size")
        if size != wanted {
            throw connection.damaged("it has \(size) bytes, but its header says \(wanted)")
        }
    }
}
