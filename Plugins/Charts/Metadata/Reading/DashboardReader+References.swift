import PeriluneCore

extension DashboardReader {
    /// Checks references to other parts of the dashboard; only for a whole dashboard.
    mutating func checkReferences() {
        checkNames()
        checkFilters()
        checkPanels()
        checkLayout()
    }

    private mutating func checkNames() {
        var known: Set<String> = []
        for item in dashboard.items where !known.insert(item.name).inserted {
            issues.add(
                .wrongValue(
                    node: item.kind.name, attribute: "Name", value: item.name,
                    line: item.place.line),
                at: item.place, level: .warning, reason: "duplicate name \(item.name)",
                hint: "layouts show only the first one")
        }
    }

    private mutating func checkFilters() {
        let queries = Set(dashboard.queries)
        for filter in dashboard.filters {
            guard let query = filter.sourceQuery, !queries.contains(query) else { continue }
            undefined(.filter, "SourceQuery", query, filter.place, queries)
        }
        let names = Set(dashboard.filters.map(\.name))
        for reference in dashboard.items.flatMap(\.charts).flatMap(\.filters)
        where !names.contains(reference.name) {
            undefined(.filterName, "Name", reference.name, reference.place, names)
        }
    }

    private mutating func checkPanels() {
        let names = Set(dashboard.variables.map(\.name))
        for reference in dashboard.panels.flatMap(\.variables)
        where !names.contains(reference.name) {
            undefined(.variableName, "Name", reference.name, reference.place, names)
        }
    }

    private mutating func checkLayout() {
        let names = Set(dashboard.items.map(\.name))
        let screens = [dashboard.layout?.landscape, dashboard.layout?.portrait]
        for frame in screens.compactMap({ $0 }).flatMap(\.frames) where !names.contains(frame.name)
        {
            undefined(.layout, "Name", frame.name, frame.place, names)
        }
    }

    private mutating func undefined(
        _ kind: NodeKind, _ attribute: String, _ name: String, _ place: MetadataPlace,
        _ names: Set<String>
    ) {
        // Comparing all names with all others would take quadratic time for untrusted files.
        issues.add(
            .undefined(node: kind.name, attribute: attribute, value: name), at: place,
            hint: names.count <= 200 ? NearestName.hint(for: name, in: names) : nil)
    }
}

extension Dashboard {
    /// The queries of all charts, grids and diagrams, each once, in the order of the file.
    package var queries: [String] {
        var known: Set<String> = []
        return items.flatMap(\.queries).filter { known.insert($0).inserted }
    }
}

extension Dashboard.Item {
    /// The queries that it uses, in order; none for a panel.
    package var queries: [String] {
        switch self {
        case .grid(let grid): grid.query.map { [$0] } ?? []
        case .diagram(let diagram): diagram.query.map { [$0] } ?? []
        case .chart, .drillDown, .treeMap, .overlay: charts.flatMap(\.queries)
        case .panel: []
        }
    }

    var kind: NodeKind {
        switch self {
        case .chart: .chart
        case .drillDown: .drillDownGroup
        case .treeMap: .treeMapGroup
        case .overlay: .overlayGroup
        case .grid: .dataGrid
        case .panel: .daPanel
        case .diagram: .diagram
        }
    }
}
