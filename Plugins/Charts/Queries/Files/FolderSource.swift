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
        let bytes = try read(json)
        do {
            return try Table(rows: Value(json: bytes), of: query, limits: limits)
        } catch {
            var error = error
            error.place.file = json
            throw error
        }
    }

    private func read(_ path: String) throws(PeriluneError) -> [UInt8] {
        try TextFile.read(path, limit: limits.bytes, what: "file of rows")
    }
}
