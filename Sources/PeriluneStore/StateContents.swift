package import PeriluneCore

/// The number of ordering keys and values that an operation affected.
package struct StateCounts: Sendable {
    /// The number of ordering keys whose own value is counted.
    package var keys = 0
    /// The number of rows: values of keys, members of large tables, and timers.
    package var values = 0

    package init(keys: Int = 0, values: Int = 0) {
        self.keys = keys
        self.values = values
    }
}

/// The state in a store, for commands that inspect or change it while no event is in progress.
package final class StateContents {
    private let connection: Connection

    /// The state of a script.
    package struct Summary: Sendable {
        /// The script's name, to which the state belongs.
        package let script: String
        /// How many ordering keys have state.
        package let keys: Int64
        /// How many values there are: one of each key, and the members of large tables.
        package let values: Int64
        /// The total size of the values, without their keys.
        package let bytes: Int64
        /// Timers that are set.
        package let timers: Int64
    }

    /// A row as it is stored.
    package struct Row: Sendable {
        /// The script that the value belongs to.
        package let script: String
        /// The parsed key, which also says whether it is the value of a key, a member of a large table or a timer.
        package let key: StateKey
        /// The value with its annotations, see ``StateText``.
        package let text: [UInt8]
        /// When it may be removed, in milliseconds of the time of events.
        package let removal: Int64?

        package init(script: String, key: StateKey, text: [UInt8], removal: Int64?) {
            self.script = script
            self.key = key
            self.text = text
            self.removal = removal
        }
    }

    /// Opens a store for writing.
    package init(path: String) throws(PeriluneError) { connection = try .store(path) }

    /// Opens a snapshot of a store, which does not see later writes of other processes.
    package init(snapshotOf path: String) throws(PeriluneError) {
        connection = try .store(reading: path)
        // The snapshot is that of the first read.
        try connection.run("BEGIN; SELECT 1 FROM state LIMIT 1")
    }

    init(_ connection: Connection) { self.connection = connection }

    /// The scripts that have state.
    package func scripts() throws(PeriluneError) -> [Summary] {
        let query = try Statement(
            connection,
            """
            SELECT script, sum(\(Self.isOfEvents)), sum(NOT \(Self.isOfTimers)),
                sum(iif(\(Self.isOfTimers), 0, length(value))), sum(\(Self.isTimer))
            FROM state GROUP BY script ORDER BY script
            """)
        var found: [Summary] = []
        while try query.step() {
            found.append(
                Summary(
                    script: query.text(0), keys: query.number(1), values: query.number(2),
                    bytes: query.number(3), timers: query.number(4)))
        }
        return found
    }

    /// Passes each value to the body, ordered by script and key; of all scripts, of one, or of one of its keys.
    package func forEach(
        script: String? = nil, key: String? = nil,
        _ body: (Row) throws(PeriluneError) -> Void
    ) throws(PeriluneError) {
        var parts = ["key <> ?7"]
        if script != nil { parts.append("script = ?1") }
        if key != nil { parts.append(Self.isOfKey) }
        let query = try Statement(
            connection,
            StoreTable.state.select(
                ["script", "key", "value", "removal"],
                "WHERE \(parts.joined(separator: " AND ")) ORDER BY script, key"))
        try query.bind(7, TimerKey.clock)
        if let script { try query.bind(1, script) }
        if let key { try Self.bind(key, to: query) }
        while try query.step() {
            let script = query.text(0)
            let key = query.text(1)
            try StoreTable.state.verify(query, 4, [.text(script), .text(key)], connection.path)
            try body(
                Row(
                    script: script, key: StateKey(key), text: query.bytes(2),
                    removal: query.isNull(3) ? nil : query.number(3)))
        }
    }

    /// The members of a large table, in the order of their names.
    package func members(
        of table: Int64, _ row: Row, _ body: (StateKey.Name, [UInt8]) throws(PeriluneError) -> Void
    ) throws(PeriluneError) {
        let query = try Statement(
            connection,
            "SELECT key, value FROM state WHERE script = ?1 AND key > ?2 AND key < ?3 ORDER BY key")
        let prefix = StateKey.prefix(of: row.key.text, table: table)
        try query.bind(1, row.script)
        try query.bind(2, prefix)
        try query.bind(3, StateKey.end(ofPrefix: prefix))
        while try query.step() {
            if let member = StateKey(query.text(0)).member { try body(member.name, query.bytes(1)) }
        }
    }

    /// Removes the state of a script, or of one of its keys.
    ///
    /// - Returns: The number of removed keys and values.
    package func removeState(
        ofScript script: String, key: String?
    ) throws(PeriluneError) -> StateCounts {
        let rows = "FROM state WHERE script = ?1" + (key == nil ? "" : " AND \(Self.isOfKey)")
        return try connection.savepoint { () throws(PeriluneError) in
            let count = try Statement(
                connection, "SELECT count(*), coalesce(sum(\(Self.isOfEvents)), 0) \(rows)")
            let delete = try Statement(connection, "DELETE \(rows)")
            for statement in [count, delete] {
                try statement.bind(1, script)
                if let key { try Self.bind(key, to: statement) }
            }
            defer { count.reset() }
            guard try count.step() else { return StateCounts() }
            let counts = StateCounts(
                keys: Int(count.number(1)), values: Int(count.number(0)))
            try delete.execute()
            return counts
        }
    }

    /// Writes values in one transaction, replacing those with the same keys.
    ///
    /// - Parameter body: Gets a function that writes a value.
    /// - Returns: The number of written keys and values.
    /// - Throws: The error of the body; nothing is written then.
    package func save(
        _ body: (_ write: (Row) throws(PeriluneError) -> Void) throws(PeriluneError) -> Void
    ) throws(PeriluneError) -> StateCounts {
        let upsert = try Statement(connection, StateTables.upsert)
        var counts = StateCounts()
        try connection.savepoint { () throws(PeriluneError) in
            try body { (row) throws(PeriluneError) in
                counts.values += 1
                if row.key.member == nil, row.key.timer == nil { counts.keys += 1 }
                try StateTables.bind(
                    upsert, row.script, row.key.text, row.text, removal: row.removal)
                try upsert.execute()
            }
        }
        return counts
    }

    /// Whether a value belongs to a key: its state, a member of one of its large tables, or a timer.
    private static let isOfKey =
        "(key = ?2 OR (key >= ?3 AND key < ?4) OR (key >= ?5 AND key < ?6))"

    private static func bind(_ key: String, to statement: Statement) throws(PeriluneError) {
        let text = StateKey(key: key).text
        let members = StateKey.members(of: text)
        try statement.bind(2, text)
        try statement.bind(3, members.start)
        try statement.bind(4, members.end)
        let timers = TimerKey.prefix(ofKey: key)
        try statement.bind(5, timers)
        try statement.bind(6, StateKey.end(ofPrefix: timers))
    }

    /// Whether a key is that of a timer.
    private static let isTimer = "(key GLOB char(31) || 't' || char(31) || '*')"
    /// Whether a key is that of a timer, or of the saved event time.
    private static let isOfTimers = "(key GLOB char(31) || '[tw]*')"

    /// Whether a key is that of an event's state: it has no single separator.
    private static let isOfEvents =
        "instr(replace(key, char(31) || char(31), ''), char(31)) = 0"
}
