import PeriluneCore
import Testing

@testable import ChartsPlugin

struct CSVReaderTests {
    private func table(_ text: String, limits: QueryLimits = QueryLimits()) throws -> Table {
        var reader = CSVReader(Array(text.utf8), file: "a.csv")
        return try reader.table(of: "a", limits: limits)
    }

    @Test func readsTypedColumns() throws {
        let table = try table(
            "\u{FEFF}name,amount,day,code\r\n\"a \"\"b\"\", c\",1.5e3,2010-05-10,007\r\n,-2,,\"8\"\r\n"
        )
        #expect(table.count == 2)
        #expect(table["name"]?.cells == .texts(["a \"b\", c", nil]))
        #expect(table["amount"]?.cells == .numbers([1500, -2]))
        #expect(table["code"]?.cells == .texts(["007", "8"]))
        #expect(table.texts("day") == ["2010-05-10", "-"])
    }

    @Test func distinguishesAnEmptyTextFromNull() throws {
        #expect(try table("a,b\n\"\",\n")["a"]?.cells == .texts([""]))
        #expect(try table("a,b\n\"\",\n").texts("b") == ["-"])
    }

    @Test func readsWithoutALastLineBreak() throws {
        #expect(try table("a\n1").count == 1)
        #expect(try table("a").count == 0)
        #expect(try table("a\n").count == 0)
    }

    @Test(arguments: ["a;b\n1,5;x\n", "a\tb\n1,5\tx\n", "\"a\";\"b\"\n\"1,5\";x\n"])
    func detectsOtherSeparatorsIfTheHeaderHasNoCommas(_ text: String) throws {
        let table = try table(text)
        #expect(table.texts("a") == ["1,5"])
        #expect(table.texts("b") == ["x"])
    }

    @Test func aSemicolonInAHeaderWithCommasIsPartOfAName() throws {
        #expect(try table("a;x,b\n1,2\n")["a;x"]?.cells == .numbers([1]))
    }

    @Test func blankLinesAtTheEndAreNoRows() throws {
        #expect(try table("a,b\r\n1,2\r\n\r\n\n").count == 1)
        #expect(try table("a\n1\n\n2\n\n\n")["a"]?.cells.areNumbers == true)
        #expect(try table("a\n1\n\n2\n\n\n").count == 3)
    }

    @Test func readsLinesInsideQuotes() throws {
        #expect(try table("a,b\n\"x\ny\",1\n").texts("a") == ["x\ny"])
    }

    @Test(
        arguments: [
            ("", "csv.header", 1, 1), ("a,,b\n", "csv.header", 1, 3),
            ("a,a\n", "csv.header", 1, 3), ("a,b\n1\n", "csv.fields", 2, 2),
            ("a,b\n1,2,3\n", "csv.fields", 2, 4), ("a,b\n1,x\"y\n", "csv.quote", 2, 4),
            ("a\n\"x\"y\n", "csv.quote", 2, 4), ("a,b\n1,\"x\n\n", "csv.quote", 2, 3),
            ("a\r1\r", "csv.line", 1, 2), ("a,b\n\"x\ny\",1\n1\n", "csv.fields", 4, 2),
            ("a,b\n1,2\n\n3,4\n", "csv.fields", 3, 1), ("a;b\n1;2;3\n", "csv.fields", 2, 4),
        ])
    func saysWhatIsWrongAndWhere(
        _ text: String, _ code: String, _ line: Int, _ column: Int
    ) async {
        let error = await thrown { _ = try table(text) }
        #expect(error.code == code)
        #expect(error.place.line == line)
        #expect(error.place.column == column)
        #expect(error.place.file == "a.csv")
    }

    @Test func refusesBytesThatAreNotText() async {
        var reader = CSVReader(Array("a\nb".utf8) + [0xFF], file: nil)
        let error = await thrown { _ = try reader.table(of: "a", limits: QueryLimits()) }
        #expect(error.code == "csv.encoding")
        #expect([error.place.line, error.place.column] == [2, 2])
    }

    @Test func boundsRowsAndColumns() async {
        var limits = QueryLimits()
        limits.rows = 2
        #expect(await thrown { _ = try table("a\n1\n2\n3\n", limits: limits) }.code == "query.rows")
        limits = QueryLimits()
        limits.cells = 3
        #expect(
            await thrown { _ = try table("a,b\n1,1\n2,2\n", limits: limits) }.code == "query.rows")
    }

    /// Whatever is written by the rules reads back.
    @Test func readsBackWhatWasWritten() throws {
        var generator = SystemRandomNumberGenerator()
        let letters: [Character] = ["a", "\"", ",", "\n", "\r\n", "é", " ", "1"]
        for _ in 0..<300 {
            let rows = (0..<Int.random(in: 1...5, using: &generator)).map { _ in
                (0..<3).map { _ in
                    String((0..<Int.random(in: 0...6)).compactMap { _ in letters.randomElement() })
                }
            }
            let lines = rows.map { row in
                row.map { "\"\($0.replacing("\"", with: "\"\""))\"" }.joined(separator: ",")
            }
            let table = try table(
                "a,b,c" + lines.map { "\r\n" + $0 }.joined())
            for (index, name) in ["a", "b", "c"].enumerated() {
                #expect(table[name]?.cells == .texts(rows.map { $0[index] }))
            }
        }
    }
}
