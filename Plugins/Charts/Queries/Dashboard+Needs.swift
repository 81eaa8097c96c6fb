extension Dashboard {
    /// The columns and arguments that the dashboard needs of each query, in the order of the file.
    package var queryNeeds: [QueryNeed] {
        var collector = NeedCollector(dashboard: self)
        for item in items { collector.collect(item) }
        return collector.needs
    }
}

/// Collects what the charts of a dashboard read.
private struct NeedCollector {
    let dashboard: Dashboard
    private(set) var needs: [QueryNeed] = []

    init(dashboard: Dashboard) { self.dashboard = dashboard }

    mutating func collect(_ item: Dashboard.Item) {
        switch item {
        case .chart(let chart): collect(chart)
        case .drillDown(let group): collect(group)
        case .overlay(let group):
            for layer in group.layers { collect(layer, category: group.category) }
        case .treeMap(let group): collect(group)
        case .grid(let grid): collect(grid)
        case .diagram(let diagram):
            for node in diagram.nodes {
                let isOptional = node.expression != nil
                addNeed(diagram.query, diagram.name, node.name, .node, isOptional: isOptional)
            }
        case .panel: break
        }
    }

    /// A level of a drill-down gets what was picked in all levels before it.
    private mutating func collect(_ group: DrillDownGroup) {
        var keys: [String] = []
        for chart in group.charts {
            collect(chart)
            for query in chart.queries {
                for key in keys { addArgument(query, QueryNeed.Argument(name: key, kind: .drill)) }
            }
            keys += chart.zoomingLevels.map(\.categoryColumn)
            keys += [chart.category?.column].compactMap { $0 }
            if !chart.drillsByCategoryOnly { keys += [chart.series?.column].compactMap { $0 } }
        }
    }

    /// The rows of a treemap level name the rectangle that contains theirs.
    private mutating func collect(_ group: TreeMapGroup) {
        var outer: [String] = []
        for level in group.levels {
            for column in outer { addNeed(level.query, level.name, column, .category) }
            collect(level)
            outer += [level.category?.column].compactMap { $0 }
        }
    }

    private mutating func collect(_ chart: Chart, category: Chart.Axis? = nil) {
        if chart.isZooming {
            var outer: [String] = []
            for level in chart.zoomingLevels {
                outer.append(level.categoryColumn)
                for column in outer { addNeed(level.query, chart.name, column, .category) }
                noteValues(of: chart, level.query)
            }
        } else {
            addNeed(chart.query, chart.name, (category ?? chart.category)?.column, .category)
            noteValues(of: chart, chart.query)
        }
        for query in chart.queries { noteFilters(of: chart, query) }
    }

    private mutating func noteValues(of chart: Chart, _ query: String?) {
        addNeed(query, chart.name, chart.series?.column, .series)
        addNeed(query, chart.name, chart.facet?.column, .series)
        for value in chart.values {
            for expression in [value.expression, value.weight].compactMap({ $0 }) {
                addNeed(query, chart.name, expression: expression, .value)
            }
        }
        for column in chart.whatIfColumns { addNeed(query, chart.name, column.name, .whatIf) }
    }

    private mutating func collect(_ grid: DataGrid) {
        for column in grid.columns {
            switch column.kind {
            case .data, .variance:
                addNeed(grid.query, grid.name, expression: column.value, .value)
            case .chart: addNeed(grid.query, grid.name, column.value, .small)
            }
            if let color = column.color {
                addNeed(grid.query, grid.name, expression: color, .value)
            }
        }
    }

    private mutating func noteFilters(of chart: Chart, _ query: String) {
        for reference in chart.filters {
            guard let filter = dashboard.filter(named: reference.name),
                let column = filter.column
            else { continue }
            let kind: QueryNeed.Kind =
                filter.kind == .range ? .range(column: column) : .picklist(column: column)
            addArgument(query, QueryNeed.Argument(name: filter.name, kind: kind))
        }
        // The choices of a filter come out of the rows of its query.
        for filter in dashboard.filters where filter.sourceQuery == query {
            addNeed(query, chart.name, filter.column, .category)
        }
    }

    /// The columns that an expression reads; the compiler reports invalid ones.
    private mutating func addNeed(
        _ query: String?, _ chart: String, expression text: String, _ role: QueryNeed.Role
    ) {
        guard let expression = try? Expression(text) else { return }
        for column in expression.columns { addNeed(query, chart, column, role) }
    }

    private mutating func addNeed(
        _ query: String?, _ chart: String, _ column: String?, _ role: QueryNeed.Role,
        isOptional: Bool = false
    ) {
        guard let query, let column else { return }
        let need = index(of: query)
        if !needs[need].charts.contains(chart) { needs[need].charts.append(chart) }
        guard let known = needs[need].columns.firstIndex(where: { $0.name == column }) else {
            needs[need].columns.append(
                .init(name: column, role: role, charts: [chart], isOptional: isOptional))
            return
        }
        if !needs[need].columns[known].charts.contains(chart) {
            needs[need].columns[known].charts.append(chart)
        }
    }

    private mutating func addArgument(_ query: String, _ argument: QueryNeed.Argument) {
        let need = index(of: query)
        if !needs[need].arguments.contains(argument) { needs[need].arguments.append(argument) }
    }

    private mutating func index(of query: String) -> Int {
        if let known = needs.firstIndex(where: { $0.query == query }) { return known }
        needs.append(QueryNeed(query: query))
        return needs.count - 1
    }
}
