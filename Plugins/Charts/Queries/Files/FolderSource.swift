import PeriluneCore
import PeriluneFiles
import PeriluneJSON

/// Queries that are files of a folder: `SalesOrder.csv` or `SalesOrder.json` holds the rows of `SalesOrder`.
///
/// What rows are restricted to is looked up in their columns.
package struct FolderSource: QuerySource {
    private let folder: String
    private let limits: QueryLimits

    package init(_ folder: String, limits: QueryLimits = QueryLimits()) {
        self.folder = folder
        self.limits = limits
    }

    package func table(_ request: QueryRequest) async throws -> Table? {
        guard let table = try rows(request.name) else { return nil }
        try limits.check(request.arguments)
        return try table.restricted(to: request.arguments, query: request.name)
    }

    private func rows(_ query: String) throws(PeriluneError) -> Table? {
        // The name comes from metadata: it must not lead out of the folder.
        guard !query.isEmpty, !query.hasPrefix("."), query.utf8.count <= 200,
            !query.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 < 0x20 })
        else { return nil }
        let csv = "\(folder)/\(query).csv"
        if TextFile.exists(csv) {
            var reader = CSVReader(try read(csv), file: csv)
            return try reader.table(of: query, limits: limits)
        }
        let json = "\(folder)/\(query).json"
        guard TextFile.exists(json) else { return nil }
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
