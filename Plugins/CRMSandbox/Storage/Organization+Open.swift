import CRMPlugin
import PeriluneCore
import PeriluneStore

extension Organization {
    /// `PeSb` in a file's application number, which identifies a sandbox database.
    private static let applicationID: Int64 = 0x5065_5362
    /// The format of the file.
    ///
    /// Another column needs no new one, since every version adds the columns that a file lacks.
    private static let format: Int64 = 1

    /// Makes the tables of a new file, or what an older one lacks, and the records that have to be.
    func open() throws(PeriluneError) {
        let connection = engine.connection
        try connection.createCollations()
        try QueryFunctions.register(on: connection)
        try checkOwner(connection)
        try connection.run("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
        let isNew = try connection.transaction { () throws(PeriluneError) in
            try connection.run(
                """
                CREATE TABLE IF NOT EXISTS "sandbox:meta"
                (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID
                """)
            try createTables(connection)
            let known = try connection.first(
                "SELECT value FROM \"sandbox:meta\" WHERE name = 'version'")
            if let version = known?.integer {
                engine.version = version
                return false
            }
            try connection.run("INSERT INTO \"sandbox:meta\" VALUES ('version', 0)")
            return true
        }
        guard isNew else { return }
        do throws(CRMFault) {
            try withSession { (session) throws(CRMFault) in
                try FirstRecords.insert(session)
                if options.seedsData { try SeedData.insert(session) }
            }
        } catch {
            throw PeriluneError(
                "crm.sandbox", "cannot create the initial records: \(error.message)")
        }
    }

    private func checkOwner(_ connection: Connection) throws(PeriluneError) {
        let owner = try connection.number("PRAGMA application_id")
        if owner == Self.applicationID {
            // Files of 0.1 have 0.
            let format = try connection.number("PRAGMA user_version")
            return try connection.refuse(format, newerThan: Self.format)
        }
        let tables = try connection.number("SELECT count(*) FROM sqlite_master")
        guard owner == 0, tables == 0 else {
            throw PeriluneError(
                .storeForeign, "this file is not a database of perilune crm sandbox",
                at: .init(file: connection.path),
                hint: "name another file; this one was not changed")
        }
        try connection.run(
            "PRAGMA application_id = \(Self.applicationID); PRAGMA user_version = \(Self.format)")
    }

    private func createTables(_ connection: Connection) throws(PeriluneError) {
        for entity in schema.entities where entity.logicalName != "activitypointer" {
            guard let layout = engine.layouts[entity.logicalName] else { continue }
            try layout.create(in: connection, lookups: schema.lookups(of: entity.logicalName))
        }
        guard let pointer = engine.layouts["activitypointer"] else { return }
        let activities = schema.entities.filter {
            $0.isActivity && $0.logicalName != "activitypointer"
        }
        try connection.run("DROP VIEW IF EXISTS \"activitypointer\"")
        if !activities.isEmpty { try connection.run(pointer.view(over: activities)) }
    }
}

extension Layout {
    /// The table, its indexes, and the columns that an older file lacks.
    func create(in connection: Connection, lookups: [OneToMany]) throws(PeriluneError) {
        let declarations = columns.flatMap { column in
            let isID = column.name == entity.primaryIdAttribute
            let own = column.sql + " " + column.declaration + (isID ? " NOT NULL PRIMARY KEY" : "")
            return [own] + (column.typeSQL.map { [$0 + " TEXT"] } ?? [])
        }
        try connection.run(
            "CREATE TABLE IF NOT EXISTS \(table) (\(declarations.joined(separator: ", ")))")
        try addMissingColumns(connection)
        for index in indexes(lookups) { try connection.run(index) }
    }

    private func addMissingColumns(_ connection: Connection) throws(PeriluneError) {
        var known: Set<String> = []
        let statement = try connection.prepared("SELECT name FROM pragma_table_info(?1)")
        try statement.bind([.text(entity.logicalName)])
        try statement.forEach { (row) throws(PeriluneError) in known.insert(sqlName(row.text(0))) }
        for column in columns where !known.contains(column.sql) {
            try connection.run(
                "ALTER TABLE \(table) ADD COLUMN \(column.sql) \(column.declaration)")
            if let typeSQL = column.typeSQL {
                try connection.run("ALTER TABLE \(table) ADD COLUMN \(typeSQL) TEXT")
            }
        }
    }

    /// Lookups that all tables have, and that queries rarely use.
    private static let unindexed: Set<String> = [
        "createdby", "modifiedby", "owninguser", "owningteam", "owningbusinessunit",
        "transactioncurrencyid",
    ]

    private func indexes(_ lookups: [OneToMany]) -> [String] {
        var names = Set(lookups.map(\.referencingAttribute)).subtracting(Self.unindexed)
        if entity.isIntersect { names.formUnion(columns.map(\.name).filter { $0.hasSuffix("id") }) }
        names.remove(entity.primaryIdAttribute)
        let others = [entity.primaryNameAttribute, "emailaddress1", "internalemailaddress"]
        names.formUnion(others.compactMap { $0 }.filter { column($0) != nil })
        let single = names.sorted().map { name in
            let index =
                "CREATE INDEX IF NOT EXISTS \(sqlName("\(entity.logicalName):\(name)")) "
                + "ON \(table) (\(sqlName(name)))"
            // Records are shown in the order of their names, which needs them all. Most lookups of most
            // records are empty: a partial index does not list those.
            return name == entity.primaryNameAttribute
                ? index : "\(index) WHERE \(sqlName(name)) IS NOT NULL"
        }
        let keys = entity.keys.map { key in
            "CREATE UNIQUE INDEX IF NOT EXISTS \(sqlName("\(entity.logicalName):key:\(key.name)")) "
                + "ON \(table) (\(key.attributes.map(sqlName).joined(separator: ", ")))"
        }
        return single + keys
    }

    /// All activities as one table; here their statuses equal their states.
    func view(over activities: [EntityDefinition]) -> String {
        let selects = activities.map { activity in
            let known = Set(activity.attributes.map(\.logicalName))
            let fields = columns.flatMap { column -> [String] in
                switch column.name {
                case "statuscode": ["\"statecode\" + 1 AS \"statuscode\""]
                case let name where !known.contains(name):
                    column.allSQL.map { "NULL AS \($0)" }
                default: column.allSQL
                }
            }
            return "SELECT \(fields.joined(separator: ", ")) FROM \(sqlName(activity.logicalName))"
        }
        return "CREATE VIEW \(table) AS " + selects.joined(separator: " UNION ALL ")
    }
}
