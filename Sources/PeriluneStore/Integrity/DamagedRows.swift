import CPeriluneEncoding
import Glibc
import PeriluneCore

/// The file beside a store that keeps its damaged rows: one JSON object per line, with the original
/// bytes.
struct DamagedRows {
    let path: String
    private(set) var damage: [StoreDamage] = []
    private var file: Int32 = -1

    init(path: String) { self.path = path }

    /// Keeps a row of `SELECT key…, value…, checksum`.
    mutating func keep(
        _ row: Statement, of table: StoreTable, _ reason: String
    ) throws(PeriluneError) {
        let found = StoreDamage(table, row, reason)
        damage.append(found)
        var writer = JSONWriter()
        writer.beginObject()
        writer.write("table", table.name)
        writer.write("key", (found.key ?? []).joined(separator: ", "))
        writer.write("reason", reason)
        writer.name("columns")
        writer.beginObject()
        for (index, column) in (table.columns + ["checksum"]).enumerated() {
            switch row.value(index) {
            case .null: writer.write(column, .null)
            case .integer(let number): writer.write(column, .integer(number))
            case .real(let number): writer.write(column, .number(number))
            case .text, .blob:
                // Damaged text may no longer be valid UTF-8.
                writer.write(column, .object(.init([("hex", .string(row.bytes(index).hex))])))
            }
        }
        writer.endObject()
        writer.endObject()
        try write(writer.text + "\n")
    }

    /// Whether the file already has a row.
    func has(_ table: StoreTable, _ row: Statement) -> Bool {
        let key = StoreDamage(table, row, "").key
        return damage.contains { $0.table == table.name && $0.key == key }
    }

    private mutating func write(_ text: String) throws(PeriluneError) {
        if file < 0 {
            file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        }
        guard file >= 0, PrivateFile.write(Array(text.utf8)[...], to: file) else {
            throw PrivateFile.error(path)
        }
    }

    /// Syncs the file to disk and closes it.
    mutating func finish() throws(PeriluneError) {
        guard file >= 0 else { return }
        let isKept = fsync(file) == 0
        let error = PrivateFile.error(path)
        close(file)
        file = -1
        if !isKept { throw error }
    }

    /// Moves the rows whose checksum is wrong from a store to the file.
    static func setAside(
        _ connection: Connection, to path: String
    ) throws(PeriluneError) -> [StoreDamage] {
        var aside = DamagedRows(path: path)
        try connection.transaction { () throws(PeriluneError) in
            for table in StoreTable.all {
                let columns = (table.columns + ["checksum"]).joined(separator: ", ")
                let wrong = "\(table.name) NOT INDEXED WHERE checksum IS NOT \(table.checksum)"
                let before = aside.damage.count
                try Statement(connection, "SELECT \(columns) FROM \(wrong)")
                    .forEach { (row) throws(PeriluneError) in
                        try aside.keep(row, of: table, "its checksum is wrong")
                    }
                guard aside.damage.count > before else { continue }
                try aside.finish()
                if table.name == StoreTable.sink.name {
                    try OutboxTable.rewind(from: connection, to: connection)
                }
                try connection.run(
                    "DELETE FROM \(table.name) WHERE checksum IS NOT \(table.checksum)")
            }
        }
        return aside.damage
    }
}

extension [UInt8] {
    fileprivate var hex: String {
        String(unsafeUninitializedCapacity: 2 * count) {
            cpe_hex_encode(self, count, $0.baseAddress)
            return 2 * count
        }
    }
}
