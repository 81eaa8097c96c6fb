import PeriluneCore
import PeriluneFiles
import Synchronization

/// A SQLite file that may be created after the dashboard is opened, for example by a sink.
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
