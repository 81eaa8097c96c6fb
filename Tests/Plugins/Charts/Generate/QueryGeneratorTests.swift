import Foundation
import LuaSyntax
import PeriluneCore
import Testing

@testable import ChartsPlugin

struct QueryGeneratorTests {
    private func generator(_ fragment: String) throws -> QueryGenerator {
        QueryGenerator(
            ChartMetadata(xml: try Fragments.bytes(fragment)).dashboard, source: "sales.xml")
    }

    @Test func writesAScript() throws {
        #expect(
            try generator("45-Dashboard.xml").lua == """
                -- Answers the queries of sales.xml.
                -- Begun by `perilune charts generate`: fill in the rows.

                local delegate = {}
                local queries = {}

                -- Charts: ResellerSales.
                -- Columns: ProductCategory (category), Region (series), SalesAmount (value).
                queries["ResellerQry"] = function(args)
                  local products = args["Products"] -- a list of values of ProductCategory, or nil
                  local regions = args["Regions"] -- a list of values of Region, or nil
                  return {
                    -- { ["ProductCategory"] = nil, ["Region"] = nil, ["SalesAmount"] = nil },
                  }
                end

                function delegate:executeQuery(name, args)
                  local query = queries[name]
                  if query then return query(args) end
                end

                return delegate

                """)
    }

    /// The file beside this one, which is compiled with the tests.
    @Test func writesATypeThatCompiles() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "GeneratedQueries.swift")
        let text = try generator("42-DrillDownGroup-Reseller.xml").swift(type: "GeneratedQueries")
        #expect(try String(contentsOf: file, encoding: .utf8) == text)
    }

    @Test(arguments: Fragments.wellFormed)
    func everyScriptIsLua(_ fragment: String) throws {
        let script = try generator(fragment).lua
        _ = try LuaSyntax.SyntaxTree(parsing: script)
    }

    /// A name in metadata is somebody else's text.
    @Test func namesCannotLeaveTheirPlace() throws {
        let name = "x\"] = 1 os.exit() --\n]]\u{7}\\"
        var chart = Chart(name: name)
        chart.query = name
        chart.category = Chart.Axis(column: name)
        var other = chart
        other.query = "end"
        var group = DrillDownGroup(name: "G")
        group.charts = [chart, other]
        var dashboard = Dashboard()
        dashboard.items = [.drillDown(group)]
        let generator = QueryGenerator(dashboard, source: "a\nos.exit()")
        _ = try LuaSyntax.SyntaxTree(parsing: generator.lua)
        let lines = generator.lua.split(separator: "\n")
        #expect(lines.allSatisfy { !$0.hasPrefix("os.exit") && !$0.hasPrefix("]]") })
        #expect(generator.swift().contains(#"case "x\"] = 1 os.exit() --\n]]\u{7}\\":"#))
    }

    @Test(
        arguments: [
            ("SalesOrder", "salesOrder"), ("EVAQuery", "evaQuery"), ("Sales Reason", "salesReason"),
            ("RD_Cost", "rdCost"), ("2010", "n2010"), ("é", "unnamed"), ("end", "end2"),
        ])
    func makesNamesOfCode(_ text: String, _ name: String) {
        var names = NameMaker(reserved: NameMaker.lua)
        #expect(names.name(for: text) == name)
        #expect(names.name(for: text) != name)
    }

    @Test func reportsWhatIsNeeded() throws {
        let dashboard = ChartMetadata(xml: try Fragments.bytes("45-Dashboard.xml")).dashboard
        #expect(
            QueryReport(dashboard).description == """
                ResellerQry
                  charts: ResellerSales
                  column ProductCategory: category
                  column Region: series
                  column SalesAmount: value
                  argument Products: a list of values of ProductCategory
                  argument Regions: a list of values of Region

                """)
    }

    @Test func reportsWhatASourceLacks() async throws {
        let folder = try QueryFolder([
            "ResellerSummary.csv": "Region,ProductCategory,SalesAmount\nEurope,Bikes,1\n",
            "ResellerByCountry.csv": "Country,ProductCategory,SalesAmount\nSpain,Bikes,1\n",
        ])
        let metadata = ChartMetadata(xml: try Fragments.bytes("42-DrillDownGroup-Reseller.xml"))
        let report = await QueryReport(metadata.dashboard, asking: FolderSource(folder.path))
        #expect(report.entries.map(\.rows) == [1, 1, nil])
        #expect(report.entries[0].issues.isEmpty)
        #expect(
            report.entries[1].issues.map(\.kind) == [
                .missingColumn(
                    chart: "SalesByCountry", query: "ResellerByCountry", column: "Region")
            ])
        #expect(report.entries[2].issues.map(\.code) == [.other])
        #expect(report.hasErrors)
    }

    @Test func aDelegateAnswersInRows() async throws {
        let source = DelegateSource(Echo())
        let request = QueryRequest(
            "Echo",
            [
                "a": .equals(.date(0)), "b": .among([.number(1), .null], column: "B"),
                "c": .between(0.5, 2, column: "C"),
            ])
        let table = try #require(try await source.table(request))
        #expect(table.texts("a") == ["1970-01-01"])
        #expect(table.texts("b") == ["[1,null]"])
        #expect(table.texts("c") == ["[0.5,2]"])
        #expect(try await source.table(QueryRequest("Other")) == nil)
    }

    private struct Echo: ChartQueryDelegate {
        func executeQuery(_ name: String, arguments: [String: Value]) async throws -> Value? {
            guard name == "Echo" else { return nil }
            return .array([.object(.init(arguments.map { ($0.key, $0.value) }))])
        }
    }
}
