package import PeriluneCore
import Synchronization

/// The answers in the ledger of a store, by identity alone; the file is not changed.
///
/// It is used for processing a log again, where events have no numbers of the inbox. If two sources gave their events
/// the same ids, the last answer is used.
package final class RecordedAnswers: Sendable {
    private let session: Mutex<Session>

    private struct Session {
        let connection: Connection
        let select: Statement
    }

    /// Opens a store for reading.
    package init(path: String) throws(PeriluneError) {
        let connection = try Connection(reading: path)
        let version = try Schema.version(of: connection)
        guard version > 0 else { throw foreignFileError(path) }
        if version >= Schema.checksums { try Self.verify(connection) }
        // The ledger is sorted by event. A temporary table in memory gives access by identity.
        try connection.run(
            """
            CREATE TEMP TABLE answers (identity TEXT PRIMARY KEY, answer TEXT) WITHOUT ROWID;
            INSERT OR REPLACE INTO answers
            SELECT identity, answer FROM ledger
            WHERE answer IS NOT NULL AND NOT \(LedgerTable.isIntent) ORDER BY event;
            """)
        let select = try Statement(connection, "SELECT answer FROM answers WHERE identity = ?1")
        session = Mutex(Session(connection: connection, select: select))
    }

    private static func verify(_ connection: Connection) throws(PeriluneError) {
        try RowChecksum.register(connection)
        let table = StoreTable.ledger
        try Statement(connection, table.select(table.key, ""))
            .forEach { (row) throws(PeriluneError) in
                try table.verify(row, 2, [row.value(0), row.value(1)], connection.path)
            }
    }

    /// The answer to an effect, as JSON, if it is known.
    package func answer(to identity: String) throws(PeriluneError) -> String? {
        try session.withLock { (session) throws(PeriluneError) in
            defer { session.select.reset() }
            try session.select.bind(1, identity)
            return try session.select.step() ? session.select.text(0) : nil
        }
    }
}
