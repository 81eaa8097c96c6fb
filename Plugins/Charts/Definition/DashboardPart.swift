/// Something that a ``Dashboard`` consists of: a chart, a group, a table, a variable, a filter, the layout.
///
/// A type of your own can add several parts that belong together.
public protocol DashboardPart: Sendable {
    /// Adds the part.
    func add(to dashboard: inout Dashboard)
}

extension Dashboard: DashboardPart {
    /// A dashboard of these parts.
    public init(@ListBuilder<any DashboardPart> _ parts: () -> [any DashboardPart]) {
        self.init()
        for part in parts() { part.add(to: &self) }
    }

    /// Adds all parts of this dashboard to another one.
    public func add(to dashboard: inout Dashboard) {
        dashboard.items += items
        dashboard.variables += variables
        dashboard.filters += filters
        if let layout { dashboard.layout = layout }
    }
}

extension Chart: DashboardPart {
    /// Adds the chart.
    public func add(to dashboard: inout Dashboard) { dashboard.items.append(.chart(self)) }
}

extension DrillDownGroup: DashboardPart {
    /// Adds the group.
    public func add(to dashboard: inout Dashboard) { dashboard.items.append(.drillDown(self)) }
}

extension TreeMapGroup: DashboardPart {
    /// Adds the group.
    public func add(to dashboard: inout Dashboard) { dashboard.items.append(.treeMap(self)) }
}

extension OverlayGroup: DashboardPart {
    /// Adds the group.
    public func add(to dashboard: inout Dashboard) { dashboard.items.append(.overlay(self)) }
}

extension DataGrid: DashboardPart {
    /// Adds the table.
    public func add(to dashboard: inout Dashboard) { dashboard.items.append(.grid(self)) }
}

extension DAPanel: DashboardPart {
    /// Adds the panel.
    public func add(to dashboard: inout Dashboard) { dashboard.items.append(.panel(self)) }
}

extension Diagram: DashboardPart {
    /// Adds the diagram.
    public func add(to dashboard: inout Dashboard) { dashboard.items.append(.diagram(self)) }
}

extension Variable: DashboardPart {
    /// Adds the variable.
    public func add(to dashboard: inout Dashboard) { dashboard.variables.append(self) }
}

extension Filter: DashboardPart {
    /// Adds the filter.
    public func add(to dashboard: inout Dashboard) { dashboard.filters.append(self) }
}

extension DashboardLayout: DashboardPart {
    /// Sets the layout.
    public func add(to dashboard: inout Dashboard) { dashboard.layout = self }
}
