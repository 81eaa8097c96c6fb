import PeriluneCore
import PeriluneFiles
import PeriluneStore

/// An existing table: a sink that does not fit it is refused before the first value.
struct ExistingTable {
    private let file: String
    private let columns: [String]
    /// The columns of each unique index, in small letters.
    private let keys: [Set<String>]

    /// Reads the table of a sink; `nil` if there is none, or if the file cannot be read now, which the first write reports.
    init?(of shape: TableShape, in file: String) {
        // To open a pipe would wait for the other end.
        guard SinkFile.isRegular(file) else { return nil }
        do {
            let database = try Connection(reading: file, busyTimeout: .seconds(1))
            columns = try Self.texts(
                database, "SELECT name FROM pragma_table_info(?)", shape.name)
            guard !columns.isEmpty else { return nil }
            var keys: [Set<String>] = []
            let primary = try Self.texts(
                database, "SELECT name FROM pragma_table_info(?) WHERE pk > 0", shape.name)
            if !primary.isEmpty { keys.append(Set(primary.map { $0.lowercased() })) }
            let indexes = try Self.texts(
                database,
                "SELECT name FROM pragma_index_list(?) WHERE \"unique\" AND NOT partial", shape.name
            )
            for index in indexes {
                let names = try Self.texts(
                    database, "SELECT name FROM pragma_index_info(?)", index)
                keys.append(Set(names.map { $0.lowercased() }))
            }
            self.keys = keys
            self.file = file
        } catch {
            return nil
        }
    }

    private static func texts(
        _ database: Connection, _ sql: String, _ name: String
    ) throws(PeriluneError) -> [String] {
        let statement = try database.prepared(sql)
        try statement.bind([.text(name)])
        var texts: [String] = []
        try statement.forEach { texts.append($0.text(0)) }
        return texts
    }

    /// What keeps the sink from writing to the table, and the setting to change.
    func problem(
        with shape: TableShape
    ) -> (setting: String, message: String, hint: String?)? {
        let known = Set(columns.map { $0.lowercased() })
        if let missing = shape.names.first(where: { !known.contains($0.lowercased()) }) {
            let message = "the table '\(shape.name)' in \(file) has no column '\(missing)'"
            let list = columns.prefix(12).joined(separator: ", ")
            guard !shape.columns.isEmpty else {
                return (
                    "columns", "must be set: \(message)", "the columns of the table are \(list)"
                )
            }
            return (
                "columns", "does not fit: \(message)",
                NearestName.hint(for: missing, in: columns) ?? "its columns are \(list)"
            )
        }
        guard !shape.key.isEmpty, !keys.contains(Set(shape.key.map { $0.lowercased() })) else {
            return nil
        }
        let key = shape.key.joined(separator: ", ")
        return (
            "key",
            "does not fit: the table '\(shape.name)' in \(file) has no primary key and no unique index of \(key)",
            "create the index: CREATE UNIQUE INDEX … ON \(SQLName.quoted(shape.name)) (\(key))"
        )
    }
}
