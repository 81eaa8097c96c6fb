import PeriluneCore
import Testing

@testable import ChartsPlugin

/// What is told of data that are not there.
struct MissingDataTests {
    private func issues(_ csv: String) async throws -> [String] {
        let dashboard = metadata(
            dashboard: """
                <Chart Name="C" ChartType="Column" Query="Q"><Category Column="Shop"/>
                <Values><Value Expression="Cups"/></Values></Chart>
                """
        ).dashboard
        let source = ClosureSource { request in
            var reader = CSVReader(Array(csv.utf8), file: "Q.csv")
            return try reader.table(of: request.name, limits: QueryLimits())
        }
        let issues = try await SessionLab.session(dashboard, source).figure("C").issues
        return issues.map { issue in
            [issue.message, issue.hint].compactMap { $0 }.joined(separator: "; ")
        }
    }

    @Test(arguments: [
        ("", "the file is empty; its first line must name the columns"),
        ("Shop,Cups\n", "query Q of chart C has no rows; its columns are Shop, Cups"),
        (
            "Shop,Cusp\na,1\n",
            "query Q has no column Cups, which chart C needs; did you mean 'Cusp'? The columns are Shop, Cusp"
        ),
        (
            "Place,Cups\na,1\n",
            "query Q has no column Shop, which chart C needs; the columns are Place, Cups"
        ),
        ("Shop,Cups\na,\nb,\n", "chart C: 'Cups' has no number in any row of query Q"),
        (
            "Shop,Cups\n,1\n",
            "chart C: column Shop of query Q has no value in any row, so all rows are one category"
        ),
    ])
    func isReported(_ csv: String, _ expected: String) async throws {
        #expect(try await issues(csv) == [expected])
    }

    @Test func aChartThatIsATreeMapIsDrawnAsOne() async throws {
        let dashboard = metadata(
            dashboard: """
                <Chart Name="C" ChartType="TreeMap" Query="Q"><Category Column="c"/>
                <Values><Value Expression="v"/></Values></Chart>
                """
        ).dashboard
        let rows: Value = [["c": "a", "v": 1], ["c": "b", "v": 3], ["c": "a", "v": 1]]
        let (built, issues) = try await SessionLab.session(
            dashboard, ClosureSource { try Table(rows: rows, of: $0.name) }
        ).figure("C")
        guard case .treemap(let treemap) = built.figure.content else {
            Issue.record("\(built.figure.content) is not a treemap")
            return
        }
        #expect(treemap.roots.map(\.size) == [2, 3])
        #expect(built.categories.map(\.text) == ["a", "b"])
        #expect(issues.isEmpty)
    }
}
