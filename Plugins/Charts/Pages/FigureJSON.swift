import PeriluneCore

extension BuiltFigure {
    /// The figure of an item as its page shows it beside the picture.
    func value(of item: Dashboard.Item, _ state: ItemState) -> Value {
        var members = Value.Members([
            ("name", .string(item.name)),
            ("title", .string(figure.title.isEmpty ? item.name : figure.title)),
            ("kind", .string(item.pageKind)),
            ("canDrill", .bool(state.drills.count + 1 < item.levelCount)),
            ("depth", .integer(Int64(state.drills.count))),
            ("notes", .array(figure.notes.map { .string($0) })),
            ("crumbs", .array(figure.breadcrumbs.map { .string($0) })),
            ("table", FigureTable(figure.content).value),
        ])
        if let chart = item.zoomingChart(in: state) {
            members["levels"] = .array(
                chart.zoomingLevels.map { .string($0.title.isEmpty ? $0.query : $0.title) })
            members["level"] = .integer(Int64(state.level))
        }
        return .object(members)
    }
}

extension Dashboard.Item {
    /// What a page does with it.
    fileprivate var pageKind: String {
        switch self {
        case .panel: "panel"
        case .diagram: "diagram"
        case .grid: "grid"
        case .chart, .drillDown, .treeMap, .overlay: "chart"
        }
    }
}
