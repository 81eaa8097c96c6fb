import PeriluneCore

extension SessionState {
    /// The state without parts that the dashboard no longer has, since metadata may have changed since it was saved.
    func fitted(to dashboard: Dashboard) -> SessionState {
        var fitted = SessionState()
        fitted.filters = filters.filter { dashboard.filter(named: $0.key) != nil }
        fitted.variables = variables.filter { name, value in
            guard let variable = dashboard.variable(named: name) else { return false }
            return (try? variable.check(value)) != nil
        }
        for (name, state) in items {
            guard let item = dashboard.item(named: name) else { continue }
            fitted[name] = state.fitted(to: item)
        }
        return fitted
    }
}

extension ItemState {
    fileprivate func fitted(to item: Dashboard.Item) -> ItemState {
        var state = self
        state.drills = Array(drills.prefix(item.levelCount - 1))
        let levels = item.zoomingChart(in: state)?.zoomingLevels.count ?? 1
        state.level = min(max(0, level), levels - 1)
        if case .diagram(let diagram) = item {
            state.nodes = nodes.filter { change in
                diagram.node(named: change.node) != nil
                    && InfluenceEntry.value(change.value, from: 1) != nil
            }
            state.selectedNode = selectedNode.flatMap { diagram.node(named: $0)?.name }
        } else {
            state.nodes = []
            state.selectedNode = nil
        }
        return state
    }
}
