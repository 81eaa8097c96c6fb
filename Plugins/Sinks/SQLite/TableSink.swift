import PeriluneCore
import PeriluneFiles
import PeriluneStore
import Synchronization

/// Writes values to a table of an SQLite database.
///
/// One transaction has the rows of a batch and the number of its last value: a batch that is delivered again after a
/// crash changes nothing.
final class TableSink: NoticingSink, FileWritingSink {
    let name: String
    private let file: String
    private let table: TableShape
    private let rejected: RejectedValues?
    private let connection = Mutex<Connection?>(nil)
    /// The members that its columns name.
    private let members: Mutex<NamedMembers>

    init(name: String, file: String, table: TableShape, rejected: RejectedValues?) {
        self.rejected = rejected
        self.name = name
        self.file = file
        self.table = table
        members = Mutex(NamedMembers(table.columns))
    }

    var warnings: [String] {
        members.withLock { $0.warnings(of: "output '\(name)'") }
            + (rejected?.warnings(of: name) ?? [])
    }

    var notedValues: Int { members.withLock(\.values) }

    func checkFile() throws(PeriluneError) {
        try SinkFile.check(file, of: name, makesFolders: false)
        guard FileLength.of(file) > 0 else { return }
        do throws(PeriluneError) {
            _ = try Connection(reading: file, busyTimeout: .seconds(1)).isStore()
        } catch {
            // Others may pass until the first write, such as a lock.
            guard error.code == .storeForeign else { return }
            throw PeriluneError(
                .outputOption, "output '\(name)': this file is not an SQLite database",
                at: .init(file: file), hint: "name another file; this one was not changed")
        }
    }

    func write(_ batch: RecordBatch) async throws {
        try connection.withLock { connection in
            do {
                let database = try connection ?? open()
                connection = database
                try write(batch, database)
            } catch {
                // The file may have been moved, or replaced by another one.
                connection = nil
                throw error
            }
        }
    }

    private func open() throws(PeriluneError) -> Connection {
        let connection = try Connection(path: file, called: "database")
        guard try !connection.isStore() else {
            throw PeriluneError(
                "output.option", "this is a store of Perilune, not a database for an output",
                at: .init(file: file), hint: "name another file")
        }
        try connection.run(table.creation)
        try connection.run(
            """
            CREATE TABLE IF NOT EXISTS perilune_sink (
                output TEXT PRIMARY KEY, sequence TEXT NOT NULL, number INTEGER NOT NULL)
            """)
        return connection
    }

    private func write(_ batch: RecordBatch, _ connection: Connection) throws(PeriluneError) {
        try connection.transaction { () throws(PeriluneError) in
            let written = try connection.number(
                "SELECT number FROM perilune_sink WHERE output = ? AND sequence = ?",
                [.text(name), .text(batch.sequence)])
            guard written < batch.last else { return }
            let row = try connection.prepared(table.insertion)
            for value in batch.values(after: written) {
                let cells = try members.withLock { (members) throws(PeriluneError) in
                    try table.row(value.json, noting: members.ifNew(value))
                }
                try row.bind(cells)
                do throws(PeriluneError) {
                    try row.execute()
                } catch {
                    guard error.code == .storeConstraint else { throw error }
                    guard let rejected else {
                        var error = error
                        error.hint =
                            error.hint
                            ?? "the option 'rejected' names a file for values that the table refuses"
                        throw error
                    }
                    try rejected.append(value, of: name, because: error)
                }
            }
            try connection.run(
                """
                INSERT INTO perilune_sink (output, sequence, number) VALUES (?, ?, ?)
                ON CONFLICT (output) DO UPDATE SET sequence = excluded.sequence, number = excluded.number
                """,
                [.text(name), .text(batch.sequence), .integer(batch.last)])
        }
    }
}
