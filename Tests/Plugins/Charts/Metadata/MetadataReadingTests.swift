import PeriluneCore
import Testing

@testable import ChartsPlugin

struct MetadataReadingTests {
    @Test func readsEveryPartOfAChart() throws {
        let metadata = metadata(
            dashboard: """
                <Chart Name="What" Title="Net" ChartType="Line" ReferenceValue="80.5">
                 <Category DisplayName="Time"/><Series Column="Product" DisplayName="P"/>
                 <Values>
                  <Value Expression="B" ValueSequence="2" Format="Currency" CurrencyCode="EUR"/>
                  <Value Expression="A &lt; 3" ValueSequence="1" DisplayName="First"/>
                 </Values>
                 <ZoomingLevels>
                  <ZoomingLevel Query="Y" CategoryColumn="Year" Title="By year"/>
                  <ZoomingLevel Query="M" CategoryColumn="Month"/>
                 </ZoomingLevels>
                </Chart>
                """)
        #expect(metadata.issues.isEmpty, "\(metadata.issues)")
        let chart = try #require(metadata.dashboard.charts.first)
        #expect(chart.kind == .line)
        #expect(chart.query == nil)
        #expect(chart.referenceValue == 80.5)
        #expect(chart.category?.displayName == "Time")
        #expect(chart.series?.column == "Product")
        #expect(chart.values.map(\.expression) == ["A < 3", "B"])
        #expect(chart.values[1].currencyCode == "EUR")
        #expect(chart.zoomingLevels.map(\.categoryColumn) == ["Year", "Month"])
        #expect(chart.queries == ["Y", "M"])
        #expect([chart.values[0].place.line, chart.values[0].place.column] == [6, 3])
    }

    @Test func readsTheGuidesVariables() throws {
        let metadata = ChartMetadata(xml: try Fragments.bytes("07-Variables.xml"))
        let variables = metadata.dashboard.variables
        #expect(variables.map(\.name) == ["$salesdrive", "$region", "$dept", "$hike"])
        #expect(variables.map(\.kind) == [.boolean, .choice, .choice, .float])
        #expect(
            variables.map(\.value) == [.number(0), .text("Eastern"), .text("R & D"), .number(0)])
        #expect(variables[3].maximum == .number(18))
        #expect(variables[3].decimals == 1)
        #expect(variables[1].choices.count == 5)
    }

    @Test func readsADateVariable() {
        let metadata = metadata(
            dashboard: """
                <Variables>
                 <Variable Name="$d" VariableType="datetime" Value="date(2000, 12, 30)"/>
                 <Variable Name="$e" VariableType="date" Value="date(2010,2,30)"/>
                </Variables>
                """)
        #expect(metadata.dashboard.variable(named: "$d")?.value == .date(978_134_400_000_000))
        #expect(metadata.issues.map(\.code) == [.wrongValue, .wrongValue])
        #expect(metadata.issues.map(\.level) == [.warning, .error])
    }

    @Test(arguments: [("True", 1.0), ("YES", 1), ("1", 1), ("no", 0), ("FALSE", 0)])
    func readsABooleanAsTheGuideSpellsIt(_ text: String, _ number: Double) {
        let variable = #"<Variable Name="$a" VariableType="boolean" Value="\#(text)"/>"#
        let metadata = metadata(dashboard: "<Variables>\(variable)</Variables>")
        #expect(metadata.issues.isEmpty)
        #expect(metadata.dashboard.variables.first?.value == .number(number))
    }

    @Test func refusesAnyOtherBoolean() {
        let variable = #"<Variable Name="$a" VariableType="boolean" Value="tRUE"/>"#
        let metadata = metadata(dashboard: "<Variables>\(variable)</Variables>")
        #expect(
            metadata.issues.map(\.kind) == [
                .wrongValue(node: "Variable", attribute: "Value", value: "tRUE", line: 2)
            ])
    }

    @Test func keepsAVariableOutsideItsLimits() {
        let variable =
            #"<Variable Name="$a" VariableType="float" Value="0.0" Min="1.0" Max="2"/>"#
        let metadata = metadata(dashboard: "<Variables>\(variable)</Variables>")
        #expect(metadata.issues.isEmpty)
        #expect(metadata.dashboard.variables.first?.value == .number(0))
    }

    @Test func readsARichTable() throws {
        let metadata = ChartMetadata(xml: try Fragments.bytes("50-DataGrid-RFTable.xml"))
        let grid = try #require(metadata.dashboard.grids.first)
        #expect(grid.columns.count == 11)
        #expect(grid.columns.first?.isHeader == true)
        #expect(grid.columns[1].chart == "Trendline")
        #expect(grid.columns[5].color == "if(actual > target, 'green', 'red')")
        #expect(grid.chart(named: "Trendline")?.kind == .line)
    }

    @Test func readsGroupsInTheOrderOfTheirSequence() {
        let second = chart("B").replacing("<Chart ", with: #"<Chart ChartSequence="2" "#)
        let first = chart("A").replacing("<Chart ", with: #"<Chart ChartSequence="1" "#)
        let metadata = metadata(
            dashboard: #"<DrillDownGroup Name="G">\#(second)\#(first)</DrillDownGroup>"#)
        #expect(metadata.issues.isEmpty)
        #expect(metadata.dashboard.drillDownGroups.first?.charts.map(\.name) == ["A", "B"])
    }

    @Test func readsALayoutInPoints() throws {
        let metadata = ChartMetadata(xml: try Fragments.bytes("37-DashboardLayout.xml"))
        let layout = try #require(metadata.dashboard.layout)
        #expect(layout.scale == .points)
        #expect(layout.landscape?.contentWidth == 1300)
        #expect(layout.portrait?.frames.map(\.name) == ["ZoomingChart", "Drilldown", "DA"])
        #expect(layout.portrait?.frames.last?.top == 920)
    }

    @Test func readsADiagram() throws {
        let metadata = ChartMetadata(xml: try Fragments.bytes("46-Diagram-EVAValueDriver.xml"))
        let diagram = try #require(metadata.dashboard.diagrams.first)
        #expect(diagram.query == "EVAQuery")
        #expect(diagram.nodes.count == 21)
        #expect(diagram.nodes.first?.isDefault == true)
        #expect(diagram.nodes.first?.charts == ["chart1", "chart2"])
        let assets = try #require(diagram.node(named: "NetAssets1"))
        #expect(assets.parents == ["OperatingProfit1", "CostofCaptial"])
        #expect(assets.targets.map(\.name) == assets.parents)
    }

    @Test func acceptsOtherSpellingsWithAWarning() {
        let metadata = metadata(
            dashboard: """
                <Chart Name=" A " Type="Column" Table="Sales"><Category Column="R" Description="D"/>\
                <Values><Value Expression="UnitPrice " Label="L"/></Values></Chart>
                """)
        #expect(metadata.issues.map(\.code) == Array(repeating: .unrecognized, count: 4))
        #expect(metadata.issues.allSatisfy { $0.level == .warning })
        let chart = metadata.dashboard.charts.first
        #expect(chart?.name == "A")
        #expect(chart?.kind == .column)
        #expect(chart?.query == "Sales")
        #expect(chart?.category?.displayName == "D")
        #expect(chart?.values.first?.expression == "UnitPrice")
        #expect(chart?.values.first?.displayName == "L")
    }

    @Test func suggestsAnAttribute() {
        let metadata = metadata(dashboard: chart("A").replacing("Query=", with: "Qeury="))
        #expect(metadata.issues.map(\.hint).contains("did you mean 'Query'?"))
    }

    @Test func aBrokenPartLeavesTheRest() {
        let metadata = metadata(
            dashboard: """
                \(chart("A"))
                <Chart/>
                <Variables><Variable Name="x" VariableType="float" Value="1"/></Variables>
                <DAPanel Name="P"><VariableName Name="$x"/></DAPanel>
                <DataGrid Name="G" Query="Q"><Columns><Column Type="Variance" Value="a-b"/>\
                <Column Type="Nonsense" Value="a"/></Columns></DataGrid>
                \(chart("Z"))
                """)
        #expect(metadata.dashboard.items.map(\.name) == ["A", "Chart 1", "P", "G", "Z"])
        #expect(metadata.dashboard.grids.first?.columns.count == 1)
        #expect(metadata.hasErrors)
        #expect(
            metadata.issues.map { $0.place.line ?? 0 }
                == metadata.issues.map { $0.place.line ?? 0 }.sorted())
    }

    @Test func aBulletNeedsFourValues() {
        let metadata = metadata(dashboard: chart("A", type: "HorizontalBullet"))
        #expect(metadata.issues.map(\.kind) == [.missingNode(node: "Value", line: 2)])
        #expect(metadata.dashboard.charts.count == 1)
    }

    @Test func aLayoutMustNameExistingCharts() {
        let text = """
            <MobileAnalytic><Dashboard>\(chart("Sales"))</Dashboard><DashboardLayout><Landscape>
            <Layout Name="Sale" Top="0" Left="0" Width="67" Height="50"/></Landscape>
            </DashboardLayout></MobileAnalytic>
            """
        let metadata = ChartMetadata(xml: Array(text.utf8))
        #expect(
            metadata.issues.map(\.kind) == [
                .undefined(node: "Layout", attribute: "Name", value: "Sale")
            ])
        #expect(metadata.issues.first?.hint == "did you mean 'Sales'?")
    }

    @Test func readsJSONAndPropertyListsFromAFile() throws {
        for bytes in [
            Array(#"{"MetaName":"Diagram","Name":"D","Query":"Q","Node1":{"MetaName":"Node","#.utf8)
                + Array(#""Name":"A","Text":"a","Default":true}}"#.utf8),
            Array("<plist><dict><key>MetaName</key><string>Diagram</string>".utf8)
                + Array("<key>Name</key><string>D</string><key>Query</key><string>Q</string>".utf8)
                + Array("<key>Node1</key><dict><key>MetaName</key><string>Node</string>".utf8)
                + Array("<key>Name</key><string>A</string><key>Text</key><string>a</string>".utf8)
                + Array("<key>Default</key><true/></dict></dict></plist>".utf8),
        ] {
            let file = try TemporaryFile(bytes)
            let metadata = ChartMetadata(file: file.path)
            #expect(metadata.issues.isEmpty, "\(metadata.issues)")
            #expect(metadata.dashboard.diagrams.first?.nodes.first?.isDefault == true)
        }
    }

    @Test func childrenOfADictionaryAreOrderedByNumber() throws {
        let nodes = (1...11).reversed().map { number -> (String, Value) in
            ("Node\(number)", ["MetaName": "Node", "Name": .string("n\(number)"), "Text": "t"])
        }
        let value = Value.object(
            .init([("MetaName", "Diagram"), ("Name", "D"), ("Query", "Q")] + nodes))
        let diagram = ChartMetadata(dictionary: value).dashboard.diagrams.first
        #expect(diagram?.nodes.map(\.name) == (1...11).map { "n\($0)" })
    }
}
