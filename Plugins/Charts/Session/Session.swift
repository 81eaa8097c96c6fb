package import PeriluneCore
import PeriluneJSON
import Synchronization

/// A dashboard that is open: what was done to it, the rows behind it, and the way to the bus.
///
/// An action is an event twice: `chart.will.…` asks, and a delegate may refuse; `chart.…` tells that it is
/// done.
package actor Session {
    /// The name by which scripts know the dashboard.
    package nonisolated let name: String
    package nonisolated let dashboard: Dashboard
    package private(set) var state: SessionState
    package nonisolated let queries: any QuerySource
    let formats: FigureFormats
    private nonisolated let connected: Mutex<(any SessionBus)?>
    private var tables: [QueryRequest: Table] = [:]
    private var events = 0

    package init(
        name: String, dashboard: Dashboard, state: SessionState = SessionState(),
        queries: any QuerySource, formats: FigureFormats,
        bus: (any SessionBus)? = nil
    ) {
        self.name = name
        self.dashboard = dashboard
        self.state = state
        self.queries = queries
        self.formats = formats
        connected = Mutex(bus)
    }

    /// Does an action, unless a delegate refuses it.
    ///
    /// - Returns: Whether it was done.
    /// - Throws: What names something that is not there.
    @discardableResult
    package func perform(_ action: ChartAction, on item: String = "") async throws -> Bool {
        var changed = state
        try changed.apply(action, to: item, in: dashboard)
        if let bus {
            let question = await event("chart.will.\(action.kind)", action, on: item)
            if try await bus.decide(question).outcome == .rejected { return false }
        }
        try apply(action, to: item)
        if let bus {
            // Told of what is done: what becomes of the news changes nothing.
            _ = try await bus.decide(await event("chart.\(action.kind)", action, on: item))
        }
        return true
    }

    /// Does an action without asking or telling: what a script does to a chart is no news to scripts, and
    /// so goes in no circle.
    package func apply(_ action: ChartAction, to item: String) throws(PeriluneError) {
        try state.apply(action, to: item, in: dashboard)
        if action == .refresh { tables = [:] }
    }

    /// Asks and tells delegates from now on: a host is made after its plugins.
    package nonisolated func connect(_ bus: any SessionBus) {
        connected.withLock { $0 = bus }
    }

    private var bus: (any SessionBus)? { connected.withLock { $0 } }

    /// Does what an event of a log says was done: `chart.…` events of this dashboard; others are skipped.
    package func replay(_ json: [UInt8]) throws(PeriluneError) {
        let event = try Value(json: json)
        guard let type = event["type"]?.string, type.hasPrefix("chart."),
            !type.hasPrefix("chart.will."), type != "chart.query",
            let data = event["data"], data["dashboard"]?.string ?? name == name
        else { return }
        let action = try ChartAction(kind: String(type.dropFirst(6)), data: data)
        try apply(action, to: data["chart"]?.string ?? "")
    }

    /// Takes up a session that was kept.
    package func restore(_ state: SessionState) { self.state = state }

    /// The figure of an item, and what is wrong with it.
    package func figure(
        of item: Dashboard.Item, _ formats: FigureFormats? = nil
    ) async -> (built: BuiltFigure, issues: [ChartIssue]) {
        var builder = builder(formats)
        let figure = await builder.figure(of: item)
        return (figure, builder.issues)
    }

    /// The figures of all items, in the order of the metadata.
    package func figures(
        _ formats: FigureFormats? = nil
    ) async -> (built: [BuiltFigure], issues: [ChartIssue]) {
        var builder = builder(formats)
        var figures: [BuiltFigure] = []
        for item in dashboard.items { figures.append(await builder.figure(of: item)) }
        return (figures, builder.issues)
    }

    /// The panels beside an item in full view: of the variables that it depends on, and of what may be
    /// asked of the selected category.
    func panels(beside item: Dashboard.Item) async -> [Figure] {
        let builder = builder(nil)
        var used: Set<String> = []
        for value in item.charts.flatMap(\.values) {
            used.formUnion((try? Expression(value.expression))?.variables ?? [])
        }
        var panels = dashboard.panels
            .filter { $0.variables.contains { used.contains($0.name) } }
            .map(builder.figure(of:))
        if case .chart(let chart) = item, let category = state[item.name].categories.sorted().first,
            let panel = builder.whatIfPanel(
                of: chart, category: category, values: await whatIfValues(chart, category))
        {
            panels.append(
                Figure(name: "what-if", title: "What if: \(category)", content: .panel(panel)))
        }
        return panels
    }

    /// What the data say of a category, where its what-if controls begin.
    private func whatIfValues(_ chart: Chart, _ category: String) async -> [String: Double] {
        guard let query = chart.query, let name = chart.category?.column,
            let table = try? await table(QueryRequest(query)), let column = table[name],
            let row = (0..<table.count).first(where: { column[$0].key == category })
        else { return [:] }
        var values: [String: Double] = [:]
        for column in table.columns { values[column.name] = column[row].asNumber }
        return values
    }

    private func builder(_ formats: FigureFormats?) -> FigureBuilder {
        FigureBuilder(dashboard: dashboard, state: state, formats: formats ?? self.formats) {
            [weak self] request in try await self?.table(request)
        }
    }

    /// The rows of a query: asked for once, until they are refreshed.
    package func table(_ request: QueryRequest) async throws -> Table? {
        if let table = tables[request] { return table }
        var table = try await queries.table(request)
        if table == nil, let bus { table = try await ScriptQueries(bus: bus).table(request) }
        tables[request] = table
        return table
    }

    private func event(_ type: String, _ action: ChartAction, on item: String) async -> Event {
        events += 1
        var data = action.data
        data.insert(("dashboard", .string(name)), at: 0)
        if !item.isEmpty { data.insert(("chart", .string(item)), at: 1) }
        data += await places(of: action, on: item)
        return Event(
            id: "\(name)/\(events)", source: "chart/\(name)", type: type,
            subject: item.isEmpty ? name : item, data: .object(.init(data)))
    }

    /// The places that MAKit's delegates are told, beside the keys.
    private func places(of action: ChartAction, on item: String) async -> [(String, Value)] {
        let target: ChartAction.Target
        switch action {
        case .select(let selected), .deselect(let selected), .tap(let selected): target = selected
        default: return []
        }
        guard let found = dashboard.item(named: item) else { return [] }
        let built = await figure(of: found).built
        func place(_ key: String, _ keys: [BuiltFigure.Key]) -> Value {
            keys.firstIndex { $0.text == key }.map { .integer(Int64($0)) } ?? .null
        }
        let places: [(String, Value)] =
            switch target {
            case .category(let category):
                [("categoryIndex", place(category, built.categories))]
            case .series(let series): [("seriesIndex", place(series, built.series))]
            case .item(let category, let series):
                [
                    ("categoryIndex", place(category, built.categories)),
                    ("seriesIndex", place(series, built.series)),
                ]
            case .items, .node: []
            }
        return places.filter { $0.1 != .null }
    }
}
