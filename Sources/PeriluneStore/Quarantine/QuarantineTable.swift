import PeriluneCore

/// Events that could not be processed.
final class QuarantineTable {
    private let connection: Connection
    /// The size, if it is known; unknown after a rollback.
    private var known: QuarantineSize?

    init(_ connection: Connection) throws(PeriluneError) { self.connection = connection }

    func add(_ event: QuarantinedEvent, _ time: Int64) throws(PeriluneError) {
        try connection.run(
            """
            INSERT INTO quarantine (id, number, time, source, event, error, published, checksum)
            SELECT id, ?1, ?2, ?3, ?4, ?5, ?6,
                row_checksum('quarantine', id, ?1, ?2, ?3, ?4, ?5, ?6)
            FROM (SELECT coalesce(max(id), 0) + 1 AS id FROM quarantine)
            """,
            [
                event.number.map { .integer($0) } ?? nil, .integer(time), .text(event.source),
                .blob(event.event), .text(event.error), .integer(Self.kind(of: event)),
            ])
        known?.events += 1
        known?.bytes += event.event.count + event.error.utf8.count
    }

    /// The size of the quarantine, which is counted once and then kept up to date: only one process writes a store.
    func size() throws(PeriluneError) -> QuarantineSize {
        if let known { return known }
        let row = try connection.prepared(
            "SELECT count(*), coalesce(sum(\(Self.bytes)), 0) FROM quarantine")
        defer { row.reset() }
        var size = QuarantineSize()
        if try row.step() {
            size.events = Int(row.number(0))
            size.bytes = Int(row.number(1))
        }
        known = size
        return size
    }

    func forgetSize() { known = nil }

    func count() throws(PeriluneError) -> Int {
        Int(try connection.number("SELECT count(*) FROM quarantine"))
    }

    /// The ids of the chosen events; throws if an event that is chosen by its id is not there.
    func ids(_ choice: QuarantineChoice) throws(PeriluneError) -> [Int64] {
        switch choice {
        case .all: return try ids("SELECT id FROM quarantine ORDER BY id", [])
        case .code(let code):
            return try ids(
                """
                SELECT id FROM quarantine
                WHERE CASE WHEN json_valid(error) THEN json_extract(error, '$.code') END = ?
                ORDER BY id
                """, [.text(code)])
        case .before(let time):
            return try ids(
                "SELECT id FROM quarantine WHERE time < ? ORDER BY id", [.integer(time)])
        case .ids(let wanted):
            for id in wanted where try !has(id) {
                throw PeriluneError(
                    "quarantine.missing", "there is no quarantined event \(id)",
                    hint: "'perilune quarantine list' lists the quarantined events")
            }
            return Array(Set(wanted)).sorted()
        }
    }

    private func has(_ id: Int64) throws(PeriluneError) -> Bool {
        try connection.first("SELECT 1 FROM quarantine WHERE id = ?", [.integer(id)]) != nil
    }

    private func ids(_ sql: String, _ values: [SQLValue]) throws(PeriluneError) -> [Int64] {
        var ids: [Int64] = []
        let statement = try connection.prepared(sql)
        try statement.bind(values)
        try statement.forEach { row in ids.append(row.number(0)) }
        return ids
    }

    func entry(_ id: Int64) throws(PeriluneError) -> QuarantineEntry? {
        let statement = try connection.prepared(
            StoreTable.quarantine.select(
                ["time", "number", "source", "event", "error", "published"], "WHERE id = ?1"))
        defer { statement.reset() }
        try statement.bind(1, id)
        guard try statement.step() else { return nil }
        try StoreTable.quarantine.verify(statement, 6, [.integer(id)], connection.path)
        return QuarantineEntry(
            id: id, time: statement.number(0),
            event: QuarantinedEvent(
                number: statement.isNull(1) ? nil : statement.number(1), source: statement.text(2),
                event: statement.bytes(3), error: statement.text(4),
                isPublished: statement.number(5) == Self.published,
                isUnreadable: statement.number(5) == Self.unreadable))
    }

    // What the column `published` has.
    private static let published: Int64 = 1
    private static let unreadable: Int64 = 2

    private static func kind(of event: QuarantinedEvent) -> Int64 {
        event.isUnreadable ? unreadable : event.isPublished ? published : 0
    }

    func remove(_ id: Int64) throws(PeriluneError) {
        _ = try remove(where: "id = ?", id)
    }

    /// Removes the event that was accepted under a number; false if it is not there.
    func remove(accepted number: Int64) throws(PeriluneError) -> Bool {
        try remove(where: "number = ? AND published = 0", number)
    }

    private func remove(where condition: String, _ number: Int64) throws(PeriluneError) -> Bool {
        let bytes = try connection.number(
            "SELECT coalesce(sum(\(Self.bytes)), 0) FROM quarantine WHERE \(condition)",
            [.integer(number)])
        try connection.run("DELETE FROM quarantine WHERE \(condition)", [.integer(number)])
        known?.events -= connection.changes
        known?.bytes -= Int(bytes)
        return connection.changes > 0
    }

    private static let bytes = "length(event) + length(CAST(error AS BLOB))"
}
