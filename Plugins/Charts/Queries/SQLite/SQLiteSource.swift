package import PeriluneCore
import PeriluneFiles
import PeriluneStore
import Synchronization

/// The queries of a SQLite file: named queries, and its views and tables.
///
/// The file is only read. Arguments are bound to the parameters of the query; an argument without a parameter becomes
/// a condition around the query.
package final class SQLiteSource: QuerySource {
    private let connection: Mutex<Connection>
    private let queries: NamedQueries
    private let limits: QueryLimits
    private let path: String

    package init(
        path: String, queries: NamedQueries = NamedQueries(), limits: QueryLimits = QueryLimits()
    ) throws(PeriluneError) {
        self.path = path
        self.queries = queries
        self.limits = limits
        do {
            connection = Mutex(try Connection(reading: path))
            // SQLite reads a file only when it runs a statement.
            try connection.withLock { (connection) throws(PeriluneError) in
                _ = try connection.first("SELECT 1 FROM sqlite_schema")
            }
        } catch {
            throw PeriluneError(
                "query.database", "this is not a readable SQLite database",
                at: .init(file: path), hint: TextFile.exists(path) ? nil : "check the path")
        }
    }

    /// Opens a file with the queries beside it: `sales.sql` or `sales.json` for `sales.sqlite`.
    package static func beside(
        _ path: String, limits: QueryLimits = QueryLimits()
    ) throws(PeriluneError) -> SQLiteSource {
        let folder = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        let stem = path[folder...].lastIndex(of: ".").map { path[..<$0] } ?? path[...]
        var queries = NamedQueries()
        let sql = "\(stem).sql"
        let json = "\(stem).json"
        if TextFile.exists(sql) {
            let bytes = try TextFile.read(sql, limit: 1 << 20, what: "file of queries")
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw PeriluneError(
                    "query.sql", "the file is not UTF-8", at: .init(file: sql),
                    hint: "save it as UTF-8")
            }
            queries = try NamedQueries(sql: text, file: sql)
        } else if TextFile.exists(json) {
            let bytes = try TextFile.read(json, limit: 1 << 20, what: "file of queries")
            queries = try NamedQueries(json: bytes, file: json)
        }
        return try SQLiteSource(path: path, queries: queries, limits: limits)
    }

    /// The same as ``answer(_:)``.
    package func table(_ request: QueryRequest) async throws -> Table? {
        try answer(request)
    }

    /// Answers synchronously, since SQLite does not wait for anything.
    package func answer(_ request: QueryRequest) throws -> Table? {
        try limits.check(request.arguments)
        return try connection.withLock { connection in
            connection.setDeadline(.now + limits.time)
            defer { connection.setDeadline(nil) }
            do {
                return try rows(request, connection)
            } catch let error as PeriluneError {
                throw translated(error, request.name)
            }
        }
    }

    private func rows(_ request: QueryRequest, _ connection: Connection) throws -> Table? {
        guard let query = try query(request.name, connection) else { return nil }
        let bound = try BoundQuery(query.sql, request, connection)
        let statement = bound.statement
        let names = (0..<statement.columnCount).map(statement.columnName)
        var builder = TableBuilder(columns: names, of: request.name, limits: limits)
        try statement.forEach { (row) throws(PeriluneError) in
            try builder.beginRow()
            for column in names.indices {
                switch row.value(column) {
                case .null: builder.appendNull(to: column)
                case .integer(let number): builder.append(Double(number), to: column)
                case .real(let number): builder.append(number, to: column)
                case .text(let text): builder.append(text, to: column)
                case .blob:
                    throw PeriluneError(
                        "query.blob",
                        "column \(names[column]) of query \(request.name) contains a BLOB",
                        hint: "omit the column, or convert it to text")
                }
            }
        }
        var table = try builder.table().restricted(to: bound.rest, query: request.name)
        table.isSorted = query.isSorted
        table.reference = query.reference
        table.upperThreshold = query.upperThreshold
        table.lowerThreshold = query.lowerThreshold
        table.predictiveStart = query.predictiveStart
        return table
    }

    private func query(
        _ name: String, _ connection: Connection
    ) throws(PeriluneError) -> NamedQueries.NamedQuery? {
        if let named = queries.queries[name] { return named }
        let found = try connection.first(
            "SELECT name FROM sqlite_schema WHERE type IN ('view', 'table') AND name = ?",
            [.text(name)])
        guard let found = found?.text else { return nil }
        return NamedQueries.NamedQuery("SELECT * FROM \(SQLName.quoted(found))", isSorted: false)
    }

    /// The error with words of queries and files instead of stores and statements.
    private func translated(_ error: PeriluneError, _ query: String) -> PeriluneError {
        switch error.code {
        case .storeInterrupted:
            PeriluneError(
                "query.time", "query \(query) exceeded the time limit of \(limits.time)",
                at: .init(file: path))
        case .storePermission:
            PeriluneError(
                "query.writes", "query \(query) writes to the database, which is opened read-only",
                at: .init(file: path))
        case .storeFailed:
            PeriluneError(
                "query.sql",
                "query \(query): \(error.message.replacing("the store failed: ", with: ""))",
                at: .init(file: path))
        default: error
        }
    }
}
