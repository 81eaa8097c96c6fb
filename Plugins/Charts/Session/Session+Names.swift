package import PeriluneCore

/// The names of the categories and series of a figure.
struct FigureNames {
    let categories: [String]
    let series: [String]

    init(_ built: BuiltFigure) {
        categories = built.categories.map(\.text)
        series = built.series.map(\.text)
    }
}

extension Session {
    /// Refuses an action that names a category, a series or a column that the figure does not have.
    ///
    /// Such an action would change nothing in the picture. Names that a filter hides are accepted.
    ///
    /// - Throws: `charts.unknown`; nothing for an item that cannot be drawn.
    package func checkNames(
        of action: ChartAction, on name: String
    ) async throws(PeriluneError) {
        guard let item = dashboard.item(named: name), !action.names.isEmpty else { return }
        // A rectangle may select thousands.
        let wanted = Dictionary(grouping: action.names, by: \.0)
        for kind in [ChartAction.NameKind.category, .series, .column] {
            guard let keys = wanted[kind]?.map(\.1) else { continue }
            let known = await names(of: kind, in: item, unfiltered: false)
            if known.isEmpty { continue }
            let shown = Set(known)
            guard keys.contains(where: { !shown.contains($0) }) else { continue }
            let all = shown.union(await names(of: kind, in: item, unfiltered: true))
            guard let key = keys.first(where: { !all.contains($0) }) else { continue }
            var error = SessionState.unknown("\(kind.rawValue)", key, known)
            error.message += " in '\(name)'"
            throw error
        }
    }

    private func names(
        of kind: ChartAction.NameKind, in item: Dashboard.Item, unfiltered: Bool
    ) async -> [String] {
        let figure = await names(of: item, unfiltered: unfiltered)
        return switch kind {
        case .category: figure.categories
        case .series: figure.series
        case .column: await columns(of: item, figure.series)
        }
    }

    /// What `chart.sort` may name: a value or a series of a chart, or a column of a grid's query.
    private func columns(of item: Dashboard.Item, _ series: [String]) async -> [String] {
        if case .grid(let grid) = item, let query = grid.query {
            return (try? await table(QueryRequest(query)))?.columns.map(\.name) ?? []
        }
        guard let chart = item.chart(in: state[item.name]) else { return [] }
        return chart.values.map(\.displayName) + series
    }
}

extension ChartAction {
    fileprivate enum NameKind: String {
        case category, series, column
    }

    fileprivate var names: [(NameKind, String)] {
        switch self {
        case .select(let target), .tap(let target): target.names
        case .drill(let category, let series):
            [(.category, category), (.series, series)].compactMap { kind, key in
                key.map { (kind, $0) }
            }
        case .whatIf(let category, _, _): [(.category, category)]
        case .sort(let column?, _): [(.column, column)]
        case .show(let series, _): [(.series, series)]
        default: []
        }
    }
}

extension ChartAction.Target {
    fileprivate var names: [(ChartAction.NameKind, String)] {
        switch self {
        case .category(let category): [(.category, category)]
        case .series(let series): [(.series, series)]
        case .item(let category, let series):
            [(.category, category)] + (series.isEmpty ? [] : [(.series, series)])
        case .items(let categories, let items):
            categories.map { (.category, $0) }
                + items.flatMap { item in
                    Self.item(category: item.category, series: item.series).names
                }
        case .node: []
        }
    }
}
