extension Diagram {
    /// An influence diagram: numbers that depend on each other.
    public init(_ name: String, query: String, @ListBuilder<Node> _ nodes: () -> [Node]) {
        self.init(name: name)
        self.query = query
        self.nodes = nodes()
    }
}

extension Diagram.Node {
    /// A node.
    ///
    /// - Parameters:
    ///   - name: The column of the query with its value.
    ///   - text: The name that users read.
    ///   - parents: The nodes that it belongs to.
    ///   - expression: Computes it from other nodes; `nil` for an input.
    ///   - format: How it is written.
    ///   - charts: The charts that show more of it.
    ///   - isDefault: Whether it is the root, which is drawn with emphasis; without one, the first node without parents is.
    public init(
        _ name: String, _ text: String, parents: [String] = [], expression: String? = nil,
        format: ValueFormat = .general, charts: [String] = [], isDefault: Bool = false
    ) {
        self.init(name: name)
        self.text = text
        self.parents = parents
        self.expression = expression
        self.format = format.attributes.format
        self.charts = charts
        self.isDefault = isDefault
    }
}
