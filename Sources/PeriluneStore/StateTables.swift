import PeriluneCore

/// State and positions in the tables of a store, with their prepared statements.
final class StateTables {
    private let connection: Connection
    private let select: Statement
    private let confirm: Statement
    private let update: Statement
    private let upsert: Statement
    private let delete: Statement
    private let range: Statement
    private let expired: ExpiredState
    private let selectPosition: Statement
    private let upsertPosition: Statement
    /// Whether reads share one transaction until ``endSnapshot()``.
    ///
    /// A transaction for each read would cost as much as the read. While it is open, SQLite cannot reuse the WAL.
    var keepsSnapshot = false

    /// Makes SQLite look up rows in the primary key; for a key and a script, it would choose `state_key`, which costs
    /// another page for each value.
    static let byKey = "INDEXED BY sqlite_autoindex_state_1"

    /// Writes a value, and when it expires.
    static let upsert = """
        INSERT INTO state (script, key, value, removal, checksum)
        VALUES (?1, ?2, ?3, ?4, ?5)
        ON CONFLICT DO UPDATE SET value = excluded.value, removal = excluded.removal,
            checksum = excluded.checksum
        """

    init(_ connection: Connection) throws(PeriluneError) {
        self.connection = connection
        select = try Statement(
            connection,
            "SELECT value, checksum FROM state \(Self.byKey) WHERE script = ?1 AND key = ?2")
        confirm = try Statement(
            connection,
            "SELECT 1 FROM state INDEXED BY state_key WHERE key = ?2 AND script = ?1")
        update = try Statement(
            connection,
            """
            UPDATE state \(Self.byKey)
            SET value = ?3, removal = ?4, checksum = ?5 WHERE script = ?1 AND key = ?2
            """)
        upsert = try Statement(connection, Self.upsert)
        range = try Statement(
            connection,
            StoreTable.state.select(
                ["key", "value"],
                "WHERE script = ?1 AND key > ?2 AND key < ?3 ORDER BY key LIMIT ?4"))
        expired = try ExpiredState(connection)
        delete = try Statement(
            connection, "DELETE FROM state \(Self.byKey) WHERE script = ?1 AND key = ?2")
        selectPosition = try Statement(
            connection, StoreTable.position.select(["offset", "line"], "WHERE log = ?1"))
        upsertPosition = try Statement(connection, StoreTable.position.upsert)
    }

    private func beginSnapshot() throws(PeriluneError) {
        if keepsSnapshot, !connection.isInTransaction { try connection.run("BEGIN") }
    }

    /// Ends the transaction of reads, if one is open, so that the next read sees later writes.
    func endSnapshot() throws(PeriluneError) {
        if connection.isInTransaction { try connection.run("COMMIT") }
    }

    func load(_ script: String, _ key: String) throws(PeriluneError) -> [UInt8]? {
        try beginSnapshot()
        defer { select.reset() }
        try select.bind(1, script)
        try select.bind(2, key)
        guard try select.step() else {
            try confirmAbsence(script, key)
            return nil
        }
        // Verified here, because SQL would copy each column for the checksum.
        guard case .blob(let value) = select.value(0),
            select.number(1) == RowChecksum.state(script: script, key: key, value: value)
        else {
            throw StoreTable.state.damaged([.text(script), .text(key)], connection.path)
        }
        return value
    }

    /// Values whose keys begin with a prefix that ends with a separator.
    func values(
        _ script: String, _ prefix: String, after: String?, _ limit: Int
    ) throws(PeriluneError) -> [StateValue] {
        try beginSnapshot()
        defer { range.reset() }
        try range.bind(1, script)
        try range.bind(2, after ?? prefix)
        try range.bind(3, StateKey.end(ofPrefix: prefix))
        try range.bind(4, limit)
        var values: [StateValue] = []
        while try range.step() {
            let key = range.text(0)
            try StoreTable.state.verify(range, 2, [.text(script), .text(key)], connection.path)
            values.append(StateValue(key: key, value: range.bytes(1)))
        }
        return values
    }

    /// Throws if a key that was not found in the table is in the second index.
    private func confirmAbsence(_ script: String, _ key: String) throws(PeriluneError) {
        defer { confirm.reset() }
        try confirm.bind(1, script)
        try confirm.bind(2, key)
        if try confirm.step() {
            throw StoreTable.state.damaged(
                [.text(script), .text(key)], connection.path, "the index does not lead to it")
        }
    }

    /// The highest version of the script among its saved state.
    ///
    /// The version precedes the JSON as ``VersionedState`` writes it; state without one has version 1.
    func newestVersion(_ script: String) throws(PeriluneError) -> Int64? {
        let newest = try Statement(
            connection,
            """
            SELECT max(CASE WHEN hex(substr(value, 1, 1)) = '40'
                THEN CAST(CAST(substr(value, 2, 20) AS TEXT) AS INTEGER) ELSE 1 END)
            FROM state WHERE script = ?1
            """)
        try newest.bind(1, script)
        guard try newest.step(), !newest.isNull(0) else { return nil }
        return newest.number(0)
    }

    func save(_ changes: [StateChange], _ position: InputPosition?) throws(PeriluneError) {
        guard !changes.isEmpty || position != nil else { return }
        try endSnapshot()
        try connection.transaction { () throws(PeriluneError) in
            try write(changes)
            if let position { try write(position) }
        }
    }

    func position(of log: String) throws(PeriluneError) -> InputPosition? {
        defer { selectPosition.reset() }
        try selectPosition.bind(1, log)
        guard try selectPosition.step() else { return nil }
        try StoreTable.position.verify(selectPosition, 2, [.text(log)], connection.path)
        return InputPosition(
            log: log, offset: Int(selectPosition.number(0)), line: Int(selectPosition.number(1)))
    }

    /// Writes changes within the current transaction.
    func write(_ changes: [StateChange]) throws(PeriluneError) {
        for place in changes.inOrderOfKeys() { try write(changes[place]) }
        if let now = changes.lazy.compactMap(\.expiry?.changed).max() {
            try expired.remove(until: now, besides: changes.count)
        }
    }

    private func write(_ change: StateChange) throws(PeriluneError) {
        if change.removesPrefix {
            let end = StateKey.end(ofPrefix: change.key)
            return try expired.drop(change.script, change.key, end)
        }
        try run(change.value == nil ? delete : update, change)
        // Only a new value changes the second index.
        if change.value != nil, connection.changes == 0 { try run(upsert, change) }
    }

    private func run(_ statement: Statement, _ change: StateChange) throws(PeriluneError) {
        if let value = change.value {
            let removal = change.expiry?.removal
            try Self.bind(statement, change.script, change.key, value, removal: removal)
        } else {
            try statement.bind(1, change.script)
            try statement.bind(2, change.key)
        }
        try statement.execute()
    }

    /// Sets the parameters of a statement that writes a value.
    static func bind(
        _ statement: Statement, _ script: String, _ key: String, _ value: [UInt8], removal: Int64?
    ) throws(PeriluneError) {
        try statement.bind(1, script)
        try statement.bind(2, key)
        try statement.bind(3, value)
        try statement.bind(4, removal.map { .integer($0) } ?? .null)
        try statement.bind(5, RowChecksum.state(script: script, key: key, value: value))
    }

    func write(_ position: InputPosition) throws(PeriluneError) {
        try upsertPosition.bind(1, position.log)
        try upsertPosition.bind(2, position.offset)
        try upsertPosition.bind(3, position.line)
        try upsertPosition.execute()
    }
}

extension Connection {
    /// Opens a store, or creates one if there is no file.
    static func store(
        _ path: String, busyTimeout: Duration = .seconds(5)
    ) throws(PeriluneError) -> Connection {
        let connection = try Connection(path: path, busyTimeout: busyTimeout)
        try Schema.prepare(connection)
        return connection
    }

    /// Opens a store for reading; on a read-only disk, nothing is changed.
    static func store(reading path: String) throws(PeriluneError) -> Connection {
        guard isReadOnly(path) else { return try store(path) }
        return try store(fixed: try Connection(reading: path))
    }

    /// Checks that a read-only store has this version, because it cannot be upgraded.
    static func store(fixed connection: Connection) throws(PeriluneError) -> Connection {
        connection.database.hint = StoreHints.repair(connection.path)
        try RowChecksum.register(connection)
        guard try Schema.version(of: connection) == Schema.version else {
            throw PeriluneError(
                .storePermission,
                "the store has the format of an older version, and cannot be upgraded on a disk that is mounted read-only",
                at: .init(file: connection.path),
                hint: "copy it with 'perilune store backup', and name the copy")
        }
        return connection
    }
}
