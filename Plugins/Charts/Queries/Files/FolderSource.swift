import PeriluneCore
import PeriluneFiles
import PeriluneJSON

/// Queries that are files of a folder: `SalesOrder.csv` or `SalesOrder.json` holds the rows of `SalesOrder`.
///
/// What rows are restricted to is looked up in their columns.
package struct FolderSource: QuerySource {
    private let folder: String
    /// The only query, if no other file of the folder is one.
    private let query: String?
    private let limits: QueryLimits

    package init(_ folder: String, only query: String? = nil, limits: QueryLimits = QueryLimits()) {
        self.folder = folder
        self.query = query
        self.limits = limits
    }

    /// Reads the file of the query; `nil` if there is none.
    package func table(_ request: QueryRequest) async throws -> Table? {
        guard query == nil || query == request.name, let table = try rows(request.name)
        else { return nil }
        try limits.check(request.arguments)
        return try table.restricted(to: request.arguments, query: request.name)
    }

    private func rows(_ query: String) throws(PeriluneError) -> Table? {
        if let csv = QueryFile.path(query, "csv", in: folder) {
            return try Table(csv: csv, query: query, limits: limits)
        }
        guard let json = QueryFile.path(query, "json", in: folder) else { return nil }
        return try Table(json: json, query: query, limits: limits)
    }
}

/// A source with one query, whose rows are in a CSV or JSON file.
struct FileSource: QuerySource {
    private let path: String
    private let query: String
    private let limits = QueryLimits()

    init(_ path: String, query: String) {
        self.path = path
        self.query = query
    }

    func table(_ request: QueryRequest) async throws -> Table? {
        guard request.name == query else { return nil }
        try limits.check(request.arguments)
        let table =
            path.hasSuffix(".csv")
            ? try Table(csv: path, query: query, limits: limits)
            : try Table(json: path, query: query, limits: limits)
        return try table.restricted(to: request.arguments, query: query)
    }
}

extension Table {
    /// Reads the rows of a JSON file.
    fileprivate init(json path: String, query: String, limits: QueryLimits) throws(PeriluneError) {
        let bytes = try TextFile.read(path, limit: limits.bytes, what: "file of rows")
        do {
            self = try Table(rows: Value(json: bytes), of: query, limits: limits)
        } catch {
            var error = error
            error.place.file = path
            throw error
        }
    }
}
