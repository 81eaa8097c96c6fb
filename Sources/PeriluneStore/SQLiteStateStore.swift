public import PeriluneCore
import Synchronization

/// A store for state in a SQLite file, which survives the end of the process, even if it is killed.
public final class SQLiteStateStore: StateStore, StateVersions {
    private let session: Mutex<StateTables>
    private let lock: StoreLock?
    /// The damaged rows that were set aside when it was opened.
    package let setAside: [StoreDamage]

    /// Opens a store for writing, or creates one if there is no file.
    ///
    /// It throws for a file that is not a store, and leaves it unchanged; and for one that another process writes
    /// (`store.busy`). While another process reads, calls wait up to the timeout.
    public convenience init(
        path: String, busyTimeout: Duration = .seconds(5)
    ) throws(PeriluneError) {
        try self.init(path: path, busyTimeout: busyTimeout, settingAside: nil)
    }

    /// Opens a store; rows with wrong checksums are moved to a file if one is named.
    package init(
        path: String, busyTimeout: Duration = .seconds(5), settingAside aside: String?
    ) throws(PeriluneError) {
        lock = try StoreLock(store: path)
        try QuickCheck.checkLog(path)
        let connection = try Connection.store(path, busyTimeout: busyTimeout)
        try StoreReplica.refuseChanges(connection)
        setAside =
            try aside.map { (aside) throws(PeriluneError) in
                try DamagedRows.setAside(connection, to: aside)
            } ?? []
        try QuickCheck.run(connection)
        let tables = try StateTables(connection)
        tables.keepsSnapshot = true
        session = Mutex(tables)
    }

    /// Opens a store for reading; another process may write it meanwhile.
    package init(reading path: String) throws(PeriluneError) {
        lock = nil
        setAside = []
        session = Mutex(try StateTables(Connection.store(path)))
    }

    /// The bytes that were saved last, or nil.
    public func load(script: String, key: String) throws(PeriluneError) -> [UInt8]? {
        try session.withLock { (session) throws(PeriluneError) in
            try session.load(script, key)
        }
    }

    /// The values whose keys begin with a prefix, in the order of their keys.
    public func values(
        script: String, prefix: String, after: String?, limit: Int
    ) throws(PeriluneError) -> [StateValue] {
        try session.withLock { (session) throws(PeriluneError) in
            try session.values(script, prefix, after: after, limit)
        }
    }

    /// The highest version of the script among its saved state; `nil` if there is none.
    package func newestState(of script: String) throws(PeriluneError) -> Int64? {
        try session.withLock { (session) throws(PeriluneError) in
            try session.newestVersion(script)
        }
    }

    /// Saves all changes and the position in one transaction, or none of them.
    public func save(
        _ changes: [StateChange], position: InputPosition?
    ) throws(PeriluneError) {
        try session.withLock { (session) throws(PeriluneError) in
            try session.save(changes, position)
        }
    }

    /// The position of a log that was saved last.
    public func position(of log: String) throws(PeriluneError) -> InputPosition? {
        try session.withLock { (session) throws(PeriluneError) in
            try session.position(of: log)
        }
    }
}
