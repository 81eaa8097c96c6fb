import PeriluneCore

/// Accepted events, and the identities of deliveries.
final class InboxTables {
    private let insert: Statement
    private let delete: Statement
    private let selectAll: Statement
    private let insertSeen: Statement
    private let connection: Connection
    private var next: Int64

    /// The number of deliveries that are removed at a time, so that no commit takes long.
    private static let stride: Int64 = 2000

    init(_ connection: Connection) throws(PeriluneError) {
        self.connection = connection
        insert = try Statement(connection, StoreTable.inbox.insert())
        delete = try Statement(connection, "DELETE FROM inbox WHERE number = ?1")
        selectAll = try Statement(
            connection, StoreTable.inbox.select(["number", "source", "event"], "ORDER BY number"))
        insertSeen = try Statement(
            connection,
            StoreTable.seen.insert(orElse: "ON CONFLICT (source, identity) DO NOTHING"))
        next = try connection.number(
            "SELECT coalesce(max(seq), 0) + 1 FROM sqlite_sequence WHERE name = 'inbox'")
    }

    func accept(
        _ events: [[UInt8]], _ source: String, _ identity: String?, _ time: Int64
    ) throws(PeriluneError) -> Range<Int64>? {
        // Numbers of a failed transaction are not reused; gaps are harmless.
        let first = next
        if let identity {
            try insertIdentity(first, source, identity, time: time)
            if connection.changes == 0 { return nil }
        }
        for event in events {
            _ = try add(source, event)
        }
        // A delivery without events has a number too, as the key of its identity.
        if next == first { next += 1 }
        return first..<first + Int64(events.count)
    }

    /// Stores the identity of a delivery, unless it is known.
    func insertIdentity(
        _ number: Int64, _ source: String, _ identity: String, time: Int64
    ) throws(PeriluneError) {
        try insertSeen.bind(1, number)
        try insertSeen.bind(2, source)
        try insertSeen.bind(3, identity)
        try insertSeen.bind(4, time)
        try insertSeen.execute()
    }

    /// When the newest delivery arrived.
    func newest() throws(PeriluneError) -> Int64? {
        try connection.first("SELECT time FROM seen ORDER BY number DESC LIMIT 1")?.integer
    }

    /// Removes the identity of a delivery.
    func forget(delivery number: Int64) throws(PeriluneError) {
        try connection.run("DELETE FROM seen WHERE number = ?", [.integer(number)])
    }

    /// The number of a delivery that is known.
    func number(_ source: String, _ identity: String) throws(PeriluneError) -> Int64? {
        let row = try connection.prepared(
            StoreTable.seen.select(["number"], "WHERE source = ?1 AND identity = ?2"))
        defer { row.reset() }
        try row.bind([.text(source), .text(identity)])
        guard try row.step() else { return nil }
        try StoreTable.seen.verify(row, 1, [.integer(row.number(0))], connection.path)
        return row.number(0)
    }

    func has(_ number: Int64) throws(PeriluneError) -> Bool {
        try connection.first("SELECT 1 FROM inbox WHERE number = ?", [.integer(number)]) != nil
    }

    /// Whether no event has this number or a lower one.
    func isEmpty(through number: Int64) throws(PeriluneError) -> Bool {
        try connection.first(
            "SELECT 1 FROM inbox WHERE number <= ? LIMIT 1", [.integer(number)]) == nil
    }

    /// Puts an event back into the inbox under its number.
    func put(_ number: Int64, _ source: String, _ event: [UInt8]) throws(PeriluneError) {
        try insert.bind(1, number)
        try insert.bind(2, source)
        try insert.bind(3, event)
        try insert.execute()
    }

    /// Adds an event under a new number.
    func add(_ source: String, _ event: [UInt8]) throws(PeriluneError) -> Int64 {
        let number = next
        next += 1
        try put(number, source, event)
        return number
    }

    /// Reserves a number that no event of the inbox gets.
    func reserve() throws(PeriluneError) -> Int64 {
        // The row makes SQLite keep the number after a restart.
        let number = try add("", [])
        try remove([number])
        return number
    }

    func remove(_ numbers: [Int64]) throws(PeriluneError) {
        for number in numbers {
            try delete.bind(1, number)
            try delete.execute()
        }
    }

    func unfinished() throws(PeriluneError) -> [InboxEvent] {
        var events: [InboxEvent] = []
        try selectAll.forEach { (row) throws(PeriluneError) in
            try StoreTable.inbox.verify(row, 3, [.integer(row.number(0))], connection.path)
            events.append(
                InboxEvent(number: row.number(0), source: row.text(1), event: row.bytes(2)))
        }
        return events
    }

    /// The number up to which identities are to be removed.
    func forget(before time: Int64, keeping limit: Int) throws(PeriluneError) -> Int64? {
        // Numbers grow with time, so the oldest come first.
        let ends: [(sql: String, value: SQLValue)] = [
            (
                """
                SELECT max(number) FROM (
                    SELECT number, time FROM seen ORDER BY number LIMIT \(Self.stride)
                ) WHERE time < ?1
                """, .integer(time)
            ),
            (
                "SELECT number FROM seen ORDER BY number DESC LIMIT 1 OFFSET ?1",
                .integer(Int64(limit))
            ),
        ]
        var last: Int64?
        for end in ends {
            let found = try connection.first(end.sql, [end.value])?.integer
            last = [last, found].compactMap(\.self).max()
        }
        guard var last else { return nil }
        let first = try connection.number("SELECT coalesce(min(number), 0) FROM seen")
        last = min(last, first + Self.stride)
        try connection.run("DELETE FROM seen WHERE number <= ?", [.integer(last)])
        return last
    }
}
