/// An influence diagram: what depends on what, down to the measures that nothing computes.
public struct Diagram: Sendable, Hashable {
    package var name: String
    package var query: String?
    package var nodes: [Node] = []
    package var place = MetadataPlace()

    package init(name: String) { self.name = name }

    /// A node: a number that depends on others, or on none.
    public struct Node: Sendable, Hashable {
        package var name: String
        package var text = ""
        package var format = ""
        /// How it is computed from other nodes; `nil` for one that only the query knows.
        package var expression: String?
        /// The names in `ParentNode`.
        package var parents: [String] = []
        /// The nodes that the `NodeTo` children name: the same edges once more.
        package var targets: [Chart.Reference] = []
        /// The charts that open from it.
        package var charts: [String] = []
        /// Whether it is the root.
        package var isDefault = false
        package var place = MetadataPlace()

        package init(name: String) { self.name = name }
    }

    package func node(named name: String) -> Node? { nodes.first { $0.name == name } }
}
