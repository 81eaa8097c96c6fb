import PeriluneCore

/// An effect as it is stored.
package struct LedgerRow: Sendable, Hashable {
    /// The kind of effect.
    package let kind: String
    /// The request, JSON.
    package let request: String
    /// The answer, JSON; `nil` if it is unknown, as for an intent.
    package let answer: String?

    /// An effect that must happen once and has no answer.
    package struct Intent: Sendable, Hashable {
        /// The identity of the effect: event, delegate and number.
        package let identity: String
        /// The kind of effect, such as `crm.create`.
        package let kind: String
        /// The request, JSON.
        package let request: String

        /// Makes an intent.
        package init(identity: String, kind: String, request: String) {
            (self.identity, self.kind, self.request) = (identity, kind, request)
        }
    }
}

/// The effects of async host calls, by the number of their event.
///
/// The identity alone is not enough, because two sources may give their events the same ids.
final class LedgerTable {
    private let insert: Statement
    private let select: Statement
    private let update: Statement
    private let connection: Connection

    init(_ connection: Connection) throws(PeriluneError) {
        self.connection = connection
        insert = try Statement(
            connection,
            """
            INSERT INTO ledger (event, identity, kind, request, answer, checksum)
            VALUES (?1, ?2, ?3, ?4, ?5, row_checksum('ledger', ?1, ?2, ?3, ?4, ?5))
            ON CONFLICT DO NOTHING
            """)
        select = try Statement(
            connection,
            StoreTable.ledger.select(
                ["kind", "request", "answer"], "WHERE event = ?1 AND identity = ?2"))
        update = try Statement(
            connection,
            """
            UPDATE ledger SET answer = ?3,
                checksum = row_checksum('ledger', event, identity, kind, request, ?3)
            WHERE event = ?1 AND identity = ?2 AND checksum = \(StoreTable.ledger.checksum)
            """)
    }

    /// Stores an effect; returns the existing row, if there is one.
    ///
    /// `ifDone` is the answer of an intent, as JSON, for the case that it turns out to have been carried out.
    func begin(
        _ event: Int64, _ identity: String, _ kind: String, _ request: String, ifDone: String?
    ) throws(PeriluneError) -> LedgerRow? {
        try insert.bind(1, event)
        try insert.bind(2, identity)
        try insert.bind(3, kind)
        try insert.bind(4, request)
        if let ifDone {
            try insert.bind(5, Self.intentBegin + ifDone + "}")
        } else {
            try insert.bind(5, SQLValue.null)
        }
        try insert.execute()
        if connection.changes == 1 { return nil }
        let known = try find(event, identity)
        if let ifDone, try isUnanswered(event, identity) {
            // A version before 6 stored the effect, and an operator must be able to settle it.
            try finish(event, identity, Self.intentBegin + ifDone + "}")
        }
        return known
    }

    private func isUnanswered(_ event: Int64, _ identity: String) throws(PeriluneError) -> Bool {
        try connection.first(
            "SELECT 1 FROM ledger WHERE event = ? AND identity = ? AND answer IS NULL",
            [.integer(event), .text(identity)]) != nil
    }

    func find(_ event: Int64, _ identity: String) throws(PeriluneError) -> LedgerRow? {
        defer { select.reset() }
        try select.bind(1, event)
        try select.bind(2, identity)
        guard try select.step() else { return nil }
        try StoreTable.ledger.verify(
            select, 3, [.integer(event), .text(identity)], connection.path)
        return LedgerRow(
            kind: select.text(0), request: select.text(1),
            answer: select.isNull(2) ? nil : Self.answer(select.text(2)))
    }

    /// The answer; `nil` for an intent, which has none yet.
    private static func answer(_ text: String) -> String? {
        text.hasPrefix(intentBegin) ? nil : text
    }

    /// The effects of an event that must happen once and have no answer.
    func intents(of event: Int64) throws(PeriluneError) -> [LedgerRow.Intent] {
        let rows = try connection.prepared(
            StoreTable.ledger.select(
                ["identity", "kind", "request"],
                "WHERE event = ?1 AND \(Self.isIntent) ORDER BY identity"))
        try rows.bind(1, event)
        var intents: [LedgerRow.Intent] = []
        try rows.forEach { (row) throws(PeriluneError) in
            try StoreTable.ledger.verify(
                row, 3, [.integer(event), .text(row.text(0))], connection.path)
            intents.append(
                LedgerRow.Intent(
                    identity: row.text(0), kind: row.text(1), request: row.text(2)))
        }
        return intents
    }

    /// Settles the intents of an event: each is answered as carried out, or removed.
    func settle(_ event: Int64, as outcome: AssumedOutcome) throws(PeriluneError) {
        try verifyAll(of: event)
        switch outcome {
        case .done:
            let answer =
                "substr(answer, \(Self.intentBegin.count + 1), length(answer) - \(Self.intentBegin.count + 1))"
            try connection.run(
                """
                UPDATE ledger SET answer = \(answer),
                    checksum = row_checksum('ledger', event, identity, kind, request, \(answer))
                WHERE event = ?1 AND \(Self.isIntent)
                """, [.integer(event)])
        case .notDone:
            try connection.run(
                "DELETE FROM ledger WHERE event = ?1 AND \(Self.isIntent)", [.integer(event)])
        }
    }

    func finish(_ event: Int64, _ identity: String, _ answer: String) throws(PeriluneError) {
        try update.bind(1, event)
        try update.bind(2, identity)
        try update.bind(3, answer)
        try update.execute()
        // Throws if the row exists and is damaged.
        if connection.changes == 0 { _ = try find(event, identity) }
    }

    /// Removes the effects of events up to a number, which will not be processed again.
    func forget(through event: Int64) throws(PeriluneError) {
        try connection.run(
            """
            DELETE FROM ledger WHERE event > 0 AND event <= ? AND event NOT IN (SELECT number FROM inbox)
            AND event NOT IN (SELECT number FROM quarantine WHERE number IS NOT NULL)
            """,
            [.integer(event)])
    }

    /// Removes the effects of an event that were answered by an error.
    func forgetErrors(of event: Int64) throws(PeriluneError) {
        try connection.run(
            "DELETE FROM ledger WHERE event = ? AND \(Self.isError)", [.integer(event)])
    }

    /// Copies the answers of an event, except for errors, to another event.
    func copyAnswers(of event: Int64, to other: Int64) throws(PeriluneError) {
        try verifyAll(of: event)
        try connection.run(
            """
            INSERT INTO ledger (event, identity, kind, request, answer, checksum)
            SELECT ?1, identity, kind, request, answer,
                row_checksum('ledger', ?1, identity, kind, request, answer)
            FROM ledger WHERE event = ?2 AND NOT coalesce(\(Self.isError), 0)
            """,
            [.integer(other), .integer(event)])
    }

    /// Moves the effects of an event to another event.
    func move(from event: Int64, to other: Int64) throws(PeriluneError) {
        try verifyAll(of: event)
        try connection.run(
            """
            UPDATE ledger SET event = ?1,
                checksum = row_checksum('ledger', ?1, identity, kind, request, answer)
            WHERE event = ?2
            """, [.integer(other), .integer(event)])
    }

    private func verifyAll(of event: Int64) throws(PeriluneError) {
        let rows = try connection.prepared(
            StoreTable.ledger.select(["identity"], "WHERE event = ?1"))
        try rows.bind(1, event)
        try rows.forEach { (row) throws(PeriluneError) in
            try StoreTable.ledger.verify(
                row, 1, [.integer(event), .text(row.text(0))], connection.path)
        }
    }

    /// An answer that is an error has only this member.
    private static let isError = #"substr(answer, 1, 9) = '{"error":'"#
    /// The beginning of the column for an intent: `{"intent":ANSWER}`, with the answer for the case that it turns out
    /// to have been carried out.
    private static let intentBegin = #"{"intent":"#
    static let isIntent = "substr(answer, 1, 10) = '\(intentBegin)'"
}
