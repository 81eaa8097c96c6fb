import PeriluneCore
import PeriluneFiles
import PeriluneStore

/// Files that no script may look up, wherever they are: they have what other scripts keep, or what grants permit.
extension LookupOptions {
    /// How a journal of SQLite begins, and a write-ahead log in either byte order.
    private static let logs: [[UInt8]] = [
        [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7], [0x37, 0x7F, 0x06, 0x82],
        [0x37, 0x7F, 0x06, 0x83],
    ]
    /// The ends of the names of files beside a store.
    private static let besideStores = ["-wal", "-shm", "-journal", "-activity"]

    /// Refuses a file by its name, after symbolic links.
    func checkName(_ real: String) throws(PeriluneError) {
        if real.lowercased().hasSuffix(".lua") {
            throw refusal(
                "a script or a configuration is not a file of rows",
                "put the rows in a file of CSV or JSON")
        }
        for end in Self.besideStores where real.hasSuffix(end) {
            guard TextFile.exists(String(real.dropLast(end.count))) else { continue }
            throw refusal(
                "this file belongs to the database beside it",
                "open the database itself, with the option table")
        }
    }

    /// Refuses the bytes of a database, which contain all of its tables, as rows of text.
    func checkText(_ bytes: [UInt8]) throws(PeriluneError) {
        if bytes.starts(with: StoreHeader.magic) {
            throw refusal(
                "the file is a SQLite database", "set format = \"sqlite\" and the option table")
        }
        if Self.logs.contains(where: { bytes.starts(with: $0) }) {
            throw refusal(
                "this file belongs to a SQLite database",
                "open the database itself, with the option table")
        }
    }

    /// Refuses a store: it has the state of all scripts, and events that wait or failed.
    func checkStore(_ connection: Connection) throws(PeriluneError) {
        guard try connection.isStore() else { return }
        throw PeriluneError(
            "lookup.file", "the file is a store of Perilune, which scripts cannot read",
            hint: "write the rows to a database of their own, such as that of a sink 'sqlite'")
    }

    private func refusal(_ message: String, _ hint: String) -> PeriluneError {
        failure("lookup.file", PeriluneError("lookup.file", message, hint: hint))
    }
}
