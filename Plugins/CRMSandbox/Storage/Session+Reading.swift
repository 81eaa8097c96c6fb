import CRMPlugin
import PeriluneCore
import PeriluneStore

/// The values of a record by name; `.null` clears a column that is written.
typealias Row = [String: CRMValue]

extension Session {
    /// The layout of a table; throws if the table does not exist.
    func layout(_ entity: String) throws(CRMFault) -> Layout {
        guard let layout = layouts[entity] else { throw .noEntity(entity, in: schema) }
        return layout
    }

    /// Reads a record as clients see it; `nil` if it does not exist.
    func find(
        _ entity: String, _ id: GUID, _ columns: ColumnSet
    ) throws(CRMFault) -> Entity? {
        let layout = try layout(entity)
        let names =
            columns.allColumns ? layout.entity.attributes.map(\.logicalName) : columns.columns
        var stored: [StoredColumn] = []
        var lists: [String] = []
        for name in names {
            guard let attribute = layout.attributes[name] else {
                throw .noAttribute(name, in: layout.entity)
            }
            guard attribute.isValidForRead else { continue }
            if let column = layout.column(name) { stored.append(column) }
            if attribute.type == .partyList { lists.append(name) }
        }
        for name in [layout.entity.primaryIdAttribute, "versionnumber"] + currency(of: stored)
        where !stored.contains(where: { $0.name == name }) {
            if let column = layout.column(name) { stored.append(column) }
        }
        guard var entity = try read(layout, id, stored) else { return nil }
        if case .long(let version)? = entity["versionnumber"] {
            entity.rowVersion = String(version)
            if !names.contains("versionnumber") { entity["versionnumber"] = nil }
        }
        for list in lists { entity[list] = try parties(of: id, in: list) }
        try present(&entity)
        return entity
    }

    /// The currency column, which must be read along with any amount.
    private func currency(of columns: [StoredColumn]) -> [String] {
        columns.contains { $0.attribute.type == .money } ? ["transactioncurrencyid"] : []
    }

    private func read(
        _ layout: Layout, _ id: GUID, _ columns: [StoredColumn]
    ) throws(CRMFault) -> Entity? {
        let fields = columns.flatMap(\.allSQL).joined(separator: ", ")
        return try storing { () throws(PeriluneError) in
            let statement = try connection.prepared(
                "SELECT \(fields) FROM \(layout.table) WHERE \(layout.id) = ?1")
            defer { statement.reset() }
            try statement.bind([.blob(id.bytes)])
            guard try statement.step() else { return nil }
            var entity = Entity(layout.entity.logicalName, id: id)
            var index = 0
            for column in columns {
                if let value = column.decode(statement, index) {
                    entity.attributes.append(column.name, value)
                }
                index += column.allSQL.count
            }
            return entity
        }
    }

    /// The stored values of a record, without names; `nil` if the record does not exist.
    func stored(_ layout: Layout, _ id: GUID) throws(CRMFault) -> Row? {
        guard let entity = try read(layout, id, layout.columns) else { return nil }
        var row: Row = [:]
        for pair in entity.attributes { row[pair.key] = pair.value }
        return row
    }

    /// Whether the record exists.
    func exists(_ entity: String, _ id: GUID) throws(CRMFault) -> Bool {
        let layout = try layout(entity)
        let found = try storing { () throws(PeriluneError) in
            try connection.number(
                "SELECT 1 FROM \(layout.table) WHERE \(layout.id) = ?1", [.blob(id.bytes)])
        }
        return found == 1
    }

    /// The identities of the records whose columns have these values.
    func ids(
        of entity: String, where values: KeyValuePairs<String, CRMValue>
    ) throws(CRMFault) -> [GUID] {
        let row = Row(values.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
        return try ids(matching: row, in: layout(entity))
    }

    /// The identities of the records that have these values, in the order of their creation.
    func ids(matching values: Row, in layout: Layout) throws(CRMFault) -> [GUID] {
        var conditions: [String] = []
        var bound: [SQLValue] = []
        for name in values.keys.sorted() {
            guard let column = layout.column(name), let value = values[name] else {
                throw .noAttribute(name, in: layout.entity)
            }
            for (sql, value) in zip(column.allSQL, column.encode(value)) {
                if value == .null {
                    conditions.append("\(sql) IS NULL")
                } else {
                    bound.append(value)
                    conditions.append("\(sql) = ?\(bound.count)")
                }
            }
        }
        let clause = conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))"
        // A view has no rowid.
        let order = layout.entity.logicalName == "activitypointer" ? "" : " ORDER BY rowid"
        let parameters = bound
        return try storing { () throws(PeriluneError) in
            var found: [GUID] = []
            let statement = try connection.prepared(
                "SELECT \(layout.id) FROM \(layout.table)\(clause)\(order)")
            try statement.bind(parameters)
            try statement.forEach { (row) throws(PeriluneError) in
                if let id = GUID(bytes: row.bytes(0)) { found.append(id) }
            }
            return found
        }
    }

    /// The first record with these values, as clients see it; `nil` if there is none.
    func first(
        _ entity: String, where values: KeyValuePairs<String, CRMValue>,
        _ columns: ColumnSet = .all
    ) throws(CRMFault) -> Entity? {
        guard let id = try ids(of: entity, where: values).first else { return nil }
        return try find(entity, id, columns)
    }
}
