import CodecsPlugin
import Perilune
import PeriluneCore
import PeriluneLua
import Testing

/// The module `lookup`.
struct LookupTests {
    private func rows(
        _ name: String, _ options: String, _ text: String, _ subjects: String...
    ) async throws -> [String] {
        let folder = try LookupFolder(["rules/\(name)": text])
        let host = try await folder.host(try folder.rule(name, options))
        var lines: [String] = []
        for subject in subjects {
            lines.append(String(try await host.looksUp(subject).dropLast()))
        }
        return lines
    }

    private func error(
        _ name: String, _ options: String, _ bytes: [UInt8]
    ) async throws -> PeriluneError {
        let folder = try LookupFolder()
        try folder.write("rules/\(name)", bytes)
        let rule = try folder.rule(name, options)
        var error = try #require(
            await #expect(throws: PeriluneError.self) { try await folder.host(rule) })
        error.message = error.message.replacing(folder.path("rules") + "/", with: "")
        return error
    }

    @Test func findsARowOfCSVByItsKey() async throws {
        let text = "\u{FEFF}id,name\r\nu1,\"Ann \"\"A\"\"\"\r\n\r\n17,\"two\nlines\""
        let lines = try await rows("users.csv", "{ key = 'id' }", text, "u1", "17", "u", "id")
        #expect(
            lines == [
                #"[2,{"id":"u1","name":"Ann \"A\""}]"#, #"[2,{"id":"17","name":"two\nlines"}]"#,
                "[2]", "[2]",
            ])
    }

    @Test(arguments: [
        ("a.tsv", "{ key = 'id' }", "id\tn\n1\tx,y\n", #"{"id":"1","n":"x,y"}"#),
        ("a.csv", "{ key = 'id', delimiter = ';' }", "n;id\n0,5;1\n", #"{"id":"1","n":"0,5"}"#),
        ("a.txt", "{ key = 'id', format = 'csv' }", "id,n\n1,2\n", #"{"id":"1","n":"2"}"#),
        (
            "a.jsonl", "{ key = 'id' }", "{\"id\":\"1\",\"n\":[1.50]}\n{\"id\":\"2\"}\n",
            #"{"id":"1","n":[1.5]}"#
        ),
        ("a.json", "{ key = 'id' }", "[\n {\"id\": 1,\n \"n\": {}}\n]", #"{"id":1,"n":{}}"#),
        ("a.json", "{ key = 'id' }", #"{"id":"\u0031","n":1}"#, #"{"id":"1","n":1}"#),
    ])
    func readsFormats(
        _ name: String, _ options: String, _ text: String, _ row: String
    ) async throws {
        let lines = try await rows(name, options, text, "1")
        #expect(lines.first?.contains(row) == true)
    }

    @Test func readsATableOfSQLite() async throws {
        let folder = try LookupFolder(["rules/a": ""])
        try folder.run(
            """
            CREATE TABLE "us""ers" (id, name, bytes, gone);
            INSERT INTO "us""ers" VALUES (17, 'Ann "A"', x'00ff', NULL), ('u2', 1.5, '', NULL)
            """, on: "rules/users.db")
        let rule = try folder.rule("users.db", "{ key = 'id', table = 'us\"ers' }")
        let host = try await folder.host(rule)
        #expect(
            try await host.looksUp("17", "u2", "u3") == """
                [2,{"bytes":"AP8=","id":17,"name":"Ann \\"A\\""}]
                [2,{"bytes":"","id":"u2","name":1.5}]
                [2]

                """)
    }

    @Test(arguments: [
        ("17", "true"), ("17.0", "true"), ("'17'", "true"), ("nil", "false"),
        ("json.null", "false"), ("1.5", "true"), ("'1.50'", "false"),
    ])
    func numbersAndTheirTextAreTheSameKey(_ key: String, _ isThere: String) async throws {
        let folder = try LookupFolder(["rules/a.csv": "id\n17\n1.5\n"])
        let rule = try folder.rule(
            "a.csv", "{ key = 'id' }",
            emits: "(function(json) return rows[\(key)] ~= nil end)(require 'json')")
        #expect(try await folder.host(rule).looksUp("") == "\(isThere)\n")
    }

    @Test func findsEachOfManyKeys() async throws {
        let text = (0..<5000).map { "k\($0),\($0 * 2)\n" }.joined()
        let folder = try LookupFolder(["rules/a.csv": "id,n\n" + text])
        var rule = try folder.rule(
            "a.csv", "{ key = 'id' }",
            emits:
                "(function() for i = 0, 4999 do local row = rows['k' .. i] if not row or row.n ~= tostring(i * 2) then return i end end return rows.k5000 == nil end)()"
        )
        rule.limits.time = .seconds(10)
        #expect(try await folder.host(rule).looksUp("") == "true\n")
    }

    @Test func theFirstRowWithAKeyCanWin() async throws {
        let lines = try await rows(
            "a.csv", "{ key = 'id', duplicates = 'first' }", "id,n\n1,a\n2,b\n1,c\n", "1", "2")
        #expect(lines == [#"[2,{"id":"1","n":"a"}]"#, #"[2,{"id":"2","n":"b"}]"#])
    }

    @Test(arguments: [
        ("a.csv", "{ key = 'ID' }", "id,n\n", "lookup.key", "a.csv:1: there is no column 'ID'"),
        (
            "a.csv", "{ key = 'id' }", "id,n\n1,a\n2,b,c\n", "lookup.row",
            "a.csv:3:5: the row has 3 values, but there are 2 columns"
        ),
        (
            "a.csv", "{ key = 'id' }", "id,n\n\"1\n\",a\n2,\"b\n", "lookup.row",
            "a.csv:4:3: the quoted value is not closed"
        ),
        (
            "a.csv", "{ key = 'id' }", "id,n\n1,a\n\n1,b\n", "lookup.key",
            "a.csv:4: the key '1' occurs twice, first in line 2"
        ),
        (
            "a.csv", "{ key = 'id' }", "id,n\n,a\n", "lookup.key",
            "a.csv:2: the value of 'id' is empty"
        ),
        ("a.csv", "{ key = 'id' }", "", "lookup.row", "a.csv: the file has no header"),
        (
            "a.csv", "{ key = 'id' }", "id,id\n", "lookup.row",
            "a.csv:1: two columns have the name 'id'"
        ),
        (
            "a.jsonl", "{ key = 'id' }", "{\"id\":1}\n{\"n\":2}\n", "lookup.key",
            "a.jsonl:2: the row has no member 'id'"
        ),
        (
            "a.jsonl", "{ key = 'id' }", "{\"id\":1}\n{\"id\":}\n", "lookup.row",
            "a.jsonl:2:7: expected a value after ':'"
        ),
        (
            "a.json", "{ key = 'id' }", "[{\"id\":1},\n{\"id\":[]}]", "lookup.key",
            "a.json:2: the value of 'id' must be a string or a number"
        ),
        (
            "a.json", "{ key = 'id' }", "[{\"id\":1}", "lookup.row",
            "a.json: the array is not closed"
        ),
        (
            "a.db", "{ key = 'id', table = 't' }", "not a database", "lookup.file",
            "a.db: the file is not a SQLite database, or it is damaged"
        ),
        (
            "a.csv", "{ key = 'id', kind = 1 }", "id\n", "lookup.option",
            "lookup.open: unknown option 'kind'"
        ),
        (
            "a.txt", "{ key = 'id' }", "id\n", "lookup.option",
            "lookup.open: the name 'a.txt' does not tell its format"
        ),
    ])
    func saysWhatIsWrongWithAFile(
        _ name: String, _ options: String, _ text: String, _ code: String, _ message: String
    ) async throws {
        let error = try await error(name, options, Array(text.utf8))
        #expect(error.code.rawValue == code)
        #expect(error.message == message)
        #expect(error.place.line == 2)
    }

    @Test func aMissingFileIsReportedBeforeItsFormat() async throws {
        let folder = try LookupFolder(["rules/cust.csv": "id\n1\n"])
        let rule = try folder.rule("cust.cvs", "{ key = 'id' }")
        let error = await #expect(throws: PeriluneError.self) { try await folder.host(rule) }
        #expect(error?.code == "lookup.file")
        #expect(error?.message == "\(folder.path("rules"))/cust.cvs: no such file")
        #expect(error?.hint == "did you mean 'cust.csv'?")
        let other = try folder.rule("../cust.cvs", "{ key = 'id' }")
        let refusal = await #expect(throws: PeriluneError.self) { try await folder.host(other) }
        #expect(refusal?.code == "lookup.option")
    }

    @Test func saysWhereAFileIsNotUTF8() async throws {
        let error = try await error("a.csv", "{ key = 'id' }", Array("id\n1\nab".utf8) + [0xFF])
        #expect(error.message == "a.csv:3:3: the row is not UTF-8")
    }

    @Test func rowsHaveALimit() async throws {
        let text = "id,n\n1,\(String(repeating: "x", count: 1 << 16))\n"
        let error = try await error("a.csv", "{ key = 'id' }", Array(text.utf8))
        #expect(error.message == "a.csv:2: the row has 65538 bytes; the limit is 65536")
    }

    @Test func aFileThatIsMissingHasAHint() async throws {
        let folder = try LookupFolder(["rules/users.csv": "id\n"])
        let rule = try folder.rule("user.csv", "{ key = 'id' }")
        let error = try #require(
            await #expect(throws: PeriluneError.self) { try await folder.host(rule) })
        #expect(error.code == "lookup.file")
        #expect(error.hint == "did you mean 'users.csv'?")
    }

    @Test(arguments: ["rows.x = 1", "for _ in pairs(rows) do end"])
    func aLookupIsReadOnly(_ statement: String) async throws {
        let folder = try LookupFolder(["rules/a.csv": "id\n1\n"])
        let rule = try folder.rule(
            "a.csv", "{ key = 'id' }", emits: "(function() \(statement) end)()")
        let host = try await folder.host(rule)
        await #expect(throws: PeriluneError.self) { try await host.looksUp("1") }
    }

    @Test func aFileIsOpenedBeforeTheFirstEvent() async throws {
        let folder = try LookupFolder(["rules/a.csv": "id\n1\n"])
        let rule = try folder.rule(
            "a.csv", "{ key = 'id' }",
            emits: "#require('lookup').open('a.csv', { key = 'id', duplicates = 'first' })")
        let host = try await folder.host(rule)
        let error = try #require(
            await #expect(throws: PeriluneError.self) { try await host.looksUp("1") })
        #expect(error.code == "lookup.option")
    }

    @Test func allWorkersShareWhatWasReadFirst() async throws {
        let folder = try LookupFolder(["rules/a.csv": "id,n\n1,a\n"])
        let rule = try folder.rule("a.csv", "{ key = 'id' }")
        let host = try await folder.host(rule, workers: 3)
        try folder.write("rules/a.csv", "id,n\n1,b\n")
        #expect(try await host.looksUp("1", "1", "1").contains("b") == false)
    }

    @Test func theTimeToReadAFileDoesNotCountTowardTheTimeLimit() async throws {
        let text = (0..<20_000).map { "\($0),abc\n" }.joined()
        let folder = try LookupFolder(["rules/a.csv": "id,n\n" + text])
        var rule = try folder.rule("a.csv", "{ key = 'id' }")
        rule.limits.time = .milliseconds(10)
        #expect(try await folder.host(rule).looksUp("7") == #"[20000,{"id":"7","n":"abc"}]"# + "\n")
    }
}
