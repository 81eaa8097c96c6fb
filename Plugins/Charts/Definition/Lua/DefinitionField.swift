/// A field of a table in `charts.define { … }`, and its equivalent in the metadata.
///
/// The names are those of attributes and nodes with a lower-case first letter; `values` contains the nodes in
/// `<Values>`, and `layers` several nodes `<Layer>`.
enum DefinitionField {
    /// An attribute, by the name under which metadata have it.
    case attribute(String)
    /// A node.
    case node(NodeKind)
    /// A list of nodes, in a node of their own or in none.
    case list(NodeKind, in: NodeKind?)
    /// The charts, groups and others of a dashboard.
    case items

    /// The fields of a node by name, in the order of the reference.
    static func fields(of kind: NodeKind) -> [(name: String, field: DefinitionField)] {
        kind.attributes.flatMap { [$0.name] + $0.aliases }
            .map { ($0.startingSmall, .attribute($0)) }
            + kind.children.map(\.field)
    }

    /// The fields of the table that `charts.define` gets.
    static let ofDashboard: [(name: String, field: DefinitionField)] =
        [("items", .items)]
        + [NodeKind.variables, .filters, .dashboardLayout].map(\.field)

    /// What a dashboard may have in `items`; each names its node, and without it is a chart.
    static let nodesOfItems = NodeKind.dashboard.children.filter(\.isRepeatable)

    /// The field of an item that names its node.
    static let nodeName = "node"
}

extension NodeKind {
    fileprivate var field: (String, DefinitionField) {
        if isRepeatable { return ("\(name.startingSmall)s", .list(self, in: nil)) }
        guard attributes.isEmpty, children.count == 1, let element = children.first,
            element.isRepeatable
        else { return (name.startingSmall, .node(self)) }
        return (name.startingSmall, .list(element, in: self))
    }

    /// The attribute that a text sets in place of a table.
    var mainAttribute: String? {
        switch self {
        case .category, .series, .facet: "Column"
        case .value: "Expression"
        case .choice: "Value"
        case .filterName, .variableName, .nodeTo: "Name"
        default: nil
        }
    }
}

extension String {
    var startingSmall: String { prefix(1).lowercased() + dropFirst() }
}
