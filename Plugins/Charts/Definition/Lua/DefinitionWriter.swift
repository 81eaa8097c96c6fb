import PeriluneCore

/// Writes metadata as a Lua file that defines the same dashboard.
struct DefinitionWriter {
    /// The file.
    static func text(_ dashboard: Dashboard) -> String {
        let root = dashboard.node
        let nodes = (root.children.first?.children ?? []) + root.children.dropFirst()
        var fields: [Part.Field] = []
        for (name, field) in DefinitionField.ofDashboard {
            guard let part = part(of: nodes, field) else { continue }
            fields.append(.init(name: name, value: part))
        }
        return """
            local charts = require "charts"

            return charts.define \(Part.table(fields).text(indent: 0, isTop: true))

            """
    }

    /// A value of Lua.
    fileprivate indirect enum Part {
        case plain(String)
        case list([Part])
        case table([Field])

        struct Field {
            var name: String
            var value: Part
        }
    }

    private static func part(of nodes: [MetadataNode], _ field: DefinitionField) -> Part? {
        switch field {
        case .attribute: return nil
        case .items:
            let items = nodes.compactMap { node in
                DefinitionField.nodesOfItems.first { $0.name == node.name }.map { kind in
                    let fields = fields(of: node, kind)
                    let name = Part.plain(kind.name.literal)
                    return Part.table(
                        kind == .chart
                            ? fields
                            : [.init(name: DefinitionField.nodeName, value: name)] + fields)
                }
            }
            return items.isEmpty ? nil : .list(items)
        case .node(let kind):
            return nodes.first { $0.name == kind.name }.map { part(of: $0, kind) }
        case .list(let kind, let container):
            let found =
                container.map { container in
                    nodes.first { $0.name == container.name }?.children ?? []
                } ?? nodes.filter { $0.name == kind.name }
            return found.isEmpty ? nil : .list(found.map { part(of: $0, kind) })
        }
    }

    private static func part(of node: MetadataNode, _ kind: NodeKind) -> Part {
        if let main = kind.mainAttribute, node.attributes.map(\.name) == [main],
            let text = node[main]
        {
            return .plain(text.literal)
        }
        return .table(fields(of: node, kind))
    }

    private static func fields(of node: MetadataNode, _ kind: NodeKind) -> [Part.Field] {
        let attributes = node.attributes.map { attribute in
            Part.Field(
                name: attribute.name.startingSmall,
                value: value(attribute.value, AttributeMeaning(attribute.name, of: kind)?.values))
        }
        return attributes
            + DefinitionField.fields(of: kind).compactMap { name, field in
                part(of: node.children, field).map { Part.Field(name: name, value: $0) }
            }
    }

    /// A text as the type that the attribute has, if it is written as Lua writes it.
    private static func value(_ text: String, _ values: AttributeMeaning.Values?) -> Part {
        switch values {
        case .number, .whole:
            let isPlain = text.utf8.allSatisfy { "0123456789.+-e".utf8.contains($0) }
            return .plain(isPlain && !text.isEmpty ? text : text.literal)
        case .truth where text == "1": return .plain("true")
        case .truth where text == "0": return .plain("false")
        case .list(let separator):
            return .list(
                text.split(separator: separator).map { .plain(String($0).literal) })
        default: return .plain(text.literal)
        }
    }
}

extension DefinitionWriter.Part {
    /// On one line if it fits.
    fileprivate func text(indent: Int, isTop: Bool = false) -> String {
        let line = line
        if !isTop, indent + line.utf8.count <= 96 { return line }
        let inner = String(repeating: " ", count: indent + 2)
        let parts: [String]
        switch self {
        case .plain(let text): return text
        case .list(let elements): parts = elements.map { $0.text(indent: indent + 2) }
        case .table(let fields):
            parts = fields.map { "\($0.name) = \($0.value.text(indent: indent + 2))" }
        }
        return "{\n" + parts.map { "\(inner)\($0),\n" }.joined()
            + String(repeating: " ", count: indent) + "}"
    }

    private var line: String {
        switch self {
        case .plain(let text): text
        case .list(let elements): "{ \(elements.map(\.line).joined(separator: ", ")) }"
        case .table(let fields):
            "{ \(fields.map { "\($0.name) = \($0.value.line)" }.joined(separator: ", ")) }"
        }
    }
}
