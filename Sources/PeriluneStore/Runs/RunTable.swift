package import PeriluneCore

/// The identity of a run of logs by name: its scripts, options and logs, and whether it has ended.
final class RunTable {
    private let connection: Connection

    init(_ connection: Connection) { self.connection = connection }

    func all() throws(PeriluneError) -> [String: String] {
        let statement = try connection.prepared(StoreTable.run.select(["name", "value"], ""))
        var found: [String: String] = [:]
        try statement.forEach { (row) throws(PeriluneError) in
            try StoreTable.run.verify(row, 2, [.text(row.text(0))], connection.path)
            found[row.text(0)] = row.text(1)
        }
        return found
    }

    func set(_ name: String, _ value: String) throws(PeriluneError) {
        try connection.run(StoreTable.run.upsert, [.text(name), .text(value)])
    }
}

extension StoreTransaction {
    /// Stores a part of the identity of the run.
    package func setRun(_ name: String, _ value: String) throws(PeriluneError) {
        try runs.set(name, value)
    }

    /// Stores the position up to which a log is processed.
    package func save(_ position: InputPosition) throws(PeriluneError) {
        try state.write(position)
    }

    /// Quarantines events of logs that could not be processed, with their effects.
    ///
    /// In the ledger, their numbers are those of their lines, which another run reuses. In the quarantine, they get
    /// unique numbers, as events of the inbox do.
    package func quarantine(
        ofLines events: [QuarantinedEvent], time: Int64
    ) throws(PeriluneError) {
        var numbers: [Int64: Int64] = [:]
        for event in events {
            guard let line = event.number else { continue }
            var number = numbers[line]
            if number == nil {
                let new = try inbox.reserve()
                try ledger.move(from: line, to: new)
                number = new
                numbers[line] = new
            }
            try quarantine.add(
                QuarantinedEvent(
                    number: number, source: event.source, event: event.event, error: event.error,
                    isPublished: event.isPublished, isUnreadable: event.isUnreadable), time)
        }
    }

    /// Removes the events of a log from the quarantine, because the log is processed again.
    package func forgetQuarantined(ofLog log: String) throws(PeriluneError) {
        let start = "\(log):"
        try connection.run(
            """
            DELETE FROM quarantine WHERE substr(source, 1, ?1) = ?2
            AND substr(source, ?1 + 1) GLOB '[0-9]*' AND substr(source, ?1 + 1) NOT GLOB '*[^0-9]*'
            """, [.integer(Int64(start.unicodeScalars.count)), .text(start)])
        quarantine.forgetSize()
    }

    /// Removes the effects of lines that have been processed.
    ///
    /// The numbers of their events are negative, and lower for later lines; those of the inbox are positive.
    package func forgetEffects(ofLinesBefore number: Int64) throws(PeriluneError) {
        try connection.run("DELETE FROM ledger WHERE event < 0 AND event > ?", [.integer(number)])
    }

    /// Removes everything of runs of logs: state, positions, effects and outputs.
    package func forgetRuns() throws(PeriluneError) {
        for table in ["state", "position", "output", "run"] {
            try connection.run("DELETE FROM \(table)")
        }
        try forgetEffects(ofLinesBefore: .min)
    }
}
