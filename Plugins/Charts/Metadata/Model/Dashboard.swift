/// A dashboard as declared in a metadata file: charts, their controls, and their places on the screen.
///
/// It contains the valid parts of the file; invalid parts are reported in
/// `ChartMetadata.issues`.
///
/// ```swift
/// let dashboard = Dashboard {
///     Chart(.bar, "Sales", query: "Sales", title: "Sales by region") {
///         Category("Region").sorted(by: .value, descending: true)
///         ChartValue("Amount * (1 + $hike / 100)", format: .currency("EUR"), aggregate: .sum)
///     }
///     .filtered(by: "Product")
///     Variable.number("$hike", "Raise in %", value: 0, in: 0...20)
///     DAPanel("Assumptions", variables: ["$hike"])
///     Filter(.picklist, "Product", column: "Product", sourceQuery: "Sales")
/// }
/// let session = try Session.open(dashboard, name: "sales", data: "sales.sqlite").session
/// ```
public struct Dashboard: Sendable, Hashable {
    /// The items on the screen, in the order of the file.
    package var items: [Item] = []
    /// The variables of all charts, in the order of the file.
    package var variables: [Variable] = []
    /// In the order of their `Sequence`.
    package var filters: [Filter] = []
    /// The arrangement of the items; `nil` for a grid of all items.
    package var layout: DashboardLayout?

    package init() {}

    /// An item that a `Layout` places by its name.
    package enum Item: Sendable, Hashable {
        case chart(Chart)
        case drillDown(DrillDownGroup)
        case treeMap(TreeMapGroup)
        case overlay(OverlayGroup)
        case grid(DataGrid)
        case panel(DAPanel)
        case diagram(Diagram)
    }
}

extension Dashboard {
    /// The charts outside of groups.
    package var charts: [Chart] {
        items.compactMap { if case .chart(let chart) = $0 { chart } else { nil } }
    }
    /// The groups whose charts are drilled into.
    package var drillDownGroups: [DrillDownGroup] {
        items.compactMap { if case .drillDown(let group) = $0 { group } else { nil } }
    }
    /// The rich tables.
    package var grids: [DataGrid] {
        items.compactMap { if case .grid(let grid) = $0 { grid } else { nil } }
    }
    /// The panels with controls of variables.
    package var panels: [DAPanel] {
        items.compactMap { if case .panel(let panel) = $0 { panel } else { nil } }
    }
    /// The influence diagrams.
    package var diagrams: [Diagram] {
        items.compactMap { if case .diagram(let diagram) = $0 { diagram } else { nil } }
    }

    /// The first item of a name.
    package func item(named name: String) -> Item? { items.first { $0.name == name } }

    /// The first variable of a name, which begins with `$`.
    package func variable(named name: String) -> Variable? {
        variables.first { $0.name == name }
    }

    /// The first filter of a name.
    package func filter(named name: String) -> Filter? { filters.first { $0.name == name } }
}

extension Dashboard.Item {
    /// The name by which scripts, layouts and addresses know it.
    package var name: String {
        switch self {
        case .chart(let chart): chart.name
        case .drillDown(let group): group.name
        case .treeMap(let group): group.name
        case .overlay(let group): group.name
        case .grid(let grid): grid.name
        case .panel(let panel): panel.name
        case .diagram(let diagram): diagram.name
        }
    }

    /// The title above it; for a diagram its name.
    package var title: String {
        switch self {
        case .chart(let chart): chart.title
        case .drillDown(let group): group.title
        case .treeMap(let group): group.title
        case .overlay(let group): group.title
        case .grid(let grid): grid.title
        case .panel(let panel): panel.title
        case .diagram(let diagram): diagram.name
        }
    }

    /// The charts of it, each with a query of its own.
    package var charts: [Chart] {
        switch self {
        case .chart(let chart): [chart]
        case .drillDown(let group): group.charts
        case .treeMap(let group): group.levels
        case .overlay(let group): group.layers
        case .grid, .panel, .diagram: []
        }
    }

    /// The position of its node in the file.
    package var place: MetadataPlace {
        switch self {
        case .chart(let chart): chart.place
        case .drillDown(let group): group.place
        case .treeMap(let group): group.place
        case .overlay(let group): group.place
        case .grid(let grid): grid.place
        case .panel(let panel): panel.place
        case .diagram(let diagram): diagram.place
        }
    }
}
