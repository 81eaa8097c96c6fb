import CRMPlugin
import PeriluneCore
import PeriluneStore

/// The primary names of records that lookups point at, each read once.
final class RecordNames {
    private let schema: Schema
    private let connection: Connection
    private var names: [GUID: String?] = [:]
    private var statements: [String: Statement?] = [:]

    init(_ schema: Schema, _ connection: Connection) {
        self.schema = schema
        self.connection = connection
    }

    /// The name of a record; `nil` if the record does not exist or has no name.
    func name(of entity: String, _ id: GUID) -> String? {
        if let known = names[id] { return known }
        let name = read(entity, id)
        names[id] = .some(name)
        return name
    }

    private func read(_ entity: String, _ id: GUID) -> String? {
        let statement: Statement?
        if let known = statements[entity] {
            statement = known
        } else {
            statement = prepare(entity)
            statements[entity] = .some(statement)
        }
        guard let statement else { return nil }
        defer { statement.reset() }
        guard (try? statement.bind(1, id.bytes)) != nil, (try? statement.step()) == true,
            !statement.isNull(0)
        else { return nil }
        return statement.text(0)
    }

    private func prepare(_ entity: String) -> Statement? {
        guard let definition = schema.entity(entity), let name = definition.primaryNameAttribute
        else { return nil }
        let sql: SQL =
            "SELECT \(name: name) FROM \(name: entity) WHERE \(name: definition.primaryIdAttribute) = ?"
        return try? connection.prepared(sql.text)
    }
}
