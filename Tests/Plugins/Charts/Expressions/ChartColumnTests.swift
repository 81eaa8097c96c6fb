import PeriluneCore
import Testing

@testable import ChartsPlugin

/// Expressions as charts use them.
struct ChartColumnTests {
    private func column(_ text: String, _ table: Table) throws -> Expression.ChartColumn {
        try Expression(text).column(of: "Sales", query: "Q", over: table)
    }

    @Test func eachMissingColumnIsReported() throws {
        let result = try column("a + b + c", row(["b": 1]))
        #expect(result.cells == nil)
        #expect(
            result.issues
                == ["a", "c"].map {
                    ChartIssue(
                        .missingColumn(chart: "Sales", query: "Q", column: $0),
                        hint: "the columns are b")
                })
    }

    @Test func aFailureInARowHasTheErrorOfTheGuide() throws {
        let table = Table(columns: [Column("a", .numbers([1, 0, 0]))], count: 3)
        let result = try column("1/a", table)
        #expect(result.cells != nil)
        #expect(
            result.issues.map(\.kind) == [.expression(chart: "Sales", expression: "1/a", row: 2)])
        #expect(result.issues.first?.code.rawValue == "MAError_ExpressionEvalation")
        #expect(
            result.issues.first?.description == """
                chart Sales: division of 1 by 0 (row 2)
                  1/a
                   ^
                """)
    }

    @Test func aTypeMismatchHasTheErrorOfTheGuide() throws {
        let result = try column("if(a==1,a,'hello')", row(["a": 1]))
        #expect(result.cells == nil)
        #expect(
            result.issues.map(\.kind) == [
                .expression(chart: "Sales", expression: "if(a==1,a,'hello')", row: 0)
            ])
    }

    @Test func aWarningStaysAWarning() throws {
        let result = try column("Match(a, '[')", row(["a": "x"]))
        #expect(result.cells == .numbers([0]))
        #expect(result.issues.map(\.level) == [.warning])
        let told = try Expression("a=1").warnings(of: "Sales")
        #expect(told.map(\.message) == ["chart Sales: to compare, write =="])
        #expect(told.map(\.level) == [.warning])
    }

    /// Every value and every node of the guide's examples.
    @Test(arguments: Fragments.wellFormed)
    func theExamplesOfTheGuideAreRead(_ name: String) throws {
        let metadata = ChartMetadata(xml: try Fragments.bytes(name), file: name)
        let document = try #require(metadata.document)
        for (text, dialect) in expressions(in: document) {
            let expression = try Expression(text, dialect: dialect)
            _ = try expression.compile { _ in .ofAnyType }
        }
    }

    private func expressions(in node: MetadataNode) -> [(String, Expression.Dialect)] {
        let dialect: Expression.Dialect = node.name == "Node" ? .diagram : .chart
        let own = node["Expression"].map { ($0, dialect) }
        return (own.map { [$0] } ?? []) + node.children.flatMap { expressions(in: $0) }
    }

    @Test func theFormatsOfTheGuideAreRead() throws {
        for name in Fragments.wellFormed {
            let metadata = ChartMetadata(xml: try Fragments.bytes(name), file: name)
            try readFormats(of: #require(metadata.document))
        }
    }

    private func readFormats(of node: MetadataNode) throws {
        _ = try ValueFormat(node["Format"] ?? "", currencyCode: node["CurrencyCode"])
        for child in node.children { try readFormats(of: child) }
    }

    /// The diagrams of the guide, as it prints them: one formula is its own, one that of its examples.
    @Test func theDiagramsOfTheGuideWork() throws {
        var profits: Set<Double> = []
        for name in Fragments.wellFormed {
            let metadata = ChartMetadata(xml: try Fragments.bytes(name), file: name)
            for case .diagram(let diagram) in metadata.dashboard.items
            where diagram.nodes.count == 21 {
                let model = InfluenceModel(diagram)
                #expect(model.issues.isEmpty)
                let state = InfluenceState(model, ValueDriver.table)
                profits.insert(state.value(of: "OperatingProfit2") ?? .nan)
            }
        }
        #expect(profits == [80, 120])
    }
}
