import PeriluneCore
import Testing

@testable import ChartsPlugin

/// Dashboards that are proposed for tables.
struct DashboardProposalTests {
    private func table(_ csv: String) throws -> Table {
        var reader = CSVReader(Array(csv.utf8), file: nil)
        return try reader.table(of: "Q", limits: QueryLimits())
    }

    /// The kinds and titles of the charts.
    private func charts(_ csv: String) async throws -> [String] {
        let node = await DashboardProposal("Q", try table(csv)).metadata().node
        return node?.children[0].children.filter { $0.name == "Chart" }.map {
            "\($0["ChartType"] ?? "") \($0["Title"] ?? "")"
        } ?? []
    }

    private static let sales = """
        Day,Shop,Item,Sales,Price
        2024-03-01,Harbour,Bread,120.5,2
        2024-03-01,Station,Bread,80,3
        2024-03-01,Harbour,Cake,45,1
        2024-03-02,Harbour,Bread,98,5
        2024-03-02,Station,Cake,60,4
        2024-03-02,Station,Bread,71,2
        """

    @Test func timesAreProposedAsLinesAndCategoriesAsBars() async throws {
        let charts = try await charts(Self.sales)
        #expect(
            charts.prefix(5) == [
                "Line Total sales by day and shop", "Line Average price by day",
                "Bar Total sales by shop", "Bar Average price by item",
                "StackedColumn Total sales by shop and item",
            ])
        #expect(charts.last == "Scatter Price and sales")
    }

    @Test func aProposalHasNoWarnings() async throws {
        let table = try table(Self.sales)
        let node = try #require(await DashboardProposal("Q", table).metadata().node)
        let metadata = ChartMetadata(node: node)
        #expect(metadata.issues.isEmpty)
        let session = try SessionLab.session(metadata.dashboard, ClosureSource { _ in table })
        #expect(await session.figures().issues.allSatisfy { $0.level == .note })
    }

    @Test func withoutNumbersRowsAreCounted() async throws {
        let charts = try await charts("Shop,Item\na,x\nb,y\na,y\n")
        #expect(charts == ["Bar Rows by shop", "Bar Rows by item"])
    }

    @Test(arguments: [
        ("employee_no", ["1007", "1033", "1020", "1099"]),
        ("Born", ["1968", "2001", "1985", "1990"]),
        ("created_at", ["1770000000", "1770000061", "1770000500", "1770000900"]),
        ("phone", ["4930123", "4930999", "4940456", "4989111"]),
    ])
    func numbersThatAreNamesAreNotDrawn(_ name: String, _ values: [String]) async throws {
        let rows = zip(values, ["5.5", "7", "2", "9"]).enumerated()
            .map { "\($1.0),\($0 % 2 == 0 ? "a" : "b"),\($1.1)" }
        let charts = try await charts("\(name),Shop,Amount\n\(rows.joined(separator: "\n"))\n")
        #expect(charts == ["Bar Total amount by shop", "Histogram Rows by amount"])
    }

    @Test func aMessageCountsTheRowsThatAreNotNumbers() async throws {
        func message(_ texts: [String]) async throws -> String? {
            let rows = texts.map { "a,\($0)" }.joined(separator: "\n")
            return await DashboardProposal("Q", try table("Shop,Sales\n\(rows)\n")).metadata()
                .issues.first?.message
        }
        #expect(
            try await message(["1", "2", "oops", "4"])?.contains(
                "row 3 has 'oops', and the others are numbers") == true)
        #expect(
            try await message(["1", "2", "oops", "none?", "5"])?.contains(
                "2 rows are not numbers; row 3 has 'oops'") == true)
    }

    @Test func numbersOfRowsAndKeysAreNotDrawn() async throws {
        let charts = try await charts(
            "n,customer_id,Shop,Amount\n1,17,a,5.5\n2,99,b,7\n3,23,a,2\n4,50,b,9\n")
        #expect(charts == ["Bar Total amount by shop", "Histogram Rows by amount"])
    }

    @Test func doubtfulChartsAreLeftOut() async throws {
        let csv = "Year,Weight\n1990,5.5\n1991,7\n2005,2\n"
        let (node, issues) = await DashboardProposal("Q", try table(csv)).metadata()
        let charts = node?.children[0].children.filter { $0.name == "Chart" } ?? []
        #expect(charts.map { $0["ChartType"] } == ["Histogram"])
        #expect(issues.first?.message.contains("their steps differ") == true)
    }

    @Test func namesOfColumnsMayBeAnything() async throws {
        let table = try table("\"Shop & \"\"Café\"\" <1>\",Sales in €\na,1.5\nb,2.5\na,4\n")
        let node = try #require(await DashboardProposal("Q", table).metadata().node)
        let text = try node.xml()
        #expect(ChartMetadata(xml: text).issues.isEmpty)
        #expect(String(decoding: text, as: UTF8.self).contains("[Sales in €]"))
    }

    @Test(arguments: [
        ("SalesAmount", "Sales amount"), ("sales_amount", "Sales amount"), ("GDP", "GDP"),
        ("gdpPercap", "Gdp percap"), ("Miles_per_Gallon", "Miles per gallon"), ("_", "_"),
    ])
    func namesOfColumnsBecomeTitles(_ name: String, _ title: String) {
        #expect(ColumnProfile(Column(name, .numbers([1, 2])), rows: 2).title == title)
    }
}
