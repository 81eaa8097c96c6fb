import PeriluneCore
import Testing

@testable import ChartsPlugin

struct NamedQueriesTests {
    @Test(
        arguments: [
            ("SELECT 1", false, false, false), ("SELECT 1;", false, false, false),
            ("SELECT 1; -- done; really", false, false, false),
            ("SELECT ';' /* ; */ FROM t", false, false, false),
            ("SELECT 1; SELECT 2", true, false, false),
            ("SELECT 1; 'x'", true, false, false),
            ("SELECT 'it''s' FROM t ORDER  BY a", false, true, false),
            (
                "SELECT * FROM (SELECT a FROM t order by a) WHERE a = 'ORDER BY'", false, false,
                false
            ),
            ("SELECT a -- ORDER BY a\nFROM t", false, false, false),
            ("SELECT \"ORDER BY\" FROM [ORDER BY]", false, false, false),
            ("SELECT 'a", false, false, true), ("SELECT 1 /* a", false, false, true),
        ])
    func findsTheEndOfAStatement(_ sql: String, _ hasMore: Bool, _ isOrdered: Bool, _ isOpen: Bool)
    {
        let text = SQLText(sql)
        #expect(text.hasMore == hasMore)
        #expect(text.isOrdered == isOrdered)
        #expect(text.isOpen == isOpen)
        #expect(!text.statement.hasSuffix(";"))
    }

    @Test func readsJSON() throws {
        let queries = try NamedQueries(
            json: Array(
                #"{"A":"SELECT 1","B":{"sql":"SELECT 2","sorted":true,"referenceValue":8}}"#.utf8))
        #expect(queries.queries["A"]?.sql == "SELECT 1")
        #expect(queries.queries["B"]?.isSorted == true)
        #expect(queries.queries["B"]?.reference == 8)
    }

    @Test(
        arguments: [
            ("SELECT 1", "query.name", 1), ("-- name:\nSELECT 1", "query.name", 1),
            ("-- name: A\nSELECT 1\n-- name: A\nSELECT 2", "query.name", 3),
            ("-- name: A\n-- name: B\nSELECT 1", "query.sql", 1),
            ("\n-- name: A\nSELECT 1; DELETE FROM t", "query.sql", 2),
            ("-- name: A\n-- referenceValue: much\nSELECT 1", "query.setting", 2),
        ])
    func saysWhatIsWrongAndWhere(_ text: String, _ code: String, _ line: Int) async {
        let error = await thrown { _ = try NamedQueries(sql: text, file: "a.sql") }
        #expect(error.code == code)
        #expect(error.place.line == line)
        #expect(error.place.file == "a.sql")
    }

    @Test(
        arguments: [
            ("[]", "query.shape"), (#"{"A":1}"#, "query.shape"), (#"{"A":""}"#, "query.sql"),
            (#"{"A":{"sql":"SELECT 1","sort":true}}"#, "query.setting"),
        ])
    func refusesOtherJSON(_ text: String, _ code: String) async {
        #expect(await thrown { _ = try NamedQueries(json: Array(text.utf8)) }.code == code)
    }
}
