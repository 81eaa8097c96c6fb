package import PeriluneCore

extension Session {
    /// The what-if columns of an item for the selected category; empty if nothing is selected.
    func whatIf(
        of item: Dashboard.Item
    ) async -> (category: String, values: [(column: WhatIfColumn, value: Double, before: Double)])?
    {
        let state = state[item.name]
        guard
            let category = state.categories.union(state.selected.map(\.category)).sorted().first
        else { return nil }
        var builder = builder(nil)
        return (category, await builder.whatIfValues(of: item, category: category))
    }

    /// The value of one node at which another one reaches a number, from the current state of the diagram.
    package func goalSeek(
        _ diagram: String, goal: String, target: Double, lever: String,
        bounds: ClosedRange<Double>? = nil
    ) async throws(PeriluneError) -> GoalSeek {
        guard case .diagram(let found) = dashboard.item(named: diagram) else {
            throw SessionState.unknown("diagram", diagram, dashboard.diagrams.map(\.name))
        }
        var builder = builder(nil)
        let influence: InfluenceState
        do throws(FigureFailure) {
            influence = try await builder.influence(of: found)
        } catch {
            throw error.issue?.error ?? PeriluneError("charts.seek", error.text)
        }
        return try GoalSeek(
            influence, goal: goal, target: target, lever: lever, bounds: bounds)
    }
}
