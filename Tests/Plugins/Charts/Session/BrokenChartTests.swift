import PeriluneCore
import Testing

@testable import ChartsPlugin

/// One part is wrong, the rest is drawn.
struct BrokenChartTests {
    private static let sales = Table(
        columns: [
            Column("Region", .texts(["West", "East", "North"])),
            Column("Amount", .numbers([1, -2, .nan])), Column("Zero", .numbers([1, 0, 0])),
        ], count: 3)

    private static let source = ClosureSource { request in
        switch request.name {
        case "Sales": sales
        case "Empty": Table(columns: sales.columns.map { Column($0.name, .texts([])) }, count: 0)
        case "Sorted":
            {
                var table = sales
                table.isSorted = true
                table.predictiveStart = .text("South")
                table.reference = 2
                return table
            }()
        case "Down": throw PeriluneError("query.database", "the database is gone")
        case "Secret": throw PeriluneError("query.database", "login with password=hunter2 failed")
        case "Many": throw PeriluneError("query.rows", "query Many has more than 5 rows")
        default: nil
        }
    }

    /// The chart between two good ones, and what is wrong with it.
    private func broken(_ text: String) async throws -> (built: BuiltFigure, issues: [ChartIssue]) {
        let dashboard = metadata(dashboard: chart("Before") + text + chart("After")).dashboard
        let session = try SessionLab.session(dashboard, Self.source)
        let (built, issues) = await session.figures()
        try #require(built.count == 3)
        for good in [built[0], built[2]] {
            #expect(good.categories.map(\.text) == ["West", "East", "North"])
        }
        let picture = try await session.draw(PictureRequest("lab", format: .svg))?.picture
        #expect(picture != nil)
        return (built[1], issues)
    }

    private func chart(
        _ name: String, _ expression: String = "Amount", query: String = "Sales"
    )
        -> String
    {
        """
        <Chart Name="\(name)" ChartType="Column" Query="\(query)"><Category Column="Region"/>\
        <Values><Value Expression="\(expression)" ValueSequence="1"/></Values></Chart>
        """
    }

    @Test func aPictureShowsNoSecretOfAnError() async throws {
        let message = try await broken(chart("Bad", query: "Secret")).built.message ?? ""
        #expect(message.contains("login with") && !message.contains("hunter2"))
    }

    @Test func aMissingColumnIsAnError() async throws {
        let (built, issues) = try await broken(chart("Bad", "Amuont * 2"))
        #expect(built.message == "query Sales has no column Amuont, which chart Bad needs")
        #expect(
            issues.map(\.kind) == [.missingColumn(chart: "Bad", query: "Sales", column: "Amuont")])
        #expect(issues[0].hint?.contains("Amount") == true)
    }

    @Test func aMissingCategoryIsAnError() async throws {
        let text = chart("Bad").replacing("\"Region\"", with: "\"Regoin\"")
        let (built, issues) = try await broken(text)
        #expect(built.message?.contains("Regoin") == true)
        #expect(
            issues.map(\.kind) == [.missingColumn(chart: "Bad", query: "Sales", column: "Regoin")])
    }

    @Test func anEmptyTableIsAWarning() async throws {
        let (built, issues) = try await broken(chart("Bad", query: "Empty"))
        #expect(built.message == "no data")
        #expect(issues.map(\.kind) == [.emptyTable(chart: "Bad", query: "Empty")])
        #expect(issues.map(\.level) == [.warning])
    }

    @Test func anUnknownQueryIsAnError() async throws {
        let (built, issues) = try await broken(chart("Bad", query: "Slaes"))
        #expect(built.message == "no source has a query 'Slaes'")
        #expect(
            issues.map(\.kind) == [.undefined(node: "Chart", attribute: "Query", value: "Slaes")])
    }

    @Test func anErrorOfTheSourceIsReported() async throws {
        let (built, issues) = try await broken(chart("Bad", query: "Down"))
        #expect(built.message == "the database is gone")
        #expect(issues.map(\.code) == [.other])
    }

    @Test func tooManyRowsAreAnError() async throws {
        let (built, issues) = try await broken(chart("Bad", query: "Many"))
        #expect(built.message == "query Many has more than 5 rows")
        #expect(issues.map(\.code) == [.lowMemory])
    }

    @Test func anInvalidExpressionIsAnError() async throws {
        let (built, issues) = try await broken(chart("Bad", "Amount * * 2"))
        #expect(built.message != nil)
        #expect(issues.map(\.code) == [.expression])
        #expect(issues[0].details.first { $0.key == .chart }?.value == "Bad")
    }

    @Test func anExpressionOfTheWrongTypeIsAnError() async throws {
        let (built, issues) = try await broken(chart("Bad", "Upper(Region)"))
        #expect(built.message == "'Upper(Region)' must compute numbers")
        #expect(issues.map(\.code) == [.expression])
    }

    @Test func anExpressionThatFailsInSomeRowsIsDrawnWithoutThem() async throws {
        let (built, issues) = try await broken(chart("Bad", "10 / Zero"))
        #expect(built.cells[""]?.map { $0.isNaN ? -1 : $0 } == [10, -1, -1])
        #expect(issues.map(\.kind) == [.expression(chart: "Bad", expression: "10 / Zero", row: 2)])
    }

    @Test func aForecastStartWithoutACategoryIsIgnored() async throws {
        let (built, issues) = try await broken(chart("Bad", query: "Sorted"))
        #expect(built.plot?.predictiveStart == nil)
        #expect(built.plot?.reference == 2)
        #expect(built.plot?.isSorted == true)
        #expect(built.categories.map(\.text) == ["West", "East", "North"], "the query's order")
        #expect(issues.map(\.level) == [.warning])
        #expect(issues[0].message.contains("'South'"))
    }

    @Test func missingAndNegativeNumbersAreKept() async throws {
        let (built, issues) = try await broken(chart("Same"))
        #expect(built.cells[""]?.map { $0.isNaN ? -1 : $0 } == [1, -2, -1])
        #expect(issues.isEmpty)
    }

    @Test func negativeSlicesAndSizesAreHandled() async throws {
        for kind in ["Pie", "Bubble", "Area", "StackedColumn", "Line", "HorizontalBullet"] {
            let text = chart("Odd").replacing("\"Column\"", with: "\"\(kind)\"")
                .replacing(
                    "</Values>", with: "<Value Expression=\"Amount\" ValueSequence=\"2\"/></Values>"
                )
            let (built, _) = try await broken(text)
            #expect(built.plot != nil, "\(kind)")
        }
    }

    @Test func aCyclicDiagramIsReported() async throws {
        let (built, issues) = try await broken(
            """
            <Diagram Name="Loop" Query="Sales">
              <Node Name="Amount" Expression="Zero*2" Default="true"/>
              <Node Name="Zero" Expression="Amount+1" ParentNode="Amount"><NodeTo Name="Amount"/></Node>
            </Diagram>
            """)
        guard case .diagram(let picture) = built.figure.content else {
            Issue.record("\(built.figure.content)")
            return
        }
        #expect(picture.nodes.map(\.value) == ["1", "1"], "nodes of a circle are data alone")
        #expect(issues.contains { $0.code == .wrongValue })
    }

    @Test func aSmallChartWithAnErrorIsReported() async throws {
        let dashboard = metadata(
            dashboard: """
                <DataGrid Name="G" Query="Q"><Columns>
                  <Column Type="Data" Value="Name" IsHeaderColumn="1"/>
                  <Column Type="Chart" Value="Trend" ChartName="S" ColumnSequence="1"/></Columns>
                  <Charts><Chart Name="S" ChartType="Line"><Category Column="M"/><Values>
                  <Value Expression="A" ValueSequence="1"/></Values></Chart></Charts></DataGrid>
                """
        ).dashboard
        let source = ClosureSource { _ in
            Table(
                columns: [
                    Column("Name", .texts(["a", "b", "c", "d"])),
                    Column(
                        "Trend",
                        .texts([#"[{"M":1,"A":2}]"#, #"[{"M":1}]"#, "not JSON", #"[{"M":2}]"#])),
                ], count: 4)
        }
        let session = try SessionLab.session(dashboard, source)
        let (built, issues) = try await session.figure("G")
        guard case .grid(let grid) = built.figure.content,
            case .charts(let charts) = grid.columns[1].content
        else {
            Issue.record("no grid")
            return
        }
        #expect(charts.map(\.layers.count) == [1, 0, 0, 0])
        #expect(issues.map(\.kind) == [.missingColumn(chart: "S", query: "Q", column: "A")])
    }

    @Test func repeatedRowsAreReported() async throws {
        let table = Table(
            columns: [
                Column("Region", .texts(["a", "a", "a"])), Column("Amount", .numbers([1, 2, 3])),
            ], count: 3)
        let dashboard = metadata(dashboard: chart("C")).dashboard
        let session = try SessionLab.session(dashboard, ClosureSource { _ in table })
        let (built, issues) = try await session.figure("C")
        #expect(built.cells == ["": [6]])
        #expect(
            built.figure.notes == ["2 rows repeat a category and series: values are added up"])
        #expect(issues.map(\.level) == [.warning])
        #expect(
            issues.map(\.message) == [
                "chart C: 2 rows repeat a category and series of query Sales; 'Amount' is added up"
            ])
        #expect(issues[0].hint?.contains("Aggregate=\"Sum\"") == true)
    }
}
