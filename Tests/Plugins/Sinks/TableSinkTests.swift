import Foundation
import PeriluneCore
import PeriluneFiles
import PeriluneStore
import PeriluneTestKit
import Testing

@testable import SinksPlugin

/// Tables of SQLite databases.
@Suite struct TableSinkTests {
    private let bench: SinkBench

    init() throws { bench = try SinkBench() }

    @Test func anErrorDoesNotMentionTheStore() async throws {
        try "no database, but a text\n".write(
            toFile: bench.folder + "a.db", atomically: true, encoding: .utf8)
        let error = await #expect(throws: PeriluneError.self) {
            try await bench.sink("sqlite", ["file": "a.db"]).write(SinkBench.batch([1]))
        }
        #expect(error.map { "\($0)".contains("store") } == false)
    }

    @Test func aFileThatIsNotADatabaseIsRefusedAtTheStart() async throws {
        try "no database, but a text\n".write(
            toFile: bench.folder + "a.db", atomically: true, encoding: .utf8)
        let sink = try bench.sink("sqlite", ["file": "a.db"])
        let file = try #require(sink as? any FileWritingSink)
        let error = #expect(throws: PeriluneError.self) { try file.checkFile() }
        #expect(error?.message == "output 'orders': this file is not an SQLite database")
        let new = try bench.sink("sqlite", ["file": "new.db"])
        try #require(new as? any FileWritingSink).checkFile()
    }

    @Test func aValueOfAnotherTypeThanItsColumnIsRejected() async throws {
        let database = try Connection(path: bench.folder + "shop.db", called: "database")
        try database.run("CREATE TABLE orders (id INTEGER PRIMARY KEY)")
        let sink = try bench.sink(
            "sqlite", ["file": "shop.db", "columns": ["id"], "rejected": "rejected.jsonl"])
        try await sink.write(SinkBench.batch([["id": "one"], ["id": 2]]))
        #expect(try bench.rows("SELECT id FROM orders", columns: 1) == [["2"]])
        #expect(bench.text("rejected.jsonl").contains("datatype mismatch"))
    }

    @Test(arguments: ["log.jsonl", "shop.db", "shop.db-wal"])
    func theFileForRejectedValuesCannotBeAnInputOrTheDatabase(_ file: String) {
        #expect {
            try bench.sink(
                "sqlite", ["file": "shop.db", "columns": ["id"], "rejected": .string(file)],
                inputs: [bench.folder + "log.jsonl"])
        } throws: {
            ($0 as? PeriluneError)?.code == "output.is-input"
        }
    }

    @Test func conformsToTheRulesOfSinks() async {
        let problems = await RecordSinkConformance.check(
            .exactlyOnce, prepare: bench.empty,
            make: { try bench.sink("sqlite", ["file": "shop.db"]) },
            received: {
                try bench.rows("SELECT value FROM orders", columns: 1).compactMap(\.[0])
            })
        #expect(problems == [])
    }

    @Test func columnsAcceptMembersOfAnyType() async throws {
        let sink = try bench.sink(
            "sqlite",
            [
                "file": "shop.db", "table": "all \"orders\"",
                "columns": ["id", "user=data.user", "paid", "more", "none"],
            ])
        try await sink.write(
            SinkBench.batch([
                ["id": 1, "data": ["user": "x'); DROP TABLE t;--"], "paid": true, "more": [1, 2]]
            ]))
        let sql = #"SELECT id, user, paid, more, none, typeof(id) FROM "all ""orders""""#
        #expect(
            try bench.rows(sql, columns: 6)
                == [["1", "x'); DROP TABLE t;--", "1", "[1,2]", nil, "integer"]])
    }

    @Test func aLaterValueReplacesTheRowOfItsKey() async throws {
        let sink = try bench.sink(
            "sqlite", ["file": "shop.db", "columns": ["user", "total"], "key": ["user"]])
        try await sink.write(
            SinkBench.batch([
                ["user": "a", "total": 1], ["user": "b", "total": 2], ["user": "a", "total": 3],
            ]))
        #expect(
            try bench.rows("SELECT user, total FROM orders ORDER BY user", columns: 2)
                == [["a", "3"], ["b", "2"]])
    }

    @Test func aColumnThatTheTableDoesNotHaveIsFoundAtTheStart() throws {
        let database = try Connection(path: bench.folder + "shop.db")
        try database.run("CREATE TABLE orders (id, Total, PRIMARY KEY (id))")
        let error = #expect(throws: PeriluneError.self) {
            try bench.sink("sqlite", ["file": "shop.db", "columns": ["id", "totl=total"]])
        }
        #expect(
            error?.message.hasSuffix(
                "the table 'orders' in \(bench.folder)shop.db has no column 'totl'") == true,
            "\(error?.message ?? "")")
        #expect(error?.hint == "did you mean 'Total'?")
        let whole = #expect(throws: PeriluneError.self) {
            try bench.sink("sqlite", ["file": "shop.db"])
        }
        #expect(whole?.hint == "the columns of the table are id, Total")
        let key = #expect(throws: PeriluneError.self) {
            try bench.sink(
                "sqlite", ["file": "shop.db", "columns": ["id", "total"], "key": ["total"]])
        }
        #expect(key?.message.hasSuffix("no primary key and no unique index of total") == true)
        _ = try bench.sink(
            "sqlite", ["file": "shop.db", "columns": ["ID", "total"], "key": ["ID"]])
    }

    @Test func aUniqueIndexOfATableIsAKeyToo() throws {
        let database = try Connection(path: bench.folder + "shop.db")
        try database.run("CREATE TABLE orders (id, Total)")
        try database.run("CREATE UNIQUE INDEX of_both ON orders (Total, id)")
        func sink(key: Value) throws -> any RecordSink {
            try bench.sink(
                "sqlite", ["file": "shop.db", "columns": ["id", "total"], "key": key])
        }
        _ = try sink(key: ["id", "total"])
        #expect(throws: PeriluneError.self) { try sink(key: ["id"]) }
    }

    @Test(.timeLimit(.minutes(5))) func aPathThatIsNotARegularFileIsRefusedAtTheStart() throws {
        try #require(mkfifo(bench.folder + "pipe", 0o600) == 0)
        for (file, code) in [
            ("pipe", "output.special"), ("", "output.directory"), ("none/a.db", "output.create"),
        ] {
            let sink = try bench.sink("sqlite", ["file": .string("./" + file)])
            let error = #expect(throws: PeriluneError.self) {
                try #require(sink as? any FileWritingSink).checkFile()
            }
            #expect(error?.code.rawValue == code)
        }
    }

    @Test func theStoreOfTheRunIsNotWritten() throws {
        let inputs = ["", "-wal"].map { bench.folder + "run.db" + $0 }
        for file in ["run.db", "./run.db-wal"] {
            let error = #expect(throws: PeriluneError.self) {
                try bench.sink("sqlite", ["file": .string(file)], inputs: inputs)
            }
            #expect(error?.code == "output.is-input")
        }
    }

    @Test func anEmptyListOfColumnsIsRefused() throws {
        let error = #expect(throws: PeriluneError.self) {
            try bench.sink("sqlite", ["file": "shop.db", "columns": []])
        }
        #expect(error?.code == "output.option")
        #expect(error?.message == "columns is an empty list")
    }

    @Test func aColumnWithoutValuesIsAWarning() async throws {
        let sink = try bench.sink(
            "sqlite", ["file": "shop.db", "columns": ["id", "totl"]])
        let noting = try #require(sink as? any NoticingSink)
        #expect(noting.warnings == [])
        try await sink.write(SinkBench.batch([["id": 1, "total": 2], ["id": 2, "total": 3]]))
        #expect(
            noting.warnings == [
                "output 'orders': none of 2 values had totl, a column (did you mean 'total'?)"
            ])
        #expect(noting.notedValues == 2)
    }

    @Test func aRowThatIsWrittenAgainCountsOnceInAWarning() async throws {
        let database = try Connection(path: bench.folder + "shop.db")
        try database.run("CREATE TABLE orders (totl, id NOT NULL)")
        let sink = try bench.sink("sqlite", ["file": "shop.db", "columns": ["totl"]])
        let batch = SinkBench.batch([["total": 1], ["total": 2]])
        for _ in 1...2 {
            await #expect(throws: PeriluneError.self) { try await sink.write(batch) }
        }
        try database.run("DROP TABLE orders")
        try await sink.write(batch)
        try await sink.write(SinkBench.batch([["total": 3]], first: 3))
        #expect(try #require(sink as? any NoticingSink).notedValues == 3)
    }

    @Test func aFailedBatchIsRolledBack() async throws {
        let database = try Connection(path: bench.folder + "shop.db")
        try database.run("CREATE TABLE orders (id CHECK (id < 3))")
        let sink = try bench.sink("sqlite", ["file": "shop.db", "columns": ["id"]])
        await #expect(throws: PeriluneError.self) {
            try await sink.write(SinkBench.batch([["id": 1], ["id": 5]]))
        }
        #expect(try bench.rows("SELECT id FROM orders", columns: 1) == [])
    }

    @Test func aRefusedRowGoesToTheFile() async throws {
        try Connection(path: bench.folder + "shop.db").run(
            "CREATE TABLE orders (id CHECK (id < 3))")
        let sink = try bench.sink(
            "sqlite", ["file": "shop.db", "columns": ["id"], "rejected": "rejected.jsonl"])
        try await sink.write(SinkBench.batch([["id": 1], ["id": 5], ["id": 2]]))
        #expect(try bench.rows("SELECT id FROM orders", columns: 1) == [["1"], ["2"]])
        #expect(
            bench.text("rejected.jsonl")
                == #"{"output":"orders","number":2,"error":{"code":"store.constraint","message":"CHECK constraint failed: id < 3"},"value":{"id":5}}"#
                + "\n")
        let warnings = try #require(sink as? any NoticingSink).warnings
        #expect(
            warnings.last?.hasPrefix("output 'orders': the receiver refused 1 value; see ") == true)
    }

    @Test func aStoreIsNotADatabaseForOutputs() async throws {
        _ = try SQLiteStateStore(path: bench.folder + "run.db")
        let sink = try bench.sink("sqlite", ["file": "run.db"])
        let error = await #expect(throws: PeriluneError.self) {
            try await sink.write(SinkBench.batch([1]))
        }
        #expect(error?.message == "this is a store of Perilune, not a database for an output")
    }

    @Test(
        arguments: [
            (["table": "t"], "file is missing"),
            (
                ["file": "a.db", "columns": ["a"], "key": ["b"]],
                "key names 'b', which is not a column"
            ),
            (
                ["file": "a.db", "table": "SQLITE_x"],
                "table cannot be 'SQLITE_x', which is reserved"
            ),
            (["file": "a.db", "columns": ["A", "a"]], "columns has the column 'a' twice"),
            (["file": "a.db", "tabel": "t"], "tabel is not a setting"),
        ] as [(Value, String)])
    func anErrorNamesTheOption(_ options: Value, _ message: String) throws {
        let error = try #require(try optionError("sqlite", options))
        #expect(error.message.contains(message), "\(error)")
    }
}
