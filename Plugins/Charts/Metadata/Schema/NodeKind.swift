/// A kind of node, by its name and its parent: `Filters` of a chart differ from those of a dashboard.
enum NodeKind: CaseIterable {
    case mobileAnalytic, dashboard
    case chart, drillDownGroup, treeMapGroup, treeMapLevel, overlayGroup, layer
    case category, series, facet, values, value, display
    case zoomingLevels, zoomingLevel, whatIfColumns, whatIfColumn, chartFilters, filterName
    case dataGrid, gridColumns, gridColumn, gridCharts, gridChart
    case variables, variable, choices, choice, daPanel, variableName
    case filters, filter
    case dashboardLayout, landscape, portrait, layout
    case diagram, node, nodeTo

    /// The name that it has in a file.
    var name: String {
        switch self {
        case .mobileAnalytic: "MobileAnalytic"
        case .dashboard: "Dashboard"
        case .chart, .gridChart: "Chart"
        case .drillDownGroup: "DrillDownGroup"
        case .treeMapGroup: "TreeMapGroup"
        case .treeMapLevel: "TreeMapLevel"
        case .overlayGroup: "OverlayGroup"
        case .layer: "Layer"
        case .category: "Category"
        case .series: "Series"
        case .facet: "Facet"
        case .display: "Display"
        case .values: "Values"
        case .value: "Value"
        case .zoomingLevels: "ZoomingLevels"
        case .zoomingLevel: "ZoomingLevel"
        case .whatIfColumns: "WhatIfColumns"
        case .whatIfColumn, .gridColumn: "Column"
        case .chartFilters, .filters: "Filters"
        case .filterName: "FilterName"
        case .dataGrid: "DataGrid"
        case .gridColumns: "Columns"
        case .gridCharts: "Charts"
        case .variables: "Variables"
        case .variable: "Variable"
        case .choices: "Choices"
        case .choice: "Choice"
        case .daPanel: "DAPanel"
        case .variableName: "VariableName"
        case .filter: "Filter"
        case .dashboardLayout: "DashboardLayout"
        case .landscape: "Landscape"
        case .portrait: "Portrait"
        case .layout: "Layout"
        case .diagram: "Diagram"
        case .node: "Node"
        case .nodeTo: "NodeTo"
        }
    }

    /// The allowed child elements.
    var children: [NodeKind] {
        switch self {
        case .mobileAnalytic: [.dashboard, .dashboardLayout, .diagram]
        case .dashboard:
            [
                .chart, .drillDownGroup, .treeMapGroup, .overlayGroup, .dataGrid, .variables,
                .daPanel, .filters, .diagram,
            ]
        case .chart:
            [
                .category, .series, .facet, .values, .zoomingLevels, .whatIfColumns, .chartFilters,
                .display,
            ]
        case .drillDownGroup: [.chart]
        case .treeMapGroup: [.treeMapLevel]
        case .treeMapLevel: [.category, .values, .chartFilters]
        case .overlayGroup: [.category, .layer, .display]
        case .layer: [.series, .values, .whatIfColumns, .chartFilters]
        case .values: [.value]
        case .zoomingLevels: [.zoomingLevel]
        case .whatIfColumns: [.whatIfColumn]
        case .chartFilters: [.filterName]
        case .dataGrid: [.gridColumns, .gridCharts, .chartFilters]
        case .gridColumns: [.gridColumn]
        case .gridCharts: [.gridChart]
        case .gridChart: [.category, .series, .values]
        case .variables: [.variable]
        case .variable: [.choices]
        case .choices: [.choice]
        case .daPanel: [.variableName]
        case .filters: [.filter]
        case .dashboardLayout: [.landscape, .portrait]
        case .landscape, .portrait: [.layout]
        case .diagram: [.node]
        case .node: [.nodeTo]
        case .category, .series, .facet, .value, .display, .zoomingLevel, .whatIfColumn,
            .filterName,
            .gridColumn,
            .choice, .variableName, .filter, .layout, .nodeTo:
            []
        }
    }

    /// Whether there may be several of it in one place.
    var isRepeatable: Bool {
        switch self {
        case .chart, .drillDownGroup, .treeMapGroup, .treeMapLevel, .overlayGroup, .layer, .value,
            .zoomingLevel, .whatIfColumn, .filterName, .dataGrid, .gridColumn, .gridChart,
            .variable, .choice, .daPanel, .variableName, .filter, .layout, .diagram, .node,
            .nodeTo:
            true
        default: false
        }
    }

    /// The required child elements.
    ///
    /// Zooming charts and some others have further conditions, which are checked when charts are read.
    var requiredChildren: [NodeKind] {
        switch self {
        case .mobileAnalytic: []
        case .chart, .gridChart, .treeMapLevel: [.category, .values]
        case .overlayGroup: [.category, .layer]
        case .layer: [.values]
        case .values: [.value]
        case .dataGrid: [.gridColumns]
        case .gridColumns: [.gridColumn]
        case .drillDownGroup: [.chart]
        case .treeMapGroup: [.treeMapLevel]
        case .zoomingLevels: [.zoomingLevel]
        case .whatIfColumns: [.whatIfColumn]
        case .daPanel: [.variableName]
        case .diagram: [.node]
        default: []
        }
    }
}
