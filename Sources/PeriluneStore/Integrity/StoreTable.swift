import PeriluneCore

/// A table of a store: what its rows consist of, and which columns name one.
struct StoreTable {
    let name: String
    /// The columns of the primary key, which are first in the table.
    let key: [String]
    let values: [String]
    /// The column that holds a number of the inbox.
    var number: String?
    /// Whether its key is the row number, which SQLite keeps apart from the columns.
    var hasRowNumber = false
    /// The first version of a store that has it.
    var since: Int64 = 2

    var columns: [String] { key + values }

    /// The checksum that a row has to have, in SQL.
    var checksum: String { "row_checksum('\(name)', \(columns.joined(separator: ", ")))" }

    static let state = StoreTable(
        name: "state", key: ["script", "key"], values: ["value"], since: 1)
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

    static let all = [state, position, inbox, seen, ledger, quarantine, output]

    /// The checksum of a row that is given as parameters, in SQL.
    var checksumOfParameters: String { "row_checksum('\(name)', \(parameters))" }

    private var parameters: String {
        columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
    }

    /// SQL that writes a row, the columns as parameters.
    func insert(orElse conflict: String = "") -> String {
        """
        INSERT INTO \(name) (\(columns.joined(separator: ", ")), checksum)
        VALUES (\(parameters), \(checksumOfParameters)) \(conflict)
        """
    }

    /// SQL that reads columns of rows; the column after them is 1 where the checksum is right.
    func select(_ columns: [String], _ rest: String) -> String {
        "SELECT \(columns.joined(separator: ", ")), checksum = \(checksum) FROM \(name) \(rest)"
    }

    /// Fails where the checksum of the row is not right.
    ///
    /// `row` is one of ``select(_:_:)`` with this number of columns, and `key` names it.
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

    /// The row as messages name it: `state, script 'orders.lua', key 'contoso'`.
    func describe(_ key: [SQLValue]) -> String {
        let parts = zip(self.key, key).map { "\($0) \($1.shown)" }
        return ([name] + parts).joined(separator: ", ")
    }
}

/// What to do about a damaged store.
enum StoreHints {
    static func repair(_ path: String) -> String {
        "'perilune store check \(path)' lists the damage, 'perilune store repair \(path)' keeps what is intact; or restore a backup"
    }
}

extension SQLValue {
    /// As messages show it.
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
