import LuaSyntax
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
        case .refresh where item.isEmpty: break
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

    private static func unknown(_ what: String, _ name: String, _ names: [String]) -> PeriluneError
    {
        PeriluneError(
            "charts.unknown", "there is no \(what) '\(name)'",
            hint: Suggestion.hint(for: name, in: names)
                ?? (names.isEmpty ? nil : "there are: \(names.joined(separator: ", "))"))
    }
}

extension ItemState {
    fileprivate mutating func apply(
        _ action: ChartAction, to item: Dashboard.Item
    ) throws(PeriluneError) {
        switch action {
        case .select(let target): select(target)
        case .deselect(let target): deselect(target)
        case .tap(.category(let category)): drill(category, nil, in: item)
        case .tap(.series(let series)): drill(categories.first, series, in: item)
        case .tap(.item(let category, let series)): drill(category, series, in: item)
        case .tap: break
        case .drill(let category, let series):
            guard item.levelCount > 1 else {
                throw PeriluneError(
                    "charts.drill", "'\(item.name)' has nothing to drill into",
                    hint: "a DrillDownGroup has a chart for each level")
            }
            drill(category, series, in: item)
        case .drillUp(let level):
            guard level >= 0, level < drills.count else { return }
            drills.removeSubrange(level...)
            forgetSelection()
        case .level(let number):
            // What is no level changes nothing, as in MAKit.
            guard case .chart(let chart) = item, chart.zoomingLevels.indices.contains(number)
            else { return }
            level = number
            forgetSelection()
        case .whatIf(let category, let column, let value):
            guard case .chart(let chart) = item,
                chart.whatIfColumns.contains(where: { $0.name == column })
            else {
                throw PeriluneError(
                    "charts.whatif", "'\(item.name)' has no what-if column '\(column)'")
            }
            whatIf[category, default: [:]][column] = value
        case .sort(let column, let ascending):
            sort = column.map { Sort(column: $0, isAscending: ascending) }
        case .range(let lower, let upper):
            guard lower >= 0, upper <= 1, lower < upper else {
                throw PeriluneError(
                    "charts.range", "a range lies between 0 and 1, not \(lower) to \(upper)")
            }
            (self.lower, self.upper) = (lower, upper)
        case .show(let series, let isShown):
            if isShown { hiddenSeries.remove(series) } else { hiddenSeries.insert(series) }
        case .node(let node, let value):
            guard case .diagram(let diagram) = item, diagram.node(named: node) != nil else {
                throw PeriluneError("charts.unknown", "'\(item.name)' has no node '\(node)'")
            }
            guard InfluenceEntry.value(value, from: 1) != nil else {
                throw PeriluneError(
                    "charts.node", "'\(value)' is no number",
                    hint: "write 300, +10% or -50")
            }
            nodes.append(NodeChange(node: node, value: value))
        case .reset: self = ItemState()
        case .refresh:
            // Rows that are asked for anew are what they are.
            whatIf = [:]
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
        case .node: selectedNode = nil
        }
    }

    private mutating func drill(_ category: String?, _ series: String?, in item: Dashboard.Item) {
        guard drills.count + 1 < item.levelCount, category != nil || series != nil else { return }
        let byCategoryOnly = item.charts[drills.count].drillsByCategoryOnly
        drills.append(Drill(category: category, series: byCategoryOnly ? nil : series))
        whatIf = [:]
        forgetSelection()
    }
}

extension Dashboard.Item {
    /// How far down it goes by drilling.
    var levelCount: Int {
        switch self {
        case .drillDown(let group): group.charts.count
        case .treeMap(let group): group.levels.count
        default: 1
        }
    }
}

extension Variable {
    /// Refuses what the variable can't be.
    func check(_ value: ChartAction.VariableValue) throws(PeriluneError) {
        switch (kind, value) {
        case (.choice, .text(let text)):
            guard choices.contains(where: { $0.value == text || $0.display == text }) else {
                throw wrong("'\(text)'", "one of \(choices.map(\.value).joined(separator: ", "))")
            }
        case (.choice, .number(let index)):
            guard let index = Int(exactly: index), choices.indices.contains(index) else {
                throw wrong("\(index)", "a choice, or its place from 0")
            }
        case (.boolean, .number(let number)):
            guard number == 0 || number == 1 else { throw wrong("\(number)", "0 or 1") }
        case (.boolean, .text(let text)):
            guard ValueText.boolean(text) != nil else { throw wrong("'\(text)'", "true or false") }
        case (.integer, .number(let number)):
            guard Int(exactly: number) != nil else {
                throw wrong("\(number)", "a whole number")
            }
        case (.float, .number): break
        case (.date, .text(let text)):
            guard ValueText.date(text) != nil else {
                throw wrong("'\(text)'", "a date such as 2010-09-01")
            }
        case (.integer, .text(let text)), (.float, .text(let text)):
            throw wrong("'\(text)'", "a number")
        case (.date, .number(let number)):
            throw wrong("\(number)", "a date such as 2010-09-01")
        }
    }

    /// The value for expressions.
    func cell(_ value: ChartAction.VariableValue?) -> Cell {
        switch (kind, value) {
        case (_, nil): self.value
        case (.choice, .number(let index)): .text(choices[Int(index)].value)
        case (.choice, .text(let text)):
            .text(choices.first { $0.value == text || $0.display == text }?.value ?? text)
        case (.boolean, .text(let text)): .number(ValueText.boolean(text) == true ? 1 : 0)
        case (.date, .text(let text)): ValueText.date(text).map(Cell.date) ?? .null
        case (_, .number(let number)): .number(number)
        case (_, .text(let text)): .text(text)
        }
    }

    private func wrong(_ value: String, _ needed: String) -> PeriluneError {
        PeriluneError("charts.variable", "\(name) can't be \(value): it is \(needed)")
    }
}
