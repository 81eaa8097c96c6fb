package import PeriluneCore

/// Records that some sink has not taken yet, and the position of each sink.
///
/// Records are numbered in the order of commits, and the values of each output too. A row holds records that were
/// committed together, and is deleted when all sinks have taken all of them.
final class OutboxTable {
    private let connection: Connection
    /// The number of the last record of each output, if it is known; unknown after a rollback.
    private var last: [String: Int64] = [:]
    /// The size of all records in bytes; unknown after a rollback.
    private var known: Int?

    init(_ connection: Connection) { self.connection = connection }

    /// The size of all records in bytes, which is counted once and then kept up to date: only one process writes a
    /// store.
    func size() throws(PeriluneError) -> Int {
        if let known { return known }
        let size = Int(
            try connection.number("SELECT coalesce(sum(length(records)), 0) FROM outbox"))
        known = size
        return size
    }

    func forgetSize() {
        known = nil
        last = [:]
    }

    private func lastNumber(of output: String) throws(PeriluneError) -> Int64 {
        if let last = last[output] { return last }
        let waiting = try connection.number(
            "SELECT coalesce(max(number), 0) FROM outbox WHERE output = ?", [.text(output)])
        return max(waiting, try positions(of: output).values.max() ?? 0)
    }

    private func positions(of output: String) throws(PeriluneError) -> [String: Int64] {
        try positions().filter { OutboxStream(name: $0.key).output == output }
    }

    /// Adds records, or values of an output, one per line.
    func add(_ records: [UInt8], to output: String = "") throws(PeriluneError) {
        var rest = records[...]
        while !rest.isEmpty {
            let head = rest.prefix(RecordBatch.maximumSize)
            let end =
                head.count == rest.count
                ? rest.endIndex
                : (head.lastIndex(of: Self.lineEnd) ?? rest.firstIndex(of: Self.lineEnd)).map {
                    $0 + 1
                } ?? rest.endIndex
            try addRow(Array(rest[..<end]), output)
            rest = rest[end...]
        }
    }

    private func addRow(_ records: [UInt8], _ output: String) throws(PeriluneError) {
        let count = RecordBatch.count(records)
        let size = try size()
        let number = try lastNumber(of: output) + Int64(count)
        try connection.run(
            StoreTable.outbox.insert(),
            [.text(output), .integer(number), .integer(Int64(count)), .blob(records)])
        last[output] = number
        known = size + records.count
    }

    private static let lineEnd = UInt8(ascii: "\n")

    /// The position of each sink of the store.
    func positions() throws(PeriluneError) -> [String: Int64] {
        var positions: [String: Int64] = [:]
        let row = try connection.prepared(StoreTable.sink.select(["name", "number"], ""))
        defer { row.reset() }
        while try row.step() {
            try StoreTable.sink.verify(row, 2, [.text(row.text(0))], connection.path)
            positions[row.text(0)] = row.number(1)
        }
        return positions
    }

    /// The sinks, by name, with the number of records that wait for each.
    func sinks() throws(PeriluneError) -> [StoredSink] {
        var sinks: [StoredSink] = []
        for (name, number) in try positions().sorted(by: { $0.key < $1.key }) {
            let waiting = try connection.number(
                "SELECT coalesce(sum(min(count, number - ?2)), 0) FROM outbox WHERE output = ?1 AND number > ?2",
                [.text(OutboxStream(name: name).output), .integer(number)])
            sinks.append(StoredSink(name: name, waiting: waiting))
        }
        return sinks
    }

    /// Resets the positions of sinks whose rows are damaged, so that they get all stored records: some twice, but
    /// none is lost.
    static func rewind(
        from source: Connection, to target: Connection
    ) throws(PeriluneError) {
        let sink = StoreTable.sink
        try Statement(
            source, "SELECT name FROM sink NOT INDEXED WHERE checksum IS NOT \(sink.checksum)"
        ).forEach { (row) throws(PeriluneError) in
            try target.run(sink.upsert, [.text(row.text(0)), .integer(0)])
        }
    }

    /// Registers a sink; a new one gets the records from now on.
    func register(_ sink: String) throws(PeriluneError) {
        let output = OutboxStream(name: sink).output
        if try sequence(of: output) == nil {
            let identity = String(UInt64.random(in: 0 ... .max), radix: 16)
            try connection.run(StoreTable.sequence.upsert, [.text(output), .text(identity)])
        }
        guard try positions()[sink] == nil else { return }
        try connection.run(
            StoreTable.sink.insert(), [.text(sink), .integer(try lastNumber(of: output))])
    }

    /// The identity of an output's sequence of numbers; `nil` before it has a sink.
    private func sequence(of output: String) throws(PeriluneError) -> String? {
        let table = StoreTable.sequence
        let row = try connection.prepared(table.select(["identity"], "WHERE output = ?1"))
        defer { row.reset() }
        try row.bind(1, output)
        guard try row.step() else { return nil }
        try table.verify(row, 1, [.text(output), .text(row.text(0))], connection.path)
        return row.text(0)
    }

    /// The records, or the values of an output, after a number; `nil` if there are none.
    func batch(of output: String, after number: Int64) throws(PeriluneError) -> RecordBatch? {
        var records: [UInt8] = []
        var first: Int64 = 0
        var last: Int64 = 0
        let row = try connection.prepared(
            StoreTable.outbox.select(
                ["number", "count", "records"],
                "WHERE output = ?1 AND number > ?2 ORDER BY number"))
        defer { row.reset() }
        try row.bind(1, output)
        try row.bind(2, number)
        while try row.step() {
            try StoreTable.outbox.verify(
                row, 3, [.text(output), .integer(row.number(0))], connection.path)
            let bytes = row.bytes(2)
            let firstOfRow = row.number(0) - row.number(1) + 1
            if records.isEmpty {
                first = firstOfRow
            } else if firstOfRow != last + 1
                || records.count + bytes.count > RecordBatch.maximumSize
            {
                break
            }
            records += bytes
            last = row.number(0)
        }
        guard !records.isEmpty else { return nil }
        return RecordBatch(
            records: records, first: first, count: Int(last - first + 1),
            sequence: try sequence(of: output) ?? "")
    }

    /// Stores that a sink has taken the records up to a number, and deletes those that all sinks have taken.
    func acknowledge(through number: Int64, by sink: String) throws(PeriluneError) {
        try connection.run(StoreTable.sink.upsert, [.text(sink), .integer(number)])
        try removeTaken(of: OutboxStream(name: sink).output)
    }

    /// Removes a sink, and the records that wait only for it.
    func forget(_ sink: String) throws(PeriluneError) {
        let output = OutboxStream(name: sink).output
        last[output] = try lastNumber(of: output)
        try connection.run("DELETE FROM sink WHERE name = ?", [.text(sink)])
        try removeTaken(of: output)
        // Without sinks, the numbers of the output begin at 1 again.
        guard try positions(of: output).isEmpty else { return }
        last[output] = nil
        try connection.run("DELETE FROM sequence WHERE output = ?", [.text(output)])
    }

    private func removeTaken(of output: String) throws(PeriluneError) {
        let size = try size()
        let taken = try positions(of: output).values.min() ?? .max
        let rows = "FROM outbox WHERE output = ? AND number <= ?"
        let values: [SQLValue] = [.text(output), .integer(taken)]
        let bytes = Int(
            try connection.number("SELECT coalesce(sum(length(records)), 0) \(rows)", values))
        guard bytes > 0 else { return }
        try connection.run("DELETE \(rows)", values)
        known = size - bytes
    }
}

/// A sink of a store.
package struct StoredSink: Sendable, Hashable {
    /// The sink's name.
    package let name: String
    /// The number of records that it has not taken yet.
    package let waiting: Int64

    /// The sinks of a store; the file is not changed.
    package static func all(in path: String) throws(PeriluneError) -> [StoredSink] {
        try OutboxTable(.store(reading: path)).sinks()
    }
}

extension StoreTransaction {
    /// Adds records and values for the sinks.
    package func addToOutbox(_ lines: OutboxLines) throws(PeriluneError) {
        for (output, records) in lines { try outbox.add(records, to: output) }
    }

    /// Registers sinks; new ones get the records from now on.
    ///
    /// Returns the position of each sink.
    package func register(sinks: [String]) throws(PeriluneError) -> [String: Int64] {
        for sink in sinks { try outbox.register(sink) }
        return try outbox.positions()
    }

    /// Stores that a sink has taken the records up to a number.
    package func acknowledge(through number: Int64, by sink: String) throws(PeriluneError) {
        try outbox.acknowledge(through: number, by: sink)
    }

    /// Removes a sink, and the records that wait only for it.
    package func forget(sink: String) throws(PeriluneError) { try outbox.forget(sink) }
}
