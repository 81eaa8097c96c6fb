import PeriluneCore
import PeriluneStore

/// Writes the lines of `perilune state list`.
struct StateList {
    let isJSON: Bool
    let terminal: Terminal
    /// The current key, with the counts of its values.
    private var current: (row: StateContents.Row, values: Int, bytes: Int)?

    init(isJSON: Bool, terminal: Terminal) {
        self.isJSON = isJSON
        self.terminal = terminal
    }

    func add(_ summary: StateContents.Summary) throws(PeriluneError) {
        let counts: Value = [
            "script": .string(summary.script), "keys": .integer(summary.keys),
            "values": .integer(summary.values), "bytes": .integer(summary.bytes),
            "timers": .integer(summary.timers),
        ]
        let timers = summary.timers == 0 ? "" : ", \(Counted(Int(summary.timers), "timer"))"
        try write(
            counts,
            "\(summary.script): \(Counted(Int(summary.keys), "key")), \(Counted(Int(summary.values), "value")), \(summary.bytes) bytes\(timers)"
        )
    }

    /// Adds a value; the values of a key must be consecutive.
    mutating func add(_ row: StateContents.Row) throws(PeriluneError) {
        if row.key.timer != nil { return }
        if let current, current.row.key.key == row.key.key {
            self.current = (current.row, current.values + 1, current.bytes + row.text.count)
        } else {
            try end()
            current = (row, 1, row.text.count)
        }
    }

    /// Writes the last key.
    mutating func end() throws(PeriluneError) {
        guard let (row, values, bytes) = current else { return }
        current = nil
        let counts: Value = [
            "script": .string(row.script), "key": .string(row.key.key),
            "values": .integer(Int64(values)), "bytes": .integer(Int64(bytes)),
        ]
        try write(counts, "'\(row.key.key)': \(Counted(values, "value")), \(bytes) bytes")
    }

    private func write(_ counts: Value, _ text: String) throws(PeriluneError) {
        try terminal.write(isJSON ? counts.json + "\n" : text.asLine + "\n")
    }
}
