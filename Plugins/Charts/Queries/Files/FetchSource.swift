package import PeriluneCore
import PeriluneFiles
import Synchronization

/// Queries in FetchXML files of a folder: `Leads.fetchxml` gets the rows of `Leads` from a CRM.
package final class FetchSource: QuerySource {
    private let folder: String
    private let limits: QueryLimits
    private let directory = Mutex<RowDirectory?>(nil)

    package init(_ folder: String, limits: QueryLimits = QueryLimits()) {
        self.folder = folder
        self.limits = limits
    }

    /// Sets the organizations that answer FetchXML; queries fail before that.
    package func connect(_ rows: RowDirectory) { directory.withLock { $0 = rows } }

    /// Asks an organization; `nil` if the folder has no file for the query.
    ///
    /// - Throws: `query.crm` if no organization is configured, and errors of the file or the organization.
    package func table(_ request: QueryRequest) async throws -> Table? {
        guard let path = QueryFile.path(request.name, "fetchxml", in: folder) else { return nil }
        try limits.check(request.arguments)
        let bytes = try TextFile.read(path, limit: 1 << 20, what: "query")
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw PeriluneError(
                "query.encoding", "the file is not UTF-8", at: .init(file: path),
                hint: "save it as UTF-8")
        }
        let answer: RowAnswer?
        do {
            answer = try await directory.withLock(\.self)?.rows(
                RowRequest(
                    text, language: "fetchxml",
                    arguments: .init(
                        uniqueKeysWithValues: request.arguments.map {
                            ($0.key, .init(column: $0.value.column ?? $0.key, $0.value.test))
                        }), limit: limits.rows))
        } catch var error as PeriluneError {
            if error.place.file == nil { error.place.file = path }
            throw error
        }
        guard let answer else {
            throw PeriluneError(
                "query.crm",
                "query \(request.name) is FetchXML, but no CRM organization is configured",
                at: .init(file: path), hint: "name a file of organizations with --crm FILE")
        }
        return try Table(answer, of: request.name, limits: limits)
            .restricted(
                to: request.arguments.filter { !answer.bound.contains($0.key) },
                query: request.name)
    }
}

extension QueryArgument {
    fileprivate var test: RowRequest.Test {
        switch self {
        case .equals(let cell): .equals(cell.value)
        case .among(let cells, _): .among(cells.map(\.value))
        case .between(let low, let high, _): .between(low, high)
        }
    }
}

extension Table {
    fileprivate init(
        _ answer: RowAnswer, of query: String, limits: QueryLimits
    ) throws(PeriluneError) {
        var builder = TableBuilder(columns: answer.columns, of: query, limits: limits)
        for row in answer.rows {
            try builder.beginRow()
            for column in answer.columns.indices {
                builder.append(
                    json: row.indices.contains(column) ? row[column] : .null, to: column)
            }
        }
        self = builder.table()
        isSorted = answer.isSorted
    }
}
