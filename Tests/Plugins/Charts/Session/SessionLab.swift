import Perilune
import PeriluneCore
import PeriluneJSON
import Synchronization

@testable import ChartsPlugin

/// A dashboard that has one of everything, over a few rows.
enum SessionLab {
    static let rows: [String: Value] = [
        "Sales": [
            ["Region": "West", "Year": 2011, "Amount": 30, "Cost": 10],
            ["Region": "East", "Year": 2011, "Amount": 10, "Cost": 4],
            ["Region": "East", "Year": 2012, "Amount": 20, "Cost": 8],
            ["Region": "North", "Year": 2012, "Amount": 5, "Cost": 6],
        ],
        "Countries": [
            ["Region": "East", "Year": 2011, "Country": "Chile", "Amount": 6],
            ["Region": "East", "Year": 2012, "Country": "Chile", "Amount": 9],
            ["Region": "West", "Year": 2011, "Country": "Peru", "Amount": 30],
            ["Region": "East", "Year": 2011, "Country": "Cuba", "Amount": 4],
        ],
        "ByYear": [["Year": 2011, "Amount": 40], ["Year": 2012, "Amount": 25]],
        "ByMonth": [["Month": 1, "Amount": 20], ["Month": 2, "Amount": 45]],
        "Measures": [
            ["Name": "Revenue", "Trend": [1, 2, 3], "Now": 12, "Plan": 10],
            [
                "Name": "Returns", "Now": 3, "Plan": 5,
                "Trend": [["Month": 1, "Amount": 4], ["Month": 2, "Amount": 6]],
            ],
        ],
        "Drivers": [["Price": 10, "Count": 5, "Profit": 50]],
    ]

    private static let values =
        #"<Values><Value Expression="Amount" ValueSequence="1" DisplayName="Amount"/></Values>"#

    /// Of the rows of a country, which has one for each year.
    private static let latest =
        #"<Values><Value Expression="Amount" DisplayName="Amount" Aggregate="Last"/></Values>"#

    static let metadata = """
        <Variables>
          <Variable Name="$rate" VariableType="float" Value="1"/>
          <Variable Name="$count" VariableType="integer" Value="2"/>
          <Variable Name="$on" VariableType="boolean" Value="0"/>
          <Variable Name="$day" VariableType="date" Value="2010-09-01"/>
          <Variable Name="$where" VariableType="enum" Selection="0"><Choices>
            <Choice Value="E" Display="East"/><Choice Value="W" Display="West"/></Choices></Variable>
        </Variables>
        <Filters>
          <Filter Name="Years" Sequence="1" SourceQuery="Sales" FilterType="picklist" Column="Year"/>
          <Filter Name="Amounts" Sequence="2" SourceQuery="Sales" FilterType="range" Column="Amount"/>
          <Filter Name="Region" Sequence="3" SourceQuery="Sales" FilterType="picklist" Column="Region"/>
        </Filters>
        <Chart Name="Sales" Title="Sales" ChartType="Column" Query="Sales">
          <Category Column="Region" Sort="Name"/><Series Column="Year"/>
          <Values><Value Expression="Amount * $rate" ValueSequence="1" DisplayName="Amount"/></Values>
          <WhatIfColumns>
            <Column Name="Amount" VariableType="float" Min="0" Max="100"/></WhatIfColumns>
          <Filters><FilterName Name="Years"/><FilterName Name="Amounts"/></Filters>
        </Chart>
        <Chart Name="Table" Title="The same as a table" ChartType="DataGrid" Query="Sales">
          <Category Column="Region" Sort="Name"/><Series Column="Year"/>\(values)</Chart>
        <DrillDownGroup Name="Way" Title="The way down">
          <Chart Name="Regions" ChartType="Bar" ChartSequence="1" Query="Sales">
            <Category Column="Region" Sort="Name"/><Series Column="Year"/>\(values)</Chart>
          <Chart Name="Countries" ChartType="Bar" ChartSequence="2" Query="Countries">
            <Category Column="Country"/>\(latest)
            <Filters><FilterName Name="Years"/><FilterName Name="Region"/></Filters></Chart>
        </DrillDownGroup>
        <Chart Name="Zoom" ChartType="Column">
          <Category/>
          <Values><Value Expression="Amount * $rate" ValueSequence="1"/></Values>
          <ZoomingLevels>
            <ZoomingLevel Query="ByYear" CategoryColumn="Year" Title="Years"/>
            <ZoomingLevel Query="ByMonth" CategoryColumn="Month" Title="Months"/>
          </ZoomingLevels></Chart>
        <TreeMapGroup Name="Areas" Title="Areas">
          <TreeMapLevel Name="Outer" ChartType="TreeMap" ChartSequence="1" Query="Sales">
            <Category Column="Region"/>\(values)
            <Filters><FilterName Name="Years"/></Filters></TreeMapLevel>
          <TreeMapLevel Name="Inner" ChartType="TreeMap" ChartSequence="2" Query="Countries">
            <Category Column="Country"/>\(values)
            <Filters><FilterName Name="Years"/></Filters></TreeMapLevel>
        </TreeMapGroup>
        <OverlayGroup Name="Over" Title="Both">
          <Category Column="Region" Sort="Name"/>
          <Layer Name="Columns" ChartType="Column" ChartSequence="1" Query="Sales">\(latest)</Layer>
          <Layer Name="Line" ChartType="Line" ChartSequence="2" Query="Countries">
            <Series Column="Year"/>\(latest)</Layer>
        </OverlayGroup>
        <DataGrid Name="Rich" Title="Rich" Query="Measures"><Columns>
            <Column Type="Data" Value="Name" IsHeaderColumn="1"/>
            <Column Type="Chart" Value="Trend" ChartName="Spark" ColumnSequence="1"/>
            <Column Type="Variance" Value="Now - Plan" Color="if(Now &gt; Plan, 'green', 'red')"
              ColumnSequence="2"/>
          </Columns><Charts><Chart Name="Spark" ChartType="Line"><Category Column="Month"/>\(values)
          </Chart></Charts></DataGrid>
        <Diagram Name="Profit" Query="Drivers">
          <Node Name="Profit" Expression="Price*Count" Default="true"/>
          <Node Name="Price" ParentNode="Profit"><NodeTo Name="Profit"/></Node>
          <Node Name="Count" ParentNode="Profit"><NodeTo Name="Profit"/></Node>
        </Diagram>
        """

    static let dashboard = ChartsPluginTests.metadata(dashboard: metadata).dashboard

    static var source: ClosureSource {
        ClosureSource { request in
            guard let rows = rows[request.name] else { return nil }
            return try Table(rows: rows, of: request.name)
                .restricted(to: request.arguments, query: request.name)
        }
    }

    static func session(
        _ dashboard: Dashboard = dashboard, _ source: any QuerySource = source,
        times: LocalTimes? = nil, bus: (any EventProcessor)? = nil
    ) throws -> Session {
        Session(
            name: "lab", dashboard: dashboard, queries: source, formats: try FigureFormats(),
            times: times, bus: bus)
    }

    /// The state after some actions.
    static func state(_ actions: [(ChartAction, String)]) throws -> SessionState {
        var state = SessionState()
        for (action, item) in actions { try state.apply(action, to: item, in: dashboard) }
        return state
    }

    /// A host with these sessions and scripts, and the sessions connected to it.
    static func host(
        _ sessions: [Session], isDryRun: Bool = false, _ scripts: [(String, String)]
    ) async throws -> Host {
        var options = HostOptions()
        options.isDryRun = isDryRun
        let charts = Charts(sessions: sessions)
        let host = try await Host(options: options) {
            charts
            for (name, source) in scripts { Script(name: name, source: source) }
        }
        charts.connect(TestBus(host))
        return host
    }
}

/// A host as the bus of its sessions, and what went over it.
final class TestBus: EventProcessor {
    private let host: Host
    private let kept = Mutex<[Event]>([])

    init(_ host: Host) { self.host = host }

    var events: [Event] { kept.withLock { $0 } }

    func decide(_ event: Event) async throws -> Answer {
        kept.withLock { $0.append(event) }
        return try await host.decide(event)
    }

    func answer(_ event: Event) async throws -> Answer {
        kept.withLock { $0.append(event) }
        return try await host.answer(event)
    }
}

extension BuiltFigure {
    /// The plot, whatever kind of chart it is.
    var plot: Plot? {
        switch figure.content {
        case .plot(let plot), .pie(let plot), .bullet(let plot, _), .heatMap(let plot): plot
        default: nil
        }
    }

    var message: String? {
        if case .message(let text) = figure.content { text } else { nil }
    }

    /// Categories, and the numbers of the first value, by series.
    var cells: [String: [Double]] {
        guard let layer = plot?.layers.first, let values = layer.values.first else { return [:] }
        return Dictionary(
            zip(layer.series.map(\.label), values.cells), uniquingKeysWith: { first, _ in first })
    }
}

extension Session {
    /// The figure of an item by its name, and what is wrong with it.
    func figure(_ name: String) async throws -> (built: BuiltFigure, issues: [ChartIssue]) {
        guard let item = dashboard.item(named: name) else {
            throw PeriluneError("test", "no item \(name)")
        }
        return await figure(of: item)
    }
}
