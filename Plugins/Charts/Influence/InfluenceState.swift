package import PeriluneCore

/// The current numbers of a diagram: those of the data, with the changes of users.
///
/// A value: copies are independent, and the pins are all that must be kept to make it anew.
package struct InfluenceState: Sendable {
    /// The diagram that the numbers belong to.
    package let model: InfluenceModel
    /// The values by node; NaN if there is none.
    package private(set) var values: [Double]
    /// The values in the data.
    package private(set) var baseline: [Double]
    /// Nodes that were set by hand: their expressions rest until the next reset.
    package private(set) var pins: Set<Int> = []
    /// The issues of the data.
    package let issues: [ChartIssue]
    /// Shown at a node, by name.
    package var alerts: [String: Int] = [:]
    /// The name of the node that the user has selected; `nil` for none.
    package var selection: String?

    /// Creates a state with the numbers of a row, from 0.
    ///
    /// No value in the data is recomputed, even if its expression gives another one.
    package init(_ model: InfluenceModel, _ table: Table, row: Int = 0) {
        self.model = model
        var values = [Double](repeating: .nan, count: model.nodes.count)
        var issues: [ChartIssue] = []
        var missing: [Int] = []
        let query = model.diagram.query ?? ""
        for (index, node) in model.nodes.enumerated() {
            if case .numbers(let numbers)? = table[node.name]?.cells, numbers.indices.contains(row),
                numbers[row].isFinite
            {
                values[index] = numbers[row]
            } else if node.isComputed {
                missing.append(index)
            } else if table[node.name] == nil, table.count > 0 {
                issues.append(
                    ChartIssue(
                        .missingColumn(
                            chart: model.diagram.name, query: query, column: node.name)))
            }
        }
        if !(0..<table.count).contains(row) {
            issues.append(ChartIssue(.emptyTable(chart: model.diagram.name, query: query)))
        }
        self.values = values
        let unknown = Set(missing)
        for index in model.order where unknown.contains(index) {
            let (value, issue) = model.compute(index, values)
            values[index] = value
            if let issue { issues.append(issue) }
        }
        self.values = values
        baseline = values
        self.issues = issues
    }

    /// The result of a change.
    package struct ChangeResult: Sendable {
        /// The nodes whose values have changed, with the new values; NaN if there is none any more.
        package var values: [String: Double]
        /// The issues of nodes that could not be computed, whose values are NaN.
        package var issues: [ChartIssue]
    }

    /// The current value of a node; `nil` if the node does not exist, NaN if it has no value.
    package func value(of name: String) -> Double? { model.number(of: name).map { values[$0] } }

    /// Sets nodes by hand, and computes the nodes that depend on them; all others stay as they are.
    ///
    /// A node that is set keeps its number, even if it has an expression, until `reset`.
    package mutating func change(_ numbers: [String: Double]) throws(PeriluneError) -> ChangeResult
    {
        var set: [(Int, Double)] = []
        for (name, number) in numbers {
            guard let index = model.number(of: name) else {
                throw PeriluneError("chart.diagram.node", "there is no node \(name)")
            }
            guard number.isFinite else {
                throw PeriluneError(
                    "chart.diagram.value", "the value of node \(name) must be a number")
            }
            set.append((index, number))
        }
        let before = values
        for (index, number) in set {
            values[index] = number
            pins.insert(index)
        }
        let issues = compute(model.effects(of: set.map(\.0)))
        return ChangeResult(values: difference(to: before), issues: issues)
    }

    /// Resets all changes.
    package mutating func reset() -> ChangeResult {
        let before = values
        values = baseline
        pins = []
        return ChangeResult(values: difference(to: before), issues: [])
    }

    /// Computes every node that has an expression and was not set by hand, whatever the data said.
    package mutating func recalculate() -> ChangeResult {
        let before = values
        let issues = compute(Set(model.nodes.indices))
        return ChangeResult(values: difference(to: before), issues: issues)
    }

    /// Whether the data of a node are not what its expression makes of the others' data.
    package func disagrees(_ index: Int) -> Bool {
        guard model.nodes[index].isComputed, !pins.contains(index) else { return false }
        return !Self.isSame(model.compute(index, values).value, values[index])
    }

    private mutating func compute(_ nodes: Set<Int>) -> [ChartIssue] {
        var issues: [ChartIssue] = []
        for index in model.order
        where nodes.contains(index) && model.nodes[index].isComputed && !pins.contains(index) {
            let (value, issue) = model.compute(index, values)
            values[index] = value
            if let issue { issues.append(issue) }
        }
        return issues
    }

    private func difference(to before: [Double]) -> [String: Double] {
        var result: [String: Double] = [:]
        for (index, value) in values.enumerated() where !Self.isSame(value, before[index]) {
            result[model.nodes[index].name] = value
        }
        return result
    }

    /// Within what a computation in another order would change.
    private static func isSame(_ one: Double, _ other: Double) -> Bool {
        one == other || one.isNaN && other.isNaN
            || abs(one - other) <= 1e-12 * max(abs(one), abs(other))
    }
}

extension InfluenceState {
    /// The value of a node if these values were set, for `GoalSeek`; neither is pinned.
    func value(
        of goal: Int, setting lever: Int, to number: Double, computing nodes: [Int]
    ) -> Double {
        var values = values
        values[lever] = number
        for index in nodes { values[index] = model.compute(index, values).value }
        return values[goal]
    }
}

extension InfluenceModel {
    /// Evaluates the expression of a node with these numbers.
    func compute(_ index: Int, _ values: [Double]) -> (value: Double, issue: ChartIssue?) {
        let node = nodes[index]
        guard let expression = node.expression else { return (values[index], nil) }
        let (value, issue) = expression.evaluate(
            slots: node.causes.map { .numbers(.one(values[$0])) })
        let told = issue.map { issue in
            ChartIssue(
                .expression(
                    chart: diagram.name, expression: diagram.nodes[index].expression ?? "", row: 1),
                reason: "node \(node.name): \(issue.message)")
        }
        return (value, told)
    }
}
