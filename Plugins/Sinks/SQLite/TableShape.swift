import PeriluneCore
import PeriluneFiles
import PeriluneJSON
import PeriluneStore

/// The table of a sink, and its SQL.
///
/// Names are quoted, and values are bound.
struct TableShape: Sendable, Hashable {
    let name: String
    /// The columns with the members that fill them; none for one column with the whole value.
    let columns: [RowColumn]
    let key: [String]

    init(name: String, _ columns: [RowColumn], key: [String]) {
        self.name = name
        self.columns = columns
        self.key = key
    }

    /// The names of its columns.
    var names: [String] { columns.isEmpty ? ["value"] : columns.map(\.name) }

    /// SQL that creates the table.
    var creation: String {
        let key = key.isEmpty ? "" : ", PRIMARY KEY (\(Self.list(key)))"
        return "CREATE TABLE IF NOT EXISTS \(SQLName.quoted(name)) (\(Self.list(names))\(key))"
    }

    /// SQL that inserts a row, or replaces the one with the same key.
    var insertion: String {
        let places = names.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
        let insert = "INSERT INTO \(SQLName.quoted(name)) (\(Self.list(names))) VALUES (\(places))"
        if key.isEmpty { return insert }
        let others = names.filter { !key.contains($0) }.map(SQLName.quoted)
        let changes = others.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
        return insert + " ON CONFLICT (\(Self.list(key))) DO "
            + (others.isEmpty ? "NOTHING" : "UPDATE SET \(changes)")
    }

    /// The row of a value; `members` notes the columns that it fills.
    func row(
        _ json: ArraySlice<UInt8>, noting members: NamedMembers? = nil
    ) throws(PeriluneError) -> [SQLValue] {
        if columns.isEmpty { return [.text(String(decoding: json, as: UTF8.self))] }
        let value = try Value(spellingNumbers: json)
        let cells = columns.map { $0.value(of: value) }
        members?.check(value, isEmptyRow: cells.allSatisfy { $0 == nil })
        return cells.map { cell in
            switch cell {
            case nil, .null?: .null
            case .bool(let flag)?: .integer(flag ? 1 : 0)
            case .integer(let number)?: .integer(number)
            case .number(let number)?: .real(number)
            case .string(let text)?: .text(text)
            case let other?: .text(other.json)
            }
        }
    }

    private static func list(_ names: [String]) -> String {
        names.map(SQLName.quoted).joined(separator: ", ")
    }
}
