import CRMPlugin
import PeriluneCore
import PeriluneStore

extension Session {
    /// Inserts a row; everything about it has been decided.
    func insert(_ row: Row, into layout: Layout) throws(CRMFault) {
        var row = row
        row["versionnumber"] = .long(nextVersion())
        // Always all columns: one statement a table, prepared once.
        try storing { () throws(PeriluneError) in
            let statement = try connection.prepared(layout.insertSQL)
            for (name, value) in row where value != .null {
                guard let (column, place) = layout.parameter(name) else { continue }
                for (offset, value) in column.encode(value).enumerated() {
                    try statement.bind(place + offset, value)
                }
            }
            try statement.execute()
        }
    }

    /// Writes the columns of a row; everything about them has been decided.
    func write(_ row: Row, to layout: Layout, _ id: GUID) throws(CRMFault) {
        var row = row
        row["versionnumber"] = .long(nextVersion())
        var fields: [String] = []
        var values: [SQLValue] = [.blob(id.bytes)]
        for column in layout.columns {
            guard let value = row[column.name] else { continue }
            for (sql, value) in zip(column.allSQL, column.encode(value)) {
                values.append(value)
                fields.append("\(sql) = ?\(values.count)")
            }
        }
        let sql =
            "UPDATE \(layout.table) SET \(fields.joined(separator: ", ")) WHERE \(layout.id) = ?1"
        try storing { () throws(PeriluneError) in try connection.run(sql, values) }
        names.forget(layout.entity.logicalName, id)
    }

    /// Deletes only the row itself.
    func remove(_ layout: Layout, _ id: GUID) throws(CRMFault) {
        try storing { () throws(PeriluneError) in
            try connection.run(
                "DELETE FROM \(layout.table) WHERE \(layout.id) = ?1", [.blob(id.bytes)])
        }
        names.forget(layout.entity.logicalName, id)
    }

    private func nextVersion() -> Int64 {
        organization.engine.version += 1
        return organization.engine.version
    }

    /// The next number of a series, such as that of quotes.
    func nextNumber(_ series: String) throws(CRMFault) -> Int64 {
        try storing { () throws(PeriluneError) in
            try connection.first(
                """
                INSERT INTO "sandbox:meta" VALUES (?1, 1000)
                ON CONFLICT DO UPDATE SET value = value + 1 RETURNING value
                """, [.text("number:" + series)])?.integer ?? 0
        }
    }
}
