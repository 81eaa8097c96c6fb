import ChartsPlugin
import PeriluneCore
import Testing

/// Dashboards that are defined in code, with the public API alone.
struct DefinedDashboardTests {
    struct Sales: ChartQueryDelegate {
        func executeQuery(_ name: String, arguments: [String: Value]) async throws -> Value? {
            [
                ["Region": "North", "Product": "Bikes", "Amount": 120],
                ["Region": "South", "Product": "Bikes", "Amount": 80],
                ["Region": "North", "Product": "Cars", "Amount": 30],
            ]
        }
    }

    static let dashboard = Dashboard {
        Chart(.bar, "Sales", query: "Sales", title: "Sales by region") {
            Category("Region").sorted(by: .value, descending: true)
            ChartValue("Amount * (1 + $hike / 100)", format: .currency("EUR"), aggregate: .sum)
        }
        .filtered(by: "Product")
        Variable.number("$hike", "Raise in %", value: 0, in: 0...20)
        DAPanel("Assumptions", variables: ["$hike"])
        Filter(.picklist, "Product", column: "Product", sourceQuery: "Sales")
    }

    @Test func theExampleOfDashboardIsDrawn() async throws {
        let opened = try Session.open(Self.dashboard, name: "sales", queries: Sales())
        #expect(opened.issues.isEmpty)
        try await opened.session.perform(.variable("$hike", .number(10)))
        let request = PictureRequest("sales/Sales", format: .svg, width: 800, height: 500)
        let drawn = try #require(try await opened.session.draw(request))
        #expect(drawn.issues.isEmpty)
        let picture = String(decoding: drawn.picture.bytes, as: UTF8.self)
        #expect(picture.contains("North: €165.00"))
    }

    @Test func theDefinitionEqualsTheXML() throws {
        let xml = """
            <MobileAnalytic><Dashboard>
              <Chart Name="Sales" Title="Sales by region" ChartType="Bar" Query="Sales">
                <Category Column="Region" Sort="Value" Descending="1"/>
                <Values><Value Expression="Amount * (1 + $hike / 100)" Format="Currency" CurrencyCode="EUR"
                               Aggregate="Sum"/></Values>
                <Filters><FilterName Name="Product"/></Filters>
              </Chart>
              <DAPanel Name="Assumptions"><VariableName Name="$hike"/></DAPanel>
              <Variables>
                <Variable Name="$hike" DisplayName="Raise in %" VariableType="float" Value="0" Min="0" Max="20"/>
              </Variables>
              <Filters>
                <Filter Name="Product" FilterType="picklist" Column="Product" SourceQuery="Sales"/>
              </Filters>
            </Dashboard></MobileAnalytic>
            """
        #expect(ChartMetadata(xml: Array(xml.utf8)).dashboard == Self.dashboard)
    }

    @Test func errorsAreReportedLikeThoseOfAFile() {
        let dashboard = Dashboard {
            Chart(.bubble, "Cities", query: "Cities") {
                Category("Income")
                ChartValue("Crime")
            }
            .filtered(by: "Contry")
            Filter(.picklist, "Country", column: "Country", sourceQuery: "Cities")
        }
        let issues = dashboard.issues
        #expect(
            issues.map(\.description) == [
                "chart Cities has no <Value> with ValueSequence=\"2\"\n  hint: a chart of type Bubble requires 2",
                "Name=\"Contry\" of <FilterName> refers to something that does not exist\n  hint: did you mean 'Country'?",
            ])
    }

    @Test(arguments: [true, false])
    func partsMayDependOnConditionsAndLists(_ isLarge: Bool) throws {
        let columns = ["Sales", "Cost", "Profit"]
        let dashboard = Dashboard {
            for column in columns {
                Chart(.line, column, query: "Q") {
                    Category("Day")
                    if isLarge { Series("Shop") }
                    ChartValue(column, aggregate: isLarge ? .sum : .mean)
                }
            }
            if isLarge { Variable.boolean("$all", value: true) } else { Self.dashboard }
        }
        let text = String(decoding: try dashboard.xml(), as: UTF8.self)
        #expect(text.split(separator: "<Chart ").count == (isLarge ? 4 : 5))
        #expect(text.contains("<Series") == isLarge)
    }
}
