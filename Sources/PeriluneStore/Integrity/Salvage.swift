import PeriluneCore

/// Copies the intact rows of a damaged store to a new one.
struct Salvage {
    let source: Connection
    let target: Connection
    /// The version of the source; rows of version 0.1 have no checksum.
    let version: Int64
    var aside: DamagedRows
    private(set) var kept: [(table: String, count: Int)] = []
    private(set) var unreadable: [StoreDamage] = []
    init(from source: Connection, version: Int64, to target: Connection, aside: DamagedRows) {
        self.source = source
        self.version = version
        self.target = target
        self.aside = aside
    }

    mutating func run() throws(PeriluneError) {
        let problems = treeProblems()
        try target.run("BEGIN")
        for table in StoreTable.all where table.since <= version { try copy(table) }
        if !unreadable.isEmpty || !problems.isEmpty, version >= Schema.checksums {
            try copyFromPages()
            try nameLostState()
        }
        if aside.damage.contains(where: { $0.table == StoreTable.sink.name }) {
            // Rows of the table that cannot be read are lost.
            try? OutboxTable.rewind(from: source, to: target)
        }
        if unreadable.isEmpty, aside.damage.isEmpty, let first = problems.first {
            unreadable.append(StoreDamage("a row may be lost: \(first)"))
        }
        try copyNumber()
        try target.run("COMMIT")
        for table in StoreTable.all where table.since <= version {
            let count = try target.number("SELECT count(*) FROM \(table.name)")
            kept.append((table.name, Int(count)))
        }
        try aside.finish()
    }

    /// Copies rows from the front up to damage, then from the end.
    ///
    /// ``copyFromPages()`` searches for the rows in between.
    private mutating func copy(_ table: StoreTable) throws(PeriluneError) {
        var last: [String]?
        guard let front = try scan(table, "ASC", &last) else { return }
        var first: [String]?
        _ = try scan(table, "DESC", &first)
        let place = [
            last.map { "after \($0.joined(separator: ", "))" },
            first.map { "before \($0.joined(separator: ", "))" },
        ]
        let between = place.compactMap(\.self).joined(separator: " and ")
        unreadable.append(
            StoreDamage(
                "rows \(between.isEmpty ? "of the table" : between) cannot be read in order: \(front.message)",
                table: table.name))
    }

    /// Copies rows in one direction; returns the error that stopped it, or `nil` at the end of the
    /// table.
    private mutating func scan(
        _ table: StoreTable, _ direction: String, _ last: inout [String]?
    ) throws(PeriluneError) -> PeriluneError? {
        let insert = try target.prepared(table.copy)
        let columns = table.columns.joined(separator: ", ")
        let order = table.key.map { "\($0) \(direction)" }.joined(separator: ", ")
        let checks = version >= Schema.checksums
        let unchecked = version >= StoreTable.uncheckedSince ? table.unchecked : nil
        let sql = """
            SELECT \(columns), \(checks ? "checksum, checksum IS \(table.checksum)" : "NULL, 1"),
                \(unchecked ?? "NULL")
            FROM \(table.name) NOT INDEXED ORDER BY \(order)
            """
        let isBackwards = direction == "DESC"
        do throws(PeriluneError) {
            let rows = try Statement(source, sql)
            defer { rows.reset() }
            while try rows.step() {
                last = StoreDamage(table, rows, "").key
                if rows.number(table.columns.count + 1) == 1 {
                    try write(rows, table, insert)
                } else if !isBackwards || !aside.has(table, rows) {
                    try aside.keep(rows, of: table, "its checksum is wrong")
                }
            }
            return nil
        } catch {
            guard error.isDamage, error.place.file == source.path else { throw error }
            return error
        }
    }

    private mutating func write(
        _ row: Statement, _ table: StoreTable, _ insert: Statement
    ) throws(PeriluneError) {
        do throws(PeriluneError) {
            let count = table.columns.count
            for index in 0..<count { try insert.bind(index + 1, row.value(index)) }
            if table.unchecked != nil { try insert.bind(count + 1, row.value(count + 2)) }
            try insert.execute()
        } catch {
            insert.reset()
            guard error.code == .storeConstraint else { throw error }
            try aside.keep(row, of: table, error.message)
        }
    }

    /// Copies rows whose pages are intact although the B-tree does not lead to them.
    private func copyFromPages() throws(PeriluneError) {
        // Moves the contents of the WAL to the file itself.
        try? source.run("PRAGMA wal_checkpoint(TRUNCATE)")
        guard let scan = PageScan(path: source.path) else { return }
        defer { scan.close() }
        try scan.forEach { (number, values) throws(PeriluneError) in
            for table in StoreTable.all where table.hasRowNumber == (number != nil) {
                // SQLite does not write a column that was added later and is NULL.
                let count = table.columns.count
                let isLonger = values.count == count + 2 && table.unchecked != nil
                guard values.count == count + 1 || isLonger else { continue }
                var row = Array(values[..<count])
                if let number { row[0] = .integer(number) }
                let checksum = try target.first("SELECT \(table.checksumOfParameters)", row)
                guard checksum == values[count] else { continue }
                if table.unchecked != nil { row.append(isLonger ? values[count + 1] : .null) }
                try target.run(table.copy, row)
            }
        }
    }

    /// The damage of pages with rows; indexes are built again.
    private func treeProblems() -> [String] {
        let problems: [String]
        do throws(PeriluneError) {
            problems = try StoreStructure.problems(source)
        } catch {
            // Damage can end the search itself.
            return [error.message]
        }
        return problems.filter { text in
            !["row ", "wrong # of entries", "non-unique entry"].contains { text.hasPrefix($0) }
        }
    }

    /// Lists the rows of state that are lost, from the index by key if it can be read.
    private mutating func nameLostState() throws(PeriluneError) {
        let table = StoreTable.state
        var lost: [StoreDamage] = []
        do throws(PeriluneError) {
            try Statement(source, "SELECT script, key FROM state INDEXED BY state_key")
                .forEach { (row) throws(PeriluneError) in
                    let key = [row.value(0), row.value(1)]
                    let found = try target.first(
                        "SELECT 1 FROM state WHERE script = ? AND key = ?", key)
                    if found == nil, !aside.has(table, row) {
                        lost.append(StoreDamage(table, row, "it is not on a readable page"))
                    }
                }
        } catch {
            guard error.isDamage, error.place.file == source.path else { throw error }
            return
        }
        unreadable.removeAll { $0.table == table.name }
        unreadable += lost
    }

    /// Sets the next number of the inbox higher than every known number, so that none is assigned
    /// twice.
    private func copyNumber() throws(PeriluneError) {
        guard version >= 2 else { return }
        var highest: Int64 = 0
        for table in StoreTable.all {
            guard let column = table.number else { continue }
            highest = max(
                highest,
                try target.number("SELECT coalesce(max(\(column)), 0) FROM \(table.name)"))
        }
        let given = try? source.number(
            "SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'inbox'")
        if unreadable.isEmpty, let given, (highest...StoreStructure.highestNumber).contains(given) {
            highest = given
        } else if !unreadable.isEmpty || given == nil {
            // Rows that cannot be read may have had higher numbers.
            highest = max(highest, min(given ?? 0, StoreStructure.highestNumber)) + (1 << 20)
        }
        guard highest > 0 else { return }
        try target.run("DELETE FROM sqlite_sequence WHERE name = 'inbox'")
        try target.run("INSERT INTO sqlite_sequence VALUES ('inbox', ?)", [.integer(highest)])
    }
}
