import PeriluneCore

/// Events that could not be processed.
final class QuarantineTable {
    private let connection: Connection

    init(_ connection: Connection) throws(PeriluneError) { self.connection = connection }

    func add(_ event: QuarantinedEvent, _ time: Int64) throws(PeriluneError) {
        try connection.run(
            """
            INSERT INTO quarantine (number, time, source, event, error, published)
            VALUES (?, ?, ?, ?, ?, ?)
            """,
            [
                event.number.map { .integer($0) } ?? nil, .integer(time), .text(event.source),
                .blob(event.event), .text(event.error), .integer(event.isPublished ? 1 : 0),
            ])
    }

    func count() throws(PeriluneError) -> Int {
        Int(try connection.number("SELECT count(*) FROM quarantine"))
    }

    /// Throws where one that was asked for by its number is not there.
    func ids(_ choice: QuarantineChoice) throws(PeriluneError) -> [Int64] {
        switch choice {
        case .all: return try ids("SELECT id FROM quarantine ORDER BY id", [])
        case .code(let code):
            return try ids(
                "SELECT id FROM quarantine WHERE json_extract(error, '$.code') = ? ORDER BY id",
                [.text(code)])
        case .ids(let wanted):
            for id in wanted where try entry(id) == nil {
                throw PeriluneError(
                    "quarantine.missing", "there is no quarantined event \(id)",
                    hint: "'perilune quarantine list' lists the quarantined events")
            }
            return Array(Set(wanted)).sorted()
        }
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
            "SELECT time, number, source, event, error, published FROM quarantine WHERE id = ?1")
        defer { statement.reset() }
        try statement.bind(1, id)
        guard try statement.step() else { return nil }
        return QuarantineEntry(
            id: id, time: statement.number(0),
            event: QuarantinedEvent(
                number: statement.isNull(1) ? nil : statement.number(1), source: statement.text(2),
                event: statement.bytes(3), error: statement.text(4),
                isPublished: statement.number(5) != 0))
    }

    func remove(_ id: Int64) throws(PeriluneError) {
        try connection.run("DELETE FROM quarantine WHERE id = ?", [.integer(id)])
    }

    /// Removes the accepted event of this number; false where it is not there.
    func remove(accepted number: Int64) throws(PeriluneError) -> Bool {
        try connection.run(
            "DELETE FROM quarantine WHERE number = ? AND published = 0", [.integer(number)])
        return connection.changes > 0
    }
}
