extension Diagram {
    var node: MetadataNode {
        MetadataNode(.diagram, ["Name": name, "Query": query], nodes.map(\.node))
    }
}

extension Diagram.Node {
    fileprivate var node: MetadataNode {
        MetadataNode(
            .node,
            [
                "Name": name, "Text": text, "ParentNode": .list(parents, ","),
                "Expression": expression, "Format": format, "Charts": .list(charts, ","),
                "Default": .truth(isDefault),
            ], targets.map { MetadataNode(.nodeTo, ["Name": $0.name]) })
    }
}
