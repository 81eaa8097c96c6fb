import PeriluneCore

/// How much data a store has about a subject.
package struct SubjectCounts: Sendable, Hashable {
    /// Events that were accepted and are not finished.
    package var inbox = 0
    /// Events in quarantine.
    package var quarantine = 0
    /// Effects with their requests and answers.
    package var ledger = 0
    /// Values of state, of the ordering key that is the subject.
    package var state = 0
    /// Records and values that wait for sinks.
    package var outbox = 0

    package init() {}

    /// Whether there is no data.
    package var isEmpty: Bool { self == SubjectCounts() }
}

/// The data in a store about a subject.
///
/// It consists of the events with this `subject` or `partitionkey`; their effects, and effects of finished events
/// whose request or answer contains the subject as a string; the state of the ordering key; and lines of the outbox
/// that contain the subject as a string.
final class SubjectData {
    private let connection: Connection
    private let subject: String
    /// Whether accepted events are left alone, because a running host is about to finish them.
    private let keepsInbox: Bool

    /// Finds the events, and keeps their numbers in temporary tables.
    init(
        _ connection: Connection, of subject: String, keepingInbox keepsInbox: Bool
    ) throws(PeriluneError) {
        self.connection = connection
        self.subject = subject
        self.keepsInbox = keepsInbox
        try connection.run(
            """
            CREATE TEMP TABLE IF NOT EXISTS subject_inbox (number INTEGER PRIMARY KEY);
            CREATE TEMP TABLE IF NOT EXISTS subject_quarantine (id INTEGER PRIMARY KEY, number INTEGER);
            DELETE FROM temp.subject_inbox;
            DELETE FROM temp.subject_quarantine;
            """)
        try connection.run(
            "INSERT INTO temp.subject_inbox SELECT number FROM inbox WHERE \(Self.isOfSubject)",
            [.text(subject)])
        try connection.run(
            "INSERT INTO temp.subject_quarantine SELECT id, number FROM quarantine WHERE \(Self.isOfSubject)",
            [.text(subject)])
    }

    /// Counts the data.
    func counts() throws(PeriluneError) -> SubjectCounts {
        var counts = SubjectCounts()
        counts.inbox = Int(try connection.number("SELECT count(*) FROM temp.subject_inbox"))
        counts.quarantine = Int(
            try connection.number("SELECT count(*) FROM temp.subject_quarantine"))
        counts.ledger = Int(
            try connection.number(
                "SELECT count(*) FROM ledger WHERE \(isOfLedger)", [.text(subject)]))
        let state = StateContents(connection)
        for script in try state.scripts() {
            try state.forEach(script: script.script, key: subject) { _ in counts.state += 1 }
        }
        try forEachRowOfOutbox { row in counts.outbox += row.erased }
        return counts
    }

    /// Erases the data as a part of a transaction.
    func erase(
        _ quarantine: QuarantineTable, _ outbox: OutboxTable
    ) throws(PeriluneError) -> SubjectCounts {
        let counts = try counts()
        try connection.run("DELETE FROM ledger WHERE \(isOfLedger)", [.text(subject)])
        if !keepsInbox {
            try connection.run(
                "DELETE FROM inbox WHERE number IN (SELECT number FROM temp.subject_inbox)")
        }
        try connection.run(
            "DELETE FROM quarantine WHERE id IN (SELECT id FROM temp.subject_quarantine)")
        let state = StateContents(connection)
        for script in try state.scripts() {
            _ = try state.removeState(ofScript: script.script, key: subject)
        }
        var rows: [OutboxRow] = []
        try forEachRowOfOutbox { rows.append($0) }
        for row in rows { try row.write(to: connection) }
        quarantine.forgetSize()
        outbox.forgetSize()
        return counts
    }

    /// Whether an event is about the subject; false for anything but JSON.
    private static let isOfSubject = """
        CASE WHEN json_valid(CAST(event AS TEXT)) THEN
            json_extract(CAST(event AS TEXT), '$.subject') = ?1
            OR json_extract(CAST(event AS TEXT), '$.partitionkey') = ?1
        END
        """

    /// The effects of the events, and effects of finished events that name the subject.
    ///
    /// Effects of other events that may be processed again are kept: without them, the requests would be sent a
    /// second time.
    private var isOfLedger: String {
        let inbox = keepsInbox ? "" : "WHERE number NOT IN (SELECT number FROM temp.subject_inbox)"
        return """
            (event IN (SELECT number FROM temp.subject_inbox UNION SELECT number FROM temp.subject_quarantine)
                OR event > 0 AND (\(Self.names("request")) OR \(Self.names("answer"))))
            AND event NOT IN (SELECT number FROM inbox \(inbox))
            AND event NOT IN (
                SELECT number FROM quarantine
                WHERE number IS NOT NULL AND id NOT IN (SELECT id FROM temp.subject_quarantine))
            """
    }

    /// Whether the JSON in a column contains the subject as a string.
    private static func names(_ column: String) -> String {
        """
        EXISTS (SELECT 1 FROM json_tree(CASE WHEN json_valid(\(column)) THEN \(column) ELSE 'null' END)
            WHERE type = 'text' AND atom = ?1)
        """
    }

    private func forEachRowOfOutbox(_ body: (OutboxRow) -> Void) throws(PeriluneError) {
        let names = try Statement(
            connection, "SELECT \(Self.names("?2"))")
        let rows = try Statement(
            connection,
            StoreTable.outbox.select(["output", "number", "count", "records"], "ORDER BY 1, 2"))
        while try rows.step() {
            var row = OutboxRow(
                output: rows.text(0), number: rows.number(1), count: rows.number(2))
            let lines = rows.bytes(3).split(separator: UInt8(ascii: "\n"))
            // Lines whose numbers are unknown are kept.
            guard lines.count == Int(row.count) else { continue }
            for line in lines {
                defer { names.reset() }
                try names.bind(1, subject)
                try names.bind(2, String(decoding: line, as: UTF8.self))
                row.add(line, isErased: try names.step() && names.number(0) != 0)
            }
            if row.erased > 0 { body(row) }
        }
    }
}

/// A row of the outbox from which lines are erased; the others keep their numbers.
private struct OutboxRow {
    let output: String
    let number: Int64
    let count: Int64
    private(set) var erased = 0
    /// Groups of consecutive lines, with the number of the last one.
    private var parts: [(last: Int64, lines: [UInt8], count: Int64)] = []
    private var next: Int64

    init(output: String, number: Int64, count: Int64) {
        self.output = output
        self.number = number
        self.count = count
        next = number - count + 1
    }

    mutating func add(_ line: ArraySlice<UInt8>, isErased: Bool) {
        defer { next += 1 }
        guard !isErased else { return erased += 1 }
        if parts.last?.last != next - 1 { parts.append((next, [], 0)) }
        let part = parts.count - 1
        parts[part].lines += line + [UInt8(ascii: "\n")]
        parts[part].last = next
        parts[part].count += 1
    }

    func write(to connection: Connection) throws(PeriluneError) {
        try connection.run(
            "DELETE FROM outbox WHERE output = ? AND number = ?", [.text(output), .integer(number)])
        for part in parts {
            try connection.run(
                StoreTable.outbox.insert(),
                [.text(output), .integer(part.last), .integer(part.count), .blob(part.lines)])
        }
    }
}
