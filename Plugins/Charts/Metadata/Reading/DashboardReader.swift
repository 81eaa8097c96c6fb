/// Makes a dashboard of nodes that the schema has checked.
///
/// What is wrong becomes an issue and leaves its part out, or as it would be without that attribute.
struct DashboardReader {
    var issues: IssueList
    var dashboard = Dashboard()
    /// Charts and others without a name get one with a number.
    private var unnamed = 0
    /// Whether what is read may be written by a script.
    var mayUseScript = false

    init(_ issues: IssueList) { self.issues = issues }

    mutating func read(_ root: MetadataNode) {
        for child in root.children {
            switch child.name {
            case NodeKind.dashboard.name: readDashboard(child)
            case NodeKind.dashboardLayout.name: dashboard.layout = layout(child)
            case NodeKind.diagram.name: dashboard.items.append(.diagram(diagram(child)))
            default: break
            }
        }
    }

    private mutating func readDashboard(_ node: MetadataNode) {
        for child in node.children {
            switch child.name {
            case NodeKind.chart.name: dashboard.items.append(.chart(chart(child, as: .chart)))
            case NodeKind.drillDownGroup.name: dashboard.items.append(.drillDown(drillDown(child)))
            case NodeKind.treeMapGroup.name: dashboard.items.append(.treeMap(treeMap(child)))
            case NodeKind.overlayGroup.name: dashboard.items.append(.overlay(overlay(child)))
            case NodeKind.dataGrid.name: dashboard.items.append(.grid(grid(child)))
            case NodeKind.daPanel.name: dashboard.items.append(.panel(panel(child)))
            case NodeKind.diagram.name: dashboard.items.append(.diagram(diagram(child)))
            case NodeKind.variables.name: readVariables(child)
            case NodeKind.filters.name: dashboard.filters = filters(child)
            default: break
            }
        }
    }

    /// The name of a node, or a generated unique one.
    mutating func name(_ node: MetadataNode) -> String {
        if let name = string(node, "Name") { return name }
        unnamed += 1
        return "\(node.name) \(unnamed)"
    }
}
