import PeriluneCore

/// A table of a store: its columns, and which of them are the key.
struct StoreTable {
    let name: String
    /// The columns of the primary key, which come first in the table.
    let key: [String]
    let values: [String]
    /// The column that contains an event number of the inbox.
    var number: String?
    /// Whether the key is the row number, which SQLite stores separately from the columns.
    var hasRowNumber = false
    /// The first version of a store that has the table.
    var since: Int64 = 2
    /// A column after the checksum that it does not cover, in stores from version 9 on.
    var unchecked: String?
    static let uncheckedSince: Int64 = 9

    var columns: [String] { key + values }

    /// SQL for the correct checksum of a row.
    var checksum: String { "row_checksum('\(name)', \(columns.joined(separator: ", ")))" }

    static let state = StoreTable(
        name: "state", key: ["script", "key"], values: ["value"], since: 1, unchecked: "removal")
    static let position = StoreTable(
        name: "position", key: ["log"], values: ["offset", "line"], since: 1)
    static let inbox = StoreTable(
        name: "inbox", key: ["number"], values: ["source", "event"], number: "number",
        hasRowNumber: true)
    static let seen = StoreTable(
        name: "seen", key: ["number"], values: ["source", "identity", "time"], number: "number",
        hasRowNumber: true)
    static let ledger = StoreTable(
        name: "ledger", key: ["event", "identity"], values: ["kind", "request", "answer"],
        number: "event")
    static let quarantine = StoreTable(
        name: "quarantine", key: ["id"],
        values: ["number", "time", "source", "event", "error", "published"], number: "number",
        hasRowNumber: true)
    static let output = StoreTable(
        name: "output", key: ["path"], values: ["device", "inode", "offset"])

    static let attempt = StoreTable(
        name: "attempt", key: ["number"], values: ["crashes", "kills"], number: "number",
        hasRowNumber: true, since: 5)

    static let run = StoreTable(name: "run", key: ["name"], values: ["value"], since: 7)

    static let outbox = StoreTable(
        name: "outbox", key: ["output", "number"], values: ["count", "records"], since: 9)
    static let sink = StoreTable(name: "sink", key: ["name"], values: ["number"], since: 8)
    static let sequence = StoreTable(
        name: "sequence", key: ["output"], values: ["identity"], since: 10)

    static let sourcePosition = StoreTable(
        name: "source_position", key: ["source", "name"], values: ["value"], since: 11)

    static let all = [
        state, position, inbox, seen, ledger, quarantine, output, attempt, run, outbox, sink,
        sequence, sourcePosition,
    ]

    /// SQL for the checksum of a row whose columns are parameters.
    var checksumOfParameters: String { "row_checksum('\(name)', \(parameters))" }

    private var parameters: String {
        columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
    }

    /// SQL that inserts a row whose columns are parameters.
    func insert(orElse conflict: String = "") -> String {
        """
        INSERT INTO \(name) (\(columns.joined(separator: ", ")), checksum)
        VALUES (\(parameters), \(checksumOfParameters)) \(conflict)
        """
    }

    /// SQL that copies a row; its columns are parameters, followed by the column without a checksum.
    var copy: String {
        guard let unchecked else { return insert(orElse: "ON CONFLICT DO NOTHING") }
        return """
            INSERT INTO \(name) (\(columns.joined(separator: ", ")), checksum, \(unchecked))
            VALUES (\(parameters), \(checksumOfParameters), ?\(columns.count + 1)) ON CONFLICT DO NOTHING
            """
    }

    /// SQL that inserts a row whose columns are parameters, or replaces the values of the row with its key.
    var upsert: String {
        let values = values.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
        return insert(
            orElse: "ON CONFLICT DO UPDATE SET \(values), checksum = excluded.checksum")
    }

    /// SQL that reads columns of rows; one more column is 1 if the checksum is right.
    func select(_ columns: [String], _ rest: String) -> String {
        "SELECT \(columns.joined(separator: ", ")), checksum = \(checksum) FROM \(name) \(rest)"
    }

    /// Throws `store.row` if the checksum of a row of ``select(_:_:)`` is wrong.
    func verify(
        _ row: Statement, _ columns: Int, _ key: @autoclosure () -> [SQLValue], _ path: String
    ) throws(PeriluneError) {
        if row.number(columns) != 1 { throw damaged(key(), path) }
    }

    /// The error about a damaged row.
    func damaged(
        _ key: [SQLValue], _ path: String, _ reason: String = "its checksum is wrong"
    ) -> PeriluneError {
        PeriluneError(
            .storeRow, "a row of the store is damaged: \(describe(key)): \(reason)",
            at: .init(file: path), hint: StoreHints.repair(path))
    }

    /// The name of a row in messages: `state, script 'orders.lua', key 'contoso'`.
    func describe(_ key: [SQLValue]) -> String {
        let parts = zip(self.key, key).map { "\($0) \($1.shown)" }
        return ([name] + parts).joined(separator: ", ")
    }
}

/// Hints for errors about a damaged store.
enum StoreHints {
    static func repair(_ path: String) -> String {
        "'perilune store check \(path)' lists the damage, 'perilune store repair \(path)' keeps the intact rows; or restore a backup"
    }
}

extension SQLValue {
    /// The value in messages.
    var shown: String {
        switch self {
        case .null: "NULL"
        case .integer(let number): "\(number)"
        case .real(let number): "\(number)"
        case .text(let text): "'\(text.count > 80 ? text.prefix(80) + "…" : text)'"
        case .blob(let bytes): "\(bytes.count) bytes"
        }
    }
}
