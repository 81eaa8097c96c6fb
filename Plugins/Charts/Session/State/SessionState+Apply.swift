package import PeriluneCore

extension SessionState {
    /// Does an action.
    ///
    /// - Throws: What names something that is not there; the state is then as it was.
    package mutating func apply(
        _ action: ChartAction, to item: String, in dashboard: Dashboard
    ) throws(PeriluneError) {
        switch action {
        case .filter(let name, let choice):
            guard dashboard.filter(named: name) != nil else {
                throw Self.unknown("filter", name, dashboard.filters.map(\.name))
            }
            filters[name] = choice
        case .variable(let name, let value):
            guard let variable = dashboard.variable(named: name) else {
                throw Self.unknown("variable", name, dashboard.variables.map(\.name))
            }
            try variable.check(value)
            variables[name] = value
        case .refresh where item.isEmpty:
            // What-if values refer to the rows before the refresh.
            for name in items.keys.sorted() { self[name].whatIf = [:] }
        case .reset where item.isEmpty: self = SessionState()
        default:
            guard let found = dashboard.item(named: item) else {
                throw Self.unknown("chart", item, dashboard.items.map(\.name))
            }
            var state = self[item]
            try state.apply(action, to: found)
            self[item] = state
        }
    }

    static func unknown(_ what: String, _ name: String, _ names: [String]) -> PeriluneError {
        let shown = name.utf8.count > 80 ? "\(name.prefix(80))…" : name
        return PeriluneError(
            "charts.unknown", "there is no \(what) '\(shown)'",
            hint: NearestName.hint(for: name, in: names)
                ?? (names.isEmpty
                    ? nil
                    : "the names are \(names.prefix(20).joined(separator: ", "))\(names.count > 20 ? " and \(names.count - 20) more" : "")")
        )
    }
}

extension ItemState {
    fileprivate mutating func apply(
        _ action: ChartAction, to item: Dashboard.Item
    ) throws(PeriluneError) {
        switch action {
        case .select(let target):
            if case .node(let node) = target { try item.checkNode(node) }
            select(target)
        case .deselect(let target): deselect(target)
        case .tap: break  // What it sets off is an action of its own: `drill(onTap:in:)`.
        case .drill(let category, let series):
            guard item.levelCount > 1 else {
                throw PeriluneError(
                    "charts.drill", "'\(item.name)' has nothing to drill into",
                    hint: "put the charts of the levels into a DrillDownGroup")
            }
            drill(category, series, in: item)
        case .drillUp(let level):
            guard level >= 0, level < drills.count else { return }
            drills.removeSubrange(level...)
            self.level = 0
            forgetSelection()
        case .level(let number):
            // A level that does not exist changes nothing, as in MAKit.
            guard let chart = item.zoomingChart(in: self),
                chart.zoomingLevels.indices.contains(number)
            else { return }
            level = number
            forgetSelection()
        case .whatIf(let category, let column, let value):
            let columns = item.chart(in: self)?.whatIfColumns.map(\.name) ?? []
            guard columns.contains(column) else {
                throw PeriluneError(
                    "charts.whatif", "'\(item.name)' has no what-if column '\(column)'",
                    hint: NearestName.hint(for: column, in: columns))
            }
            whatIf[category, default: [:]][column] = value
        case .sort(let column, let ascending):
            sort = column.map { Sort(column: $0, isAscending: ascending) }
        case .range(let lower, let upper):
            guard lower >= 0, upper <= 1, lower < upper else {
                throw PeriluneError(
                    "charts.range", "a range must lie between 0 and 1, got \(lower) to \(upper)")
            }
            (self.lower, self.upper) = (lower, upper)
        case .show(let series, let isShown):
            if isShown { hiddenSeries.remove(series) } else { hiddenSeries.insert(series) }
        case .node(let node, let value):
            try item.checkNode(node)
            guard InfluenceEntry.value(value, from: 1) != nil else {
                throw PeriluneError(
                    "charts.node", "'\(value)' is not a number",
                    hint: "write 300, +10% or -50")
            }
            nodes.append(NodeChange(node: node, value: value))
        case .reset: self = ItemState()
        case .refresh: whatIf = [:]
        case .filter, .variable: break
        }
    }

    private mutating func select(_ target: ChartAction.Target) {
        switch target {
        case .category(let category): categories.insert(category)
        case .series(let name): series.insert(name)
        case .item(let category, let series):
            selected.insert(.init(category: category, series: series))
        case .items(let categories, let items):
            self.categories = Set(categories)
            series = []
            selected = Set(items)
        case .node(let node): selectedNode = node
        }
    }

    private mutating func deselect(_ target: ChartAction.Target) {
        switch target {
        case .category(let category): categories.remove(category)
        case .series(let name): series.remove(name)
        case .item(let category, let series):
            selected.remove(.init(category: category, series: series))
        case .items(let categories, let items):
            self.categories.subtract(categories)
            selected.subtract(items)
        case .node(let node): if selectedNode == node { selectedNode = nil }
        }
    }

    /// The target of a drill by double tap; `nil` if there is none.
    func drill(onTap target: ChartAction.Target, in item: Dashboard.Item) -> ChartAction? {
        guard drills.count + 1 < item.levelCount else { return nil }
        return switch target {
        case .category(let category): .drill(category: category, series: nil)
        case .series(let series): .drill(category: categories.sorted().first, series: series)
        case .item(let category, let series):
            .drill(category: category, series: series.isEmpty ? nil : series)
        case .items, .node: nil
        }
    }

    private mutating func drill(_ category: String?, _ series: String?, in item: Dashboard.Item) {
        guard drills.count + 1 < item.levelCount, category != nil || series != nil else { return }
        let byCategoryOnly = item.charts[drills.count].drillsByCategoryOnly
        drills.append(Drill(category: category, series: byCategoryOnly ? nil : series))
        whatIf = [:]
        level = 0
        forgetSelection()
    }
}

extension Dashboard.Item {
    /// The shown chart: for a drill-down group that of the current level; `nil` for items other than charts.
    func chart(in state: ItemState) -> Chart? {
        switch self {
        case .chart(let chart): chart.isZooming ? nil : chart
        case .drillDown(let group) where !group.charts.isEmpty:
            group.charts[min(state.drills.count, group.charts.count - 1)]
        default: nil
        }
    }

    /// The chart on show whose levels can be gone through: alone, or in a drill-down group.
    func zoomingChart(in state: ItemState) -> Chart? {
        let chart: Chart? = if case .chart(let chart) = self { chart } else { chart(in: state) }
        return chart?.isZooming == true ? chart : nil
    }

    fileprivate func checkNode(_ name: String) throws(PeriluneError) {
        guard case .diagram(let diagram) = self else {
            throw PeriluneError(
                "charts.unknown", "'\(self.name)' is not an influence diagram, so it has no nodes")
        }
        guard diagram.node(named: name) != nil else {
            throw SessionState.unknown("node", name, diagram.nodes.map(\.name))
        }
    }

    /// The number of levels of a drill-down or a treemap; 1 for other items.
    var levelCount: Int {
        switch self {
        case .drillDown(let group): group.charts.count
        case .treeMap(let group): group.levels.count
        default: 1
        }
    }
}
