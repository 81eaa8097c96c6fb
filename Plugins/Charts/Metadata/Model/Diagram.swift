/// An influence diagram: what depends on what, down to the measures that nothing computes.
public struct Diagram: Sendable, Hashable {
    /// The name by which scripts, layouts and addresses know it.
    package var name: String
    /// The query whose row has a column for each node; `nil` if the metadata names none.
    package var query: String?
    /// The nodes in the order of the file, which is also their number in ``InfluenceModel``.
    package var nodes: [Node] = []
    package var place = MetadataPlace()

    package init(name: String) { self.name = name }

    /// A node: a number that depends on others, or on none.
    public struct Node: Sendable, Hashable {
        /// The name in expressions, and of the column of the query.
        package var name: String
        /// The title in the box of the node.
        package var text = ""
        /// The name of a format, see ``ValueFormat``; empty for the usual one.
        package var format = ""
        /// The expression that computes it from other nodes; `nil` if its value only comes from the query.
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

    /// The first node of a name.
    package func node(named name: String) -> Node? { nodes.first { $0.name == name } }
}
