import Testing

@testable import PeriluneCore
@testable import PeriluneStore

struct SQLiteTests {
    private let connection: Connection

    init() throws { connection = try Connection(path: ":memory:") }

    @Test func keepsEveryKindOfValueAsItIs() throws {
        let values: [SQLValue] = [
            nil, 0, .integer(.max), .integer(.min), 1.5, .real(.infinity), "", "a\0b", "Zoë",
            .blob([]), .blob([0, 255]),
        ]
        for value in values {
            #expect(try connection.first("SELECT ?1", [value]) == value)
        }
    }

    @Test func distinguishesNoRowFromNull() throws {
        let none: SQLValue? = try connection.first("SELECT 1 WHERE 0")
        #expect(none == Optional<SQLValue>.none)
        let null: SQLValue? = try connection.first("SELECT NULL")
        #expect(null == .some(.null))
    }

    @Test func readsTheRowsOfAStatement() throws {
        try connection.run("CREATE TABLE t (name TEXT, n INTEGER, d REAL, b BLOB) STRICT")
        try connection.run("INSERT INTO t VALUES (?, ?, ?, ?)", ["one", 1, 0.5, .blob([7])])
        try connection.run("INSERT INTO t VALUES (?, ?, ?, ?)", [nil, nil, nil, nil])
        #expect(connection.changes == 1)
        #expect(connection.lastInsertRowID == 2)
        var seen: [String] = []
        try connection.prepared("SELECT * FROM t ORDER BY rowid").forEach { row in
            let values = [row.text(0), "\(row.number(1))", "\(row.double(2))", "\(row.bytes(3))"]
            seen += values + ["\(row.isNull(0))"]
        }
        #expect(seen == ["one", "1", "0.5", "[7]", "false", "", "0", "0.0", "[]", "true"])
        #expect(try connection.prepared("SELECT n AS count FROM t").columnName(0) == "count")
    }

    @Test func aStatementInUseIsNotHandedOutTwice() throws {
        let sql = "SELECT value FROM (SELECT 1 AS value UNION ALL SELECT 2)"
        let outer = try connection.prepared(sql)
        #expect(try outer.step())
        var inner = 0
        try connection.prepared(sql).forEach { _ in inner += 1 }
        #expect(inner == 2)
        #expect(try outer.step())
        outer.reset()
        #expect(try connection.prepared(sql) === outer)
    }

    @Test func aSavepointIsRolledBackAlone() throws {
        try connection.run("CREATE TABLE t (n INTEGER) STRICT")
        try connection.transaction { () throws(PeriluneError) in
            try connection.run("INSERT INTO t VALUES (1)")
            do throws(PeriluneError) {
                try connection.savepoint { () throws(PeriluneError) in
                    try connection.run("INSERT INTO t VALUES (2)")
                    try connection.savepoint { () throws(PeriluneError) in
                        try connection.run("INSERT INTO t VALUES (3)")
                    }
                    throw PeriluneError("test", "no")
                }
            } catch {}
            #expect(connection.isInTransaction)
        }
        #expect(try connection.number("SELECT sum(n) FROM t") == 1)
    }

    @Test func callsAFunctionInSwift() throws {
        try connection.createFunction("twice", arguments: 1) { arguments in
            .integer(arguments.number(0) * 2)
        }
        try connection.createFunction("joined", arguments: -1) { arguments in
            var text = ""
            for index in 0..<arguments.count {
                arguments.withText(index) { bytes in
                    for at in bytes.indices { text.unicodeScalars.append(.init(bytes[at])) }
                }
            }
            return .text(text)
        }
        #expect(try connection.number("SELECT twice(21)") == 42)
        #expect(try connection.first("SELECT joined('a', NULL, 1, 'b')") == "a1b")
    }

    @Test func anErrorOfAFunctionEndsTheStatement() throws {
        try connection.createFunction("fails", arguments: 0) { _ throws(PeriluneError) in
            throw PeriluneError("test", "because")
        }
        let error = #expect(throws: PeriluneError.self) { try connection.run("SELECT fails()") }
        #expect(error?.message.contains("because") == true)
    }

    @Test func aggregatesTheRowsOfAGroup() throws {
        final class Longest: SQLAggregate {
            var longest: String?

            func step(_ arguments: borrowing SQLArguments) {
                guard let text = arguments[0].text else { return }
                if text.count > longest?.count ?? -1 { longest = text }
            }

            func finish() -> SQLValue { longest.map { .text($0) } ?? nil }
        }
        try connection.createAggregate("longest", arguments: 1) { Longest() }
        let rows = "(SELECT 'a' AS name UNION ALL SELECT 'abc' UNION ALL SELECT 'ab')"
        #expect(try connection.first("SELECT longest(name) FROM \(rows)") == "abc")
        #expect(try connection.first("SELECT longest(name) FROM \(rows) WHERE 0") == SQLValue.null)
    }

    @Test func ordersByACollationInSwift() throws {
        try connection.createCollation("backwards") { one, other in
            (other.isEmpty ? 0 : Int(other[0])) - (one.isEmpty ? 0 : Int(one[0]))
        }
        var names: [String] = []
        let rows =
            "(SELECT 'a' AS name UNION ALL SELECT 'c' UNION ALL SELECT '' UNION ALL SELECT 'b')"
        let sql = "SELECT name FROM \(rows) ORDER BY name COLLATE backwards"
        try connection.prepared(sql).forEach { names.append($0.text(0)) }
        #expect(names == ["c", "b", "a", ""])
    }

    @Test func interruptsAStatementAtItsDeadline() throws {
        let endless =
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
        connection.setDeadline(.now)
        let error = #expect(throws: PeriluneError.self) { try connection.run(endless) }
        #expect(error?.code == .storeInterrupted)
        connection.setDeadline(nil)
        #expect(try connection.number("SELECT 1") == 1)
    }

    @Test func reportsAConstraintViolation() throws {
        try connection.run(
            "CREATE TABLE t (n INTEGER PRIMARY KEY) STRICT; INSERT INTO t VALUES (1)")
        let error = #expect(throws: PeriluneError.self) {
            try connection.run("INSERT INTO t VALUES (1)")
        }
        #expect(error?.code == .storeConstraint)
    }
}
