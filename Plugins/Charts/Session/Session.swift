public import PeriluneCore

/// An open dashboard: its state, its rows, and its connection to the bus.
///
/// ```swift
/// let session = try Session.open(DashboardFile("sales.xml")).session
/// try await session.perform(.drill(category: "Europe", series: nil), on: "Resellers")
/// let drawn = try await session.draw(PictureRequest("sales", format: .svg))
/// ```
///
/// In a host, as part of the plugin ``Charts``, an action is an event twice: `chart.will.…` asks, and a
/// delegate may refuse; `chart.…` reports that it was done.
public actor Session {
    /// The name by which scripts know the dashboard, and its view.
    public nonisolated let name: String
    /// The content, which copies share.
    nonisolated let content: SessionContent
    package private(set) var state: SessionState
    nonisolated let formats: FigureFormats
    private let times: LocalTimes?
    nonisolated let link: SessionLink
    /// The observers, which are called after each change of the state.
    nonisolated let observers = SessionObservers()
    /// The rows, which copies share.
    nonisolated let rows: SessionRows
    /// The source of its events.
    private let source: String
    /// Whose rows it shows; `nil` for all rows.
    private let user: String?
    /// The columns whose style numbers are being determined.
    private var numbering: Set<String> = []
    /// By item, the names of its figure, and the state that it was built for.
    private var names: [String: (state: SessionState, names: FigureNames)] = [:]
    private var events = 0
    /// The version of the dashboard that its state belongs to.
    private var fitted = 0
    private var asking = 0

    package init(
        name: String, dashboard: Dashboard, state: SessionState = SessionState(),
        queries: any QuerySource, formats: FigureFormats, times: LocalTimes? = nil,
        bus: (any EventProcessor)? = nil
    ) {
        self.name = name
        content = SessionContent(dashboard, queries)
        self.state = state
        self.formats = formats
        self.times = times
        link = SessionLink(bus)
        rows = SessionRows()
        source = "chart/\(name)"
        user = nil
    }

    /// Copies a session with a state of its own; `id` distinguishes its events from those of others.
    private init(copying other: Session, id: String, user: String?, state: SessionState) {
        name = other.name
        content = other.content
        self.state = state
        formats = other.formats
        times = other.times
        link = other.link
        rows = other.rows
        source = "chart/\(other.name)/\(id)"
        self.user = user
    }

    /// The current version of the dashboard; a reload replaces it.
    package nonisolated var dashboard: Dashboard { content.dashboard }
    /// The source of rows for the current version.
    package nonisolated var queries: any QuerySource { content.queries }

    /// Whether events with this source are about actions of this session or a copy of it.
    nonisolated func isSource(_ source: String) -> Bool {
        source == "chart/\(name)" || source.hasPrefix("chart/\(name)/")
    }

    /// A session of the same dashboard that starts with this state; `id` is the last part of its events' source.
    ///
    /// With a user, it has only the rows that a script allows for this user, and starts with the initial state,
    /// because a selection may contain a value of a row.
    package func copy(id: String, user: String? = nil) -> Session {
        Session(copying: self, id: id, user: user, state: user == nil ? state : SessionState())
    }

    /// Performs an action, unless a delegate refuses it.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - item: The chart, group, grid or diagram; filters and variables belong to the dashboard and need none.
    /// - Returns: Whether it was performed: `false` if it was refused, or if the level does not exist.
    /// - Throws: A `PeriluneError` for a name that does not exist (`charts.unknown`), for an invalid action
    ///   (`charts.drill`, `charts.variable`, `charts.whatif`, `charts.range`, `charts.node`), and for an error of a
    ///   delegate; the state is then unchanged.
    @discardableResult
    public func perform(_ action: ChartAction, on item: String = "") async throws -> Bool {
        switch try await attempt(action, on: item) {
        case .done: true
        case .unchanged: !action.changesLevel
        // A double tap is done also if its drill is rejected.
        case .rejected(let rejected, _): rejected != action
        }
    }

    /// The result of an action.
    package enum Attempt: Sendable, Hashable {
        case done
        /// The level does not exist.
        case unchanged
        /// A double tap may be done, and the drill that follows from it rejected.
        case rejected(ChartAction, reason: String?)
    }

    /// Does an action, unless a delegate refuses it; see ``perform(_:on:)``.
    package func attempt(_ action: ChartAction, on item: String = "") async throws -> Attempt {
        var changed = state
        try changed.apply(action, to: item, in: dashboard)
        if changed == state, action.changesLevel { return .unchanged }
        guard let bus = link.bus else {
            try apply(action, to: item)
            return try await drill(after: action, on: item)
        }
        let data = await data(of: action, on: item, after: changed)
        let question = event("chart.will.\(action.kind)", data, on: item)
        let answer = try await bus.decide(question).checked()
        if answer.outcome == .rejected {
            return .rejected(action, reason: answer.record.reason)
        }
        try apply(action, to: item)
        // Only notifies of the action, so the result is ignored.
        _ = try await bus.decide(event("chart.\(action.kind)", data, on: item)).checked()
        return try await drill(after: action, on: item)
    }

    /// Drills into what was double-tapped, if there is something to drill into.
    private func drill(after action: ChartAction, on item: String) async throws -> Attempt {
        guard case .tap(let target) = action, let tapped = dashboard.item(named: item),
            let drill = state[item].drill(onTap: target, in: tapped)
        else { return .done }
        return try await attempt(drill, on: item)
    }

    /// Performs an action of a script without involving scripts, so that it cannot loop.
    package func apply(_ action: ChartAction, to item: String) throws(PeriluneError) {
        try state.apply(action, to: item, in: dashboard)
        if action == .refresh {
            rows.refresh()
            names = [:]
            link.errors.forget()
        } else {
            observers.notify()
        }
    }

    /// Leaves out of its state what the dashboard does not have any more.
    package func fit() {
        guard fitted != content.version else { return }
        fitted = content.version
        state = state.fitted(to: dashboard)
        names = [:]
    }

    /// Restores an earlier or later state, for undo and redo.
    package func set(_ state: SessionState) {
        self.state = state
        observers.notify()
    }

    /// Uses this bus from now on, whichever host it belongs to.
    package nonisolated func connect(_ bus: any EventProcessor) {
        link.connect(bus)
    }

    /// Connects the session to a host: its delegates are notified, and its plugins asked for rows.
    package nonisolated func connect(to registry: Registry) {
        content.connect(registry.rows)
        link.connect(registry.host)
    }

    /// Applies the action of a logged event, without notifying delegates.
    ///
    /// It is an event as JSON: `chart.…` events of this dashboard count, others are skipped.
    ///
    /// - Throws: What is wrong with the event, or what ``perform(_:on:)`` throws.
    public func replay(_ json: [UInt8]) throws(PeriluneError) {
        guard let (action, item) = try action(ofEvent: json) else { return }
        try apply(action, to: item)
    }

    /// The state as JSON, for ``restore(_:)``.
    ///
    /// An object with `dashboard`, its name, and what was touched: `filters`, `variables`, and `items` by
    /// name. Rows are not in it.
    public func save() -> Value {
        var members = Value.Members([("dashboard", .string(name))])
        for member in state.value.object?.pairs ?? [] { members[member.name] = member.value }
        return .object(members)
    }

    /// Restores a saved session, without the parts that the dashboard no longer has.
    ///
    /// - Throws: `charts.state` if it is not a state of this dashboard; the session is then unchanged.
    public func restore(_ value: Value) throws(PeriluneError) {
        if let other = value["dashboard"]?.string, other != name {
            throw PeriluneError("charts.state", "this is the state of '\(other)', not of '\(name)'")
        }
        guard value["format"] == nil else {
            throw PeriluneError(
                "charts.state", "this session was saved by a newer version of Perilune",
                hint: "upgrade Perilune, or begin with the dashboard as it is opened")
        }
        set(try SessionState(value).fitted(to: dashboard))
    }

    /// The figure of an item, and what is wrong with it.
    package func figure(
        of item: Dashboard.Item, _ formats: FigureFormats? = nil
    ) async -> (built: BuiltFigure, issues: [ChartIssue]) {
        var builder = builder(formats)
        var figure = await builder.figure(of: item)
        await link.errors.report(builder.issues, of: item, &figure, link.bus)
        return (figure, builder.issues)
    }

    /// The categories and series of an item, which selections do not change, with or without those that filters hide.
    func names(of item: Dashboard.Item, unfiltered: Bool = false) async -> FigureNames {
        var plain = state
        if unfiltered { plain.filters = [:] }
        for name in plain.items.keys {
            plain[name].forgetSelection()
            plain[name].hiddenSeries = []
        }
        if let known = names[item.name], known.state == plain { return known.names }
        var builder = builder(nil, plain)
        let found = FigureNames(await builder.figure(of: item))
        names[item.name] = (plain, found)
        return found
    }

    /// The figures of all items, in the order of the metadata.
    package func figures(
        _ formats: FigureFormats? = nil
    ) async -> (built: [BuiltFigure], issues: [ChartIssue]) {
        var builder = builder(formats)
        var figures: [BuiltFigure] = []
        for item in dashboard.items {
            let known = builder.issues.count
            var figure = await builder.figure(of: item)
            await link.errors.report(
                Array(builder.issues.dropFirst(known)), of: item, &figure, link.bus)
            figures.append(figure)
        }
        return (figures, builder.issues)
    }

    /// The panels beside an item in full view: for its variables, and for the what-if columns of the selected
    /// category.
    func panels(beside item: Dashboard.Item) async -> [Figure] {
        var builder = builder(nil)
        var used: Set<String> = []
        for value in item.charts.flatMap(\.values) {
            used.formUnion((try? Expression(value.expression))?.variables ?? [])
        }
        var panels = dashboard.panels
            .filter { $0.variables.contains { used.contains($0.name) } }
            .map(builder.figure(of:))
        if let category = state[item.name].categories.sorted().first,
            let panel = await builder.whatIfPanel(of: item, category: category)
        {
            let name = await builder.text(ofCategory: category, of: item)
            panels.append(
                Figure(name: "what-if", title: "What if: \(name)", content: .panel(panel)))
        }
        return panels
    }

    func builder(
        _ formats: FigureFormats?, _ state: SessionState? = nil
    ) -> FigureBuilder {
        var builder = FigureBuilder(
            dashboard: dashboard, state: state ?? self.state, formats: formats ?? self.formats,
            clock: times?.clock,
            styleNumbers: { [weak self] in await self?.styleNumbers(of: $0) ?? [:] },
            rows: { [weak self] request in try await self?.table(request) })
        builder.scriptFormats = link.bus.map {
            ScriptFormats(bus: $0, locale: (formats ?? self.formats).locale)
        }
        return builder
    }

    /// The rows of a query, which is run once until a refresh.
    package func table(_ request: QueryRequest) async throws -> Table? {
        if let table = rows.table(request, of: user) { return table }
        let refreshes = rows.refreshes
        let asked = times?.instants(request) ?? request
        var table = try await queries.table(asked)
        if table == nil, let bus = link.bus {
            guard asking < Self.mostAsked else {
                throw PeriluneError(
                    "charts.query", "the query '\(request.name)' depends on itself",
                    hint: "check that its executeQuery does not read a chart that uses the query")
            }
            asking += 1
            defer { asking -= 1 }
            table = try await ScriptQueries(bus: bus).table(asked)
        }
        if let user, let all = table {
            table = try await VisibleRows(user, dashboard: name, link.bus).part(of: all, asked.name)
        }
        if let times { table = table.map(times.local) }
        rows.keep(table, for: request, of: user, asOf: refreshes)
        return table
    }

    /// The style numbers that the names of a column have in all charts: by their order in the rows that
    /// nothing restricts, so that neither a filter nor another chart gives a name another colour.
    private func styleNumbers(of column: String) async -> [String: Int] {
        if let known = rows.styleNumbers(of: column, for: user) { return known }
        // If a query of these asks for the style numbers again, it gets none.
        guard numbering.insert(column).inserted else { return [:] }
        defer { numbering.remove(column) }
        let refreshes = rows.refreshes
        var found: [String: Int] = [:]
        for query in dashboard.queries(naming: column) {
            guard let rows = try? await table(QueryRequest(query)), let names = rows[column]
            else { continue }
            for row in 0..<rows.count {
                let key = names[row].key
                if found[key] == nil { found[key] = found.count }
            }
        }
        rows.keep(found, of: column, for: user, asOf: refreshes)
        return found
    }

    /// The maximum number of concurrent queries to scripts.
    private static let mostAsked = 32

    private func event(_ type: String, _ data: Value, on item: String) -> Event {
        events += 1
        return Event(
            id: "\(name)/\(events)", source: source, type: type,
            subject: item.isEmpty ? name : item, data: data)
    }

    private func data(
        of action: ChartAction, on item: String, after: SessionState
    ) async -> Value {
        var data = action.data
        data.insert(("dashboard", .string(name)), at: 0)
        if !item.isEmpty { data.insert(("chart", .string(item)), at: 1) }
        if let user { data.append(("user", .string(user))) }
        switch action {
        case .drill, .drillUp:
            data.append(("level", .integer(Int64(after[item].drills.count))))
        case .level(let level):
            // MAKit counts from the most detailed.
            if let chart = dashboard.item(named: item)?.zoomingChart(in: after[item]) {
                let fromBelow = chart.zoomingLevels.count - 1 - level
                data.append(("categoryLevel", .integer(Int64(fromBelow))))
            }
        default: data += await places(of: action, on: item)
        }
        return .object(.init(data))
    }

    /// The positions that MAKit passes to delegates, in addition to the keys.
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
