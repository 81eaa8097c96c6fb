import PeriluneCore

/// The table that counts, for each event in the inbox, how often the process ended while processing
/// it.
final class AttemptTable {
    private let connection: Connection

    init(_ connection: Connection) throws(PeriluneError) { self.connection = connection }

    func all() throws(PeriluneError) -> [Int64: Attempts] {
        var attempts: [Int64: Attempts] = [:]
        let row = try connection.prepared(
            StoreTable.attempt.select(["number", "crashes", "kills"], ""))
        defer { row.reset() }
        while try row.step() {
            try StoreTable.attempt.verify(row, 3, [.integer(row.number(0))], connection.path)
            attempts[row.number(0)] = Attempts(
                crashes: Int(row.number(1)), kills: Int(row.number(2)))
        }
        return attempts
    }

    func set(_ attempts: Attempts, of number: Int64) throws(PeriluneError) {
        try connection.run(
            StoreTable.attempt.upsert,
            [.integer(number), .integer(Int64(attempts.crashes)), .integer(Int64(attempts.kills))])
    }

    /// Deletes the counts of events that have left the inbox.
    func forgetFinished() throws(PeriluneError) {
        try connection.run("DELETE FROM attempt WHERE number NOT IN (SELECT number FROM inbox)")
    }
}

/// How often the process ended while processing an event.
package struct Attempts: Sendable, Hashable {
    /// How often the worker ended the process: by a fatal signal, or because it was stuck.
    package var crashes: Int
    /// How often something else ended the process while the event was processed alone.
    package var kills: Int

    /// Makes a count.
    package init(crashes: Int = 0, kills: Int = 0) {
        self.crashes = crashes
        self.kills = kills
    }
}
