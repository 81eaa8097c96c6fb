import CRMPlugin

/// How the tables are stored; made once per organization.
struct Layouts: Sendable {
    private let byName: [String: Layout]

    init(_ schema: Schema) {
        byName = Dictionary(
            schema.entities.map { ($0.logicalName, Layout($0)) },
            uniquingKeysWith: { first, _ in first })
    }

    /// The layout of a table.
    subscript(entity: String) -> Layout? { byName[entity] }
}

/// How a table is stored: the SQL columns of its attributes.
///
/// Tables and columns have their logical names and are always quoted; both come from our own schema.
final class Layout: Sendable {
    let entity: EntityDefinition
    /// The attributes that are stored, in order; party lists are rows of `activityparty` instead.
    let columns: [StoredColumn]
    /// All attributes by name, including those that are not stored.
    let attributes: [String: AttributeDefinition]
    /// The table in SQL.
    let table: String
    /// The identity column in SQL.
    let id: String
    /// Inserts a row: all columns in order.
    let insertSQL: String
    /// The columns whose new rows have a value of their own.
    let defaults: [(name: String, value: CRMValue)]
    private let positions: [String: Int]
    private let places: [Int]

    init(_ entity: EntityDefinition) {
        self.entity = entity
        columns = entity.attributes.compactMap { StoredColumn($0) }
        positions = Dictionary(
            columns.enumerated().map { ($0.element.name, $0.offset) },
            uniquingKeysWith: { first, _ in first })
        attributes = Dictionary(
            entity.attributes.map { ($0.logicalName, $0) }, uniquingKeysWith: { first, _ in first })
        table = sqlName(entity.logicalName)
        id = sqlName(entity.primaryIdAttribute)
        let fields = columns.flatMap(\.allSQL)
        let places = fields.indices.map { "?\($0 + 1)" }
        var place = 1
        self.places = columns.map { column in
            defer { place += column.allSQL.count }
            return place
        }
        defaults = columns.compactMap { column in
            guard let value = column.attribute.defaultValue else { return nil }
            let isFlag = column.attribute.type == .boolean
            return (column.name, isFlag ? .bool(value != 0) : .option(OptionSetValue(value)))
        }
        insertSQL =
            "INSERT INTO \(table) (\(fields.joined(separator: ", "))) "
            + "VALUES (\(places.joined(separator: ", ")))"
    }

    /// The stored column of an attribute; `nil` if it is not stored.
    func column(_ attribute: String) -> StoredColumn? { positions[attribute].map { columns[$0] } }

    /// A column and its first parameter in ``insertSQL``.
    func parameter(_ attribute: String) -> (StoredColumn, place: Int)? {
        positions[attribute].map { (columns[$0], places[$0]) }
    }
}

/// A name in SQL.
func sqlName(_ name: String) -> String { "\"\(name)\"" }

/// The stored column of an attribute.
final class StoredColumn: Sendable {
    let attribute: AttributeDefinition
    let storage: Storage
    let name: String
    /// The column in SQL.
    let sql: String
    /// The second column of a lookup of several tables: the name of the table.
    let typeSQL: String?
    /// All its columns in SQL, in the order in which they are read and written.
    let allSQL: [String]

    /// The kinds of SQL columns.
    enum Storage: Sendable {
        case text, integer, long, boolean, option, options, real, decimal, money, date, guid, bytes
        /// An identity, with a column for its table if there are several.
        case reference(only: String?)
    }

    init?(_ attribute: AttributeDefinition) {
        self.attribute = attribute
        name = attribute.logicalName
        sql = sqlName(name)
        let isShared = attribute.type.isReference && attribute.targets.count != 1
        typeSQL = isShared ? sqlName(name + ":type") : nil
        allSQL = isShared ? [sql, sqlName(name + ":type")] : [sql]
        switch attribute.type {
        case .string, .memo, .entityName: storage = .text
        case .integer: storage = .integer
        case .bigInt: storage = .long
        case .boolean: storage = .boolean
        case .picklist, .state, .status: storage = .option
        case .multiSelectPicklist: storage = .options
        case .double: storage = .real
        case .decimal: storage = .decimal
        case .money: storage = .money
        case .dateTime: storage = .date
        case .uniqueidentifier: storage = .guid
        case .image: storage = .bytes
        case .customer, .lookup, .owner:
            storage = .reference(only: isShared ? nil : attribute.targets[0])
        case .managedProperty, .partyList, .virtual: return nil
        }
    }

    /// The declared type of the column.
    var declaration: String {
        switch storage {
        case .text: "TEXT COLLATE CRM"
        case .decimal: "TEXT COLLATE DECIMAL"
        case .integer, .long, .boolean, .option, .money, .date: "INTEGER"
        case .options: "TEXT"
        case .real: "REAL"
        case .guid, .bytes, .reference: "BLOB"
        }
    }
}
