package import PeriluneCore

/// Seeks the number of one node, the lever, that gives another one, the goal, a wanted number.
package struct GoalSeek: Sendable {
    /// The number of the lever, or the reason why there is none.
    package var answer: Answer
    /// How much the goal moves for each unit of each node that it depends on; a node that cannot be moved,
    /// because the goal has no number then, is left out.
    package var sensitivities: [String: Double]
    /// The number of times the diagram was computed.
    package var evaluations: Int

    /// The result of the search.
    package enum Answer: Sendable, Hashable {
        case solved(Double)
        /// The lever does not move the goal.
        case flat
        /// The goal does not pass the wanted number anywhere near.
        case noBracket
        /// Only a number outside the bounds would do.
        case outsideBounds(Double)
    }

    /// Creates a search; without bounds, the lever is varied by up to ten times its own size.
    package init(
        _ state: InfluenceState, goal: String, target: Double, lever: String,
        bounds: ClosedRange<Double>? = nil
    ) throws(PeriluneError) {
        let model = state.model
        guard let goalIndex = model.number(of: goal), let leverIndex = model.number(of: lever)
        else {
            let name = model.number(of: goal) == nil ? goal : lever
            throw PeriluneError("chart.diagram.node", "there is no node \(name)")
        }
        let causes = model.causes(of: [goalIndex])
        guard causes.contains(leverIndex) else {
            throw PeriluneError(
                "chart.diagram.lever", "node \(goal) does not depend on node \(lever)",
                hint:
                    "the node depends on \(causes.map { model.nodes[$0].name }.sorted().joined(separator: ", "))"
            )
        }
        guard target.isFinite else {
            throw PeriluneError("chart.diagram.value", "a goal must be a number")
        }
        var search = LeverSearch(state, goal: goalIndex, lever: leverIndex, target: target)
        let start = state.values[leverIndex]
        answer = search.solve(from: start.isFinite ? start : 0, bounds: bounds)
        evaluations = search.evaluations
        sensitivities = [:]
        for cause in causes {
            var slope = LeverSearch(state, goal: goalIndex, lever: cause, target: target)
            if let value = slope.slope(at: state.values[cause]) {
                sensitivities[model.nodes[cause].name] = value
            }
        }
    }
}
