import PeriluneCore

/// The dependencies of a diagram: its nodes by number, their compiled expressions, and the order in which they are
/// computed.
package struct InfluenceModel: Sendable {
    /// The diagram as the metadata declares it.
    package let diagram: Diagram
    /// The nodes of the diagram in its order; the index of a node is its number.
    package let nodes: [Node]
    /// All nodes, each one after those it is computed from.
    let order: [Int]
    /// The default node: what all others lead to.
    package let root: Int?
    /// From a cause to its effect, each once.
    package let edges: [DiagramPicture.Edge]
    /// The issues of the diagram, which works nevertheless.
    package let issues: [ChartIssue]
    private let numbers: [String: Int]

    /// A node with its causes and effects.
    package struct Node: Sendable {
        /// Case-sensitive, as expressions write it.
        package let name: String
        /// `nil` for a node that only data know.
        let expression: CompiledExpression?
        /// The nodes that the names in the expression refer to.
        let causes: [Int]
        package fileprivate(set) var effects: [Int] = []

        /// Whether it has a valid expression; other nodes take their numbers from the data.
        package var isComputed: Bool { expression != nil }
    }

    package init(_ diagram: Diagram) {
        var builder = InfluenceBuilder(diagram)
        builder.compile()
        self.diagram = diagram
        order = builder.order()
        var nodes = builder.parts.enumerated().map { index, part in
            Node(
                name: diagram.nodes[index].name, expression: part.expression, causes: part.causes)
        }
        for (effect, node) in nodes.enumerated() {
            for cause in node.causes { nodes[cause].effects.append(effect) }
        }
        self.nodes = nodes
        edges = builder.edges()
        root = builder.root()
        numbers = builder.numbers
        issues = builder.issues
    }

    /// The number of a node, whose name is case-sensitive.
    package func number(of name: String) -> Int? { numbers[name] }

    /// All nodes that depend on these, directly or not.
    func effects(of causes: some Sequence<Int>) -> Set<Int> { reached(from: causes) { $0.effects } }

    /// All nodes that these depend on, directly or not.
    func causes(of effects: some Sequence<Int>) -> Set<Int> { reached(from: effects) { $0.causes } }

    private func reached(from start: some Sequence<Int>, _ next: (Node) -> [Int]) -> Set<Int> {
        var found: Set<Int> = []
        var open = start.flatMap { next(nodes[$0]) }
        while let node = open.popLast() {
            guard found.insert(node).inserted else { continue }
            open += next(nodes[node])
        }
        return found
    }
}
