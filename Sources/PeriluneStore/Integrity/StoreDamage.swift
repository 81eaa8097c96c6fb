package import PeriluneCore

/// One damaged part of a store.
package struct StoreDamage: Sendable, Hashable {
    /// The table; `nil` for damage of the whole file.
    package let table: String?
    /// The key of the row, one string per column; `nil` for damage of the whole table.
    package let key: [String]?
    /// A description of the damage.
    package let reason: String

    init(_ reason: String, table: String? = nil, key: [String]? = nil) {
        self.table = table
        self.key = key
        self.reason = reason
    }

    init(_ table: StoreTable, _ row: Statement, _ reason: String) {
        let key = zip(table.key, table.key.indices).map { "\($0) \(row.value($1).shown)" }
        self.init(reason, table: table.name, key: key)
    }

    /// The damage as one line of text.
    package var text: String {
        let place = ([table].compactMap(\.self) + (key ?? [])).joined(separator: ", ")
        return place.isEmpty ? reason : "\(place): \(reason)"
    }

    /// One JSON object.
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        if let table { writer.write("table", table) }
        if let key { writer.write("key", key.joined(separator: ", ")) }
        writer.write("reason", reason)
        writer.endObject()
    }
}
