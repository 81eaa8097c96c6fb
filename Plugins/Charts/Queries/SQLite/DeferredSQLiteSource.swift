import PeriluneCore
import PeriluneFiles
import Synchronization

/// A SQLite file that may come later than the dashboard, such as one that a sink writes.
final class DeferredSQLiteSource: QuerySource {
    private let path: String
    private let source = Mutex<SQLiteSource?>(nil)

    init(_ path: String) { self.path = path }

    func table(_ request: QueryRequest) async throws -> Table? {
        let source = try source.withLock { source throws(PeriluneError) in
            if source == nil {
                guard TextFile.exists(path) else {
                    throw PeriluneError(
                        "query.database", "the database does not exist yet", at: .init(file: path))
                }
                source = try SQLiteSource.beside(path)
            }
            return source
        }
        return try source?.answer(request)
    }
}
