import PeriluneCore
import PeriluneLua

/// Makes nodes of metadata of the table that a Lua file returns.
struct DefinitionReader {
    private let file: EvaluatedFile
    private(set) var issues: [ChartIssue] = []

    init(_ file: EvaluatedFile) { self.file = file }

    mutating func root() -> MetadataNode {
        var root = MetadataNode(NodeKind.mobileAnalytic.name, place: place(""))
        var dashboard = MetadataNode(NodeKind.dashboard.name, place: place(""))
        for member in members(of: file.value, DefinitionField.ofDashboard, "dashboard", "") {
            let nodes = self.nodes(member.value, member.field, at: member.name)
            if case .node(.dashboardLayout) = member.field {
                root.children += nodes
            } else {
                dashboard.children += nodes
            }
        }
        root.children.insert(dashboard, at: 0)
        return root
    }

    /// The fields of a table that are known; the others are reported.
    private mutating func members(
        of value: Value, _ known: [(name: String, field: DefinitionField)], _ what: String,
        _ path: String
    ) -> [(name: String, field: DefinitionField, value: Value)] {
        var found: [(name: String, field: DefinitionField, value: Value)] = []
        for member in value.object?.pairs ?? [] where member.value != .null {
            let (name, value) = (member.name, member.value)
            if let field = known.first(where: { $0.name == name })?.field {
                found.append((name, field, value))
            } else if name != DefinitionField.nodeName {
                report(
                    "unknown field '\(name.prefix(80))' of \(what)",
                    NearestName.hint(for: name, in: known.map(\.name)), join(path, name))
            }
        }
        return found
    }

    /// The nodes of a field.
    private mutating func nodes(
        _ value: Value, _ field: DefinitionField, at path: String
    ) -> [MetadataNode] {
        switch field {
        case .attribute: return []
        case .node(let kind): return [node(value, kind, path)]
        case .items:
            return elements(of: value).enumerated().compactMap { index, item in
                let path = "\(path)[\(index + 1)]"
                return kind(of: item, path).map { node(item, $0, path) }
            }
        case .list(let kind, let container):
            let nodes = elements(of: value).enumerated().map { index, element in
                node(element, kind, value.array == nil ? path : "\(path)[\(index + 1)]")
            }
            guard let container else { return nodes }
            return [MetadataNode(container.name, children: nodes, place: place(path))]
        }
    }

    /// A list may be written as its only element; an empty table is an empty list.
    private func elements(of value: Value) -> [Value] {
        value.array ?? (value.object?.pairs.isEmpty == true ? [] : [value])
    }

    private mutating func kind(of item: Value, _ path: String) -> NodeKind? {
        guard let named = item[DefinitionField.nodeName] else { return .chart }
        let known = DefinitionField.nodesOfItems
        if let kind = known.first(where: { $0.name == named.string }) { return kind }
        let names = known.map(\.name)
        report(
            "'\(named.string ?? named.json)' is not a node of a dashboard",
            NearestName.hint(for: named.string ?? "", in: names)
                ?? "write one of \(names.joined(separator: ", "))",
            join(path, DefinitionField.nodeName))
        return nil
    }

    private mutating func node(_ value: Value, _ kind: NodeKind, _ path: String) -> MetadataNode {
        var node = MetadataNode(kind.name, place: place(path))
        if let main = kind.mainAttribute, let text = value.string {
            node.attributes.append(.init(main, text))
            return node
        }
        guard value.object != nil || value.array?.isEmpty == true else {
            let expected = kind.mainAttribute == nil ? "a table" : "a text or a table"
            report("<\(kind.name)> must be \(expected), not \(value.json.prefix(80))", nil, path)
            return node
        }
        let known = DefinitionField.fields(of: kind)
        for member in members(of: value, known, "<\(kind.name)>", path) {
            let path = join(path, member.name)
            guard case .attribute(let name) = member.field else {
                node.children += nodes(member.value, member.field, at: path)
                continue
            }
            if let text = text(member.value) ?? list(member.value, name, kind) {
                node.attributes.append(.init(name, text))
            } else {
                report(
                    "\(member.name) of <\(kind.name)> must be a text, a number or a boolean",
                    nil, path)
            }
        }
        return node
    }

    private func text(_ value: Value) -> String? {
        switch value {
        case .string(let text): text
        case .bool(let truth): truth ? "1" : "0"
        case .integer(let number): "\(number)"
        case .number(let number): .number(number)
        case .null, .array, .object: nil
        }
    }

    /// Joins several names with the separator of metadata.
    private func list(_ value: Value, _ attribute: String, _ kind: NodeKind) -> String? {
        guard case .list(let separator)? = AttributeMeaning(attribute, of: kind)?.values,
            let names = value.array
        else { return nil }
        return names.compactMap(text).joined(separator: String(separator))
    }

    private mutating func report(_ reason: String, _ hint: String?, _ path: String) {
        let place = file.place(of: path)
        issues.append(
            ChartIssue(
                .unrecognized(node: path, line: place.line ?? 0), at: place, reason: reason,
                hint: hint))
    }

    private func place(_ path: String) -> MetadataPlace {
        let place = file.place(of: path)
        return MetadataPlace(line: place.line ?? 0, column: place.column ?? 0)
    }

    private func join(_ path: String, _ name: String) -> String {
        path.isEmpty ? name : "\(path).\(name)"
    }
}
