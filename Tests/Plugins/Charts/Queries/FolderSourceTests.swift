import PeriluneCore
import Testing

@testable import ChartsPlugin

struct FolderSourceTests {
    private let folder: QueryFolder
    private let source: FolderSource

    init() throws {
        folder = try QueryFolder([
            "Sales.csv":
                "Region,Year,Amount,Day\nEurope,2010,1,2010-05-10\nAsia,2011,2,2011-01-01\n,2012,3,\n",
            "Trend.json": """
            {"rows": [{"kpi": "a", "data": [{"Month": 1, "Amount": 2}]}, {"kpi": "b", "x": true}],
             "sorted": true, "referenceValue": 5, "predictiveStartCategory": 2000}
            """,
            "List.json": #"[{"a": 1.5}, {"a": null}]"#, "Broken.json": "[{]",
            "Shape.json": "[1]", ".hidden.csv": "a\n",
        ])
        source = FolderSource(folder.path)
    }

    private func table(
        _ name: String, _ arguments: [String: QueryArgument] = [:]
    ) async throws -> Table {
        try #require(try await source.table(QueryRequest(name, arguments)))
    }

    @Test func tooManyRowsAreReportedWithTheirFile() async throws {
        var limits = QueryLimits()
        limits.rows = 2
        let source = FolderSource(folder.path, limits: limits)
        try folder.write("a,b\n1,2\n3,4\n5,6\n", "Long.csv")
        let error = await thrown { _ = try await source.table(QueryRequest("Long")) }
        #expect(error.code == "query.rows")
        #expect(error.place.description == "\(folder.path)/Long.csv:4:1")
    }

    @Test func restrictsRows() async throws {
        #expect(
            try await table("Sales", ["Region": .equals(.text("Asia"))]).texts("Year") == ["2011"])
        #expect(
            try await table("Sales", ["Year": .equals(.text("2011"))]).texts("Region") == ["Asia"])
        let list = QueryArgument.among([.text("Europe"), .null], column: "Region")
        #expect(try await table("Sales", ["Regions": list]).texts("Year") == ["2010", "2012"])
        let range = QueryArgument.between(2011, 2012, column: "Year")
        #expect(try await table("Sales", ["Years": range]).count == 2)
        let day = try #require(DateText.microseconds("2010-05-10"))
        #expect(
            try await table("Sales", ["Day": .equals(.date(day))]).texts("Region") == ["Europe"])
    }

    @Test func refusesAMissingColumn() async {
        let error = await thrown { _ = try await table("Sales", ["Regoin": .equals(.null)]) }
        #expect(error.code == "MAError_DataMissingColumn")
    }

    @Test func readsJSONRows() async throws {
        let trend = try await table("Trend")
        #expect(trend.columns.map(\.name) == ["kpi", "data", "x"])
        #expect(trend.texts("data") == [#"[{"Month":1,"Amount":2}]"#, "-"])
        #expect(trend.texts("x") == ["-", "1"])
        #expect(trend.isSorted)
        #expect(trend.reference == 5)
        #expect(trend.predictiveStart == .number(2000))
        #expect(try await table("List").texts("a") == ["1.5", "-"])
    }

    @Test func namesTheLineOfInvalidJSON() async {
        let error = await thrown { _ = try await table("Broken") }
        #expect(error.place.line == 1)
        #expect(error.place.file == "\(folder.path)/Broken.json")
        #expect(await thrown { _ = try await table("Shape") }.code == "query.shape")
    }

    @Test(arguments: ["Nothing", "../Sales", "/etc/passwd", ".hidden", "", "a\u{0}", "Sales.csv/."])
    func findsNoFilesOutsideTheFolder(_ name: String) async throws {
        #expect(try await source.table(QueryRequest(name)) == nil)
    }

    @Test func sourcesAreAskedInOrder() async throws {
        let sources = QuerySources([
            ClosureSource { $0.name == "One" ? Table(count: 7) : nil }, source,
        ])
        #expect(try await sources.table(QueryRequest("One"))?.count == 7)
        #expect(try await sources.table(QueryRequest("Sales"))?.count == 3)
        #expect(try await sources.table(QueryRequest("Two")) == nil)
    }
}
