import PeriluneCore

/// The tables of `charts.define { … }`, for editors: from the same declarations as the reference.
enum DefinitionClasses {
    /// The table that `charts.define` gets.
    static let dashboard = "charts.Dashboard"

    static var all: [HostModule.Class] {
        let kinds = NodeKind.allCases.filter {
            ![.mobileAnalytic, .dashboard].contains($0) && !$0.isList
        }
        return [
            HostModule.Class(
                dashboard, "A dashboard: charts and others, variables, filters, places.",
                DefinitionField.ofDashboard.map(field))
        ]
            + kinds.map { kind in
                let node = HostModule.Field(
                    "\(DefinitionField.nodeName)?", "\"\(kind.name)\"", "Which node it is.")
                return HostModule.Class(
                    name(kind), "<\(kind.name)> of a dashboard.",
                    (DefinitionField.nodesOfItems.contains(kind) ? [node] : [])
                        + kind.attributes.map { field($0, of: kind) }
                        + DefinitionField.fields(of: kind).compactMap {
                            if case .attribute = $0.field { nil } else { field($0) }
                        })
            }
    }

    private static func field(_ named: (name: String, field: DefinitionField)) -> HostModule.Field {
        let (type, summary) =
            switch named.field {
            case .attribute: ("any", "")
            case .node(let kind): (type(kind), "<\(kind.name)>.")
            case .list(let kind, _): ("(\(type(kind)))[]", "All <\(kind.name)>.")
            case .items:
                (
                    "(\(DefinitionField.nodesOfItems.map(name).joined(separator: "|")))[]",
                    "Charts and others, each with its node; without one it is a Chart."
                )
            }
        return HostModule.Field("\(named.name)?", type, summary)
    }

    private static func field(
        _ attribute: NodeKind.Attribute, of kind: NodeKind
    ) -> HostModule.Field {
        let meaning = AttributeMeaning(attribute.name, of: kind)
        let name = attribute.name.startingSmall
        return HostModule.Field(
            attribute.isRequired ? name : "\(name)?", meaning?.values.luaType ?? "any",
            meaning?.summary ?? "")
    }

    /// The type of a node: a table, or a text as its short form.
    private static func type(_ kind: NodeKind) -> String {
        kind.mainAttribute == nil ? name(kind) : "string|\(name(kind))"
    }

    private static func name(_ kind: NodeKind) -> String {
        "charts.\("\(kind)".prefix(1).uppercased())\("\(kind)".dropFirst())"
    }
}

extension NodeKind {
    /// Whether a field holds the nodes in it as a list.
    fileprivate var isList: Bool {
        attributes.isEmpty && children.count == 1 && children[0].isRepeatable
            && ![.drillDownGroup, .treeMapGroup].contains(self)
    }
}

extension AttributeMeaning.Values {
    fileprivate var luaType: String {
        switch self {
        case .text: "string|number"
        case .expression: "string|number"
        case .number: "number"
        case .truth: "boolean"
        case .whole: "integer"
        case .choice(let names): names.map { "\"\($0)\"" }.joined(separator: "|")
        case .list: "string[]"
        }
    }
}
