extension DashboardReader {
    mutating func layout(_ node: MetadataNode) -> DashboardLayout {
        var layout = DashboardLayout()
        layout.place = node.place
        layout.scale = choice(node, "Scale", DashboardLayout.Scale.self) ?? .percent
        for child in node.children {
            let screen = screen(child)
            if child.name == NodeKind.landscape.name {
                layout.landscape = screen
            } else {
                layout.portrait = screen
            }
        }
        return layout
    }

    private mutating func screen(_ node: MetadataNode) -> DashboardLayout.Screen {
        var screen = DashboardLayout.Screen()
        screen.place = node.place
        screen.contentWidth = length(node, "ContentWidth")
        screen.contentHeight = length(node, "ContentHeight")
        for child in node.children {
            guard let name = string(child, "Name") else { continue }
            let top = double(child, "Top")
            let left = double(child, "Left")
            let width = length(child, "Width")
            let height = length(child, "Height")
            guard let top, let left, let width, let height else { continue }
            var frame = DashboardLayout.Frame(
                name: name, top: top, left: left, width: width, height: height)
            frame.place = child.place
            screen.frames.append(frame)
        }
        return screen
    }

    private mutating func length(_ node: MetadataNode, _ name: String) -> Double? {
        guard let number = double(node, name) else { return nil }
        // No screen is larger, and pictures cost memory by the square.
        guard number > 0, number <= 20_000 else {
            reportInvalidValue(node, name, hint: "write a number above 0 and up to 20000")
            return nil
        }
        return number
    }

    mutating func diagram(_ node: MetadataNode) -> Diagram {
        var diagram = Diagram(name: name(node))
        diagram.place = node.place
        diagram.query = string(node, "Query")
        for child in node.children {
            guard let name = string(child, "Name") else { continue }
            if diagram.node(named: name) != nil {
                reportInvalidValue(
                    child, "Name", reason: "duplicate node \(name)",
                    hint: "the first one is used")
                continue
            }
            diagram.nodes.append(self.node(child, name))
        }
        for child in node.children { checkEdges(of: child, in: diagram) }
        return diagram
    }

    private mutating func node(_ node: MetadataNode, _ name: String) -> Diagram.Node {
        var result = Diagram.Node(name: name)
        result.place = node.place
        result.text = string(node, "Text") ?? name
        result.format = format(node)
        result.expression = string(node, "Expression")
        result.parents = names(node, "ParentNode")
        result.charts = names(node, "Charts")
        result.isDefault = bool(node, "Default") ?? false
        result.targets = references(node)
        return result
    }

    /// Names with commas between them.
    private func names(_ node: MetadataNode, _ attribute: String) -> [String] {
        (node[attribute] ?? "").split(separator: ",").map { trimmed(String($0)) }
            .filter { !$0.isEmpty }
    }

    private mutating func checkEdges(of node: MetadataNode, in diagram: Diagram) {
        for parent in names(node, "ParentNode") where diagram.node(named: parent) == nil {
            undefined(node, "ParentNode", parent)
        }
        for child in node.children {
            if let name = string(child, "Name"), diagram.node(named: name) == nil {
                undefined(child, "Name", name)
            }
        }
    }
}
