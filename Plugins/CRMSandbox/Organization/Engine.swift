import CRMPlugin
import PeriluneCore
import PeriluneStore

/// The state of an open database file; only the holder of the ``ConnectionLock`` may access it.
///
/// `@unchecked`: ``ConnectionLock`` guards it.
final class Engine: @unchecked Sendable {
    let connection: Connection
    let layouts: Layouts
    /// The version that the last written row got.
    var version: Int64 = 0

    init(path: String, schema: Schema) throws(PeriluneError) {
        connection = try Connection(path: path)
        layouts = Layouts(schema)
    }

    /// Runs a body in a transaction of its own.
    func transaction<Answer>(
        _ body: () throws(CRMFault) -> Answer
    ) throws(CRMFault) -> Answer {
        let before = version
        try storing { () throws(PeriluneError) in try connection.run("BEGIN IMMEDIATE") }
        do throws(CRMFault) {
            let answer = try body()
            try storing { () throws(PeriluneError) in
                if version != before { try saveVersion() }
                try connection.run("COMMIT")
            }
            return answer
        } catch {
            // After some errors SQLite has rolled back by itself.
            if connection.isInTransaction { try? connection.run("ROLLBACK") }
            version = before
            throw error
        }
    }

    private func saveVersion() throws(PeriluneError) {
        try connection.run(
            "UPDATE \"sandbox:meta\" SET value = ?1 WHERE name = 'version'", [.integer(version)])
    }
}

/// Runs a function on the store; its errors become the fault that CRM returns when its database fails.
func storing<Answer>(
    _ body: () throws(PeriluneError) -> Answer
) throws(CRMFault) -> Answer {
    do throws(PeriluneError) {
        return try body()
    } catch {
        throw CRMFault(.unexpected, "SQL Server error: \(error.message)")
    }
}
