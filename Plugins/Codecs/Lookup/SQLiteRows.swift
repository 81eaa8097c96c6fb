import PeriluneCore
import PeriluneFiles
import PeriluneHTTP
import PeriluneStore

/// Reads a lookup of a table or view of SQLite, in one transaction, as lines of JSON.
struct SQLiteRows {
    private(set) var contents = LookupTable.Contents(bytes: [])

    init(_ options: LookupOptions) throws(PeriluneError) {
        guard TextFile.isRegular(options.path) else {
            // With the error of a file that is missing, a folder or a pipe.
            _ = try options.read()
            return
        }
        do throws(PeriluneError) {
            try read(Connection(reading: options.path), options)
        } catch {
            if error.code.rawValue.hasPrefix("lookup.") { throw options.failure(error.code, error) }
            var error = error
            if error.code == .storeForeign || error.code == .storeCorrupt {
                error.message = "the file is not a SQLite database, or it is damaged"
                error.hint = nil
            }
            throw options.failure("lookup.file", error)
        }
    }

    private mutating func read(
        _ connection: Connection, _ options: LookupOptions
    ) throws(PeriluneError) {
        try options.checkStore(connection)
        let table = options.table ?? ""
        var tables: [String] = []
        try Statement(
            connection, "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view')"
        ).forEach { tables.append($0.text(0)) }
        guard tables.contains(where: { $0.lowercased() == table.lowercased() }) else {
            throw PeriluneError(
                "lookup.option", "the database has no table '\(table)'",
                hint: NearestName.hint(for: table, in: tables)
                    ?? "its tables are \(tables.prefix(20).joined(separator: ", "))")
        }
        let rows = try Statement(connection, "SELECT * FROM \(SQLName.quoted(table))")
        let names = (0..<rows.columnCount).map { rows.columnName($0) }
        guard let key = names.firstIndex(of: options.key) else {
            throw options.missingKey(names, hasRows: true)
        }
        let prefixes = names.map { $0.escaped + Array("\":".utf8) }
        var number = 0
        try rows.forEach { (row) throws(PeriluneError) in
            number += 1
            let start = contents.bytes.count
            Self.append(row, prefixes, to: &contents.bytes)
            guard contents.bytes.count <= LookupOptions.largestFile else {
                throw PeriluneError(
                    "lookup.file",
                    "the rows of '\(table)' are larger than \(LookupOptions.largestFile) bytes")
            }
            guard let value = LookupKey.bytes(of: Self.value(row.value(key))) else {
                throw PeriluneError(
                    "lookup.key", "the value of '\(options.key)' in row \(number) is not a key",
                    hint: "a key must be text or a number; use a view to leave out other rows")
            }
            do throws(PeriluneError) {
                try options.add(value.span, start..<contents.bytes.count, to: &contents)
            } catch {
                var error = error
                error.message += " (row \(number))"
                throw error
            }
        }
    }

    /// An object, without members that are NULL.
    private static func append(
        _ row: Statement, _ prefixes: [[UInt8]], to bytes: inout [UInt8]
    ) {
        bytes.append(UInt8(ascii: "{"))
        var isFirst = true
        for (column, prefix) in prefixes.enumerated() {
            let value = value(row.value(column))
            if value == .null { continue }
            if !isFirst { bytes.append(UInt8(ascii: ",")) }
            isFirst = false
            bytes.append(UInt8(ascii: "\""))
            bytes += prefix
            if case .string(let text) = value {
                bytes.append(string: text.utf8.span)
            } else {
                bytes += value.json.utf8
            }
        }
        bytes.append("}\n")
    }

    /// A value as scripts see it; bytes in Base64.
    private static func value(_ value: SQLValue) -> Value {
        switch value {
        case .null: .null
        case .integer(let number): .integer(number)
        case .real(let number): number.isFinite ? .number(number) : .null
        case .text(let text): .string(text)
        case .blob(let bytes): .string(Base64.encode(bytes))
        }
    }
}
