import PeriluneCore

/// Compares nodes with what their kinds may hold, and hands on only that, spelt as the guide does.
struct SchemaCheck {
    var issues: IssueList
    private var suggestions = 0

    /// A file of a thousand misspelt names would take their product with the names there are.
    private static let mostSuggestions = 50

    init(_ issues: IssueList) { self.issues = issues }

    mutating func checked(_ node: MetadataNode, as kind: NodeKind) -> MetadataNode {
        var checked = MetadataNode(kind.name, place: node.place)
        checked.attributes = attributes(of: node, kind)
        for attribute in kind.attributes
        where attribute.isRequired && checked[attribute.name] == nil {
            issues.add(
                .missingAttribute(
                    node: kind.name, attribute: attribute.name, line: node.place.line),
                at: node.place)
        }
        for child in node.children {
            guard !child.isText else {
                issues.add(
                    .unrecognized(node: kind.name, line: child.place.line), at: child.place,
                    reason: "text in <\(kind.name)> has no effect")
                continue
            }
            guard let known = kind.children.first(where: { $0.name == child.name }) else {
                issues.add(
                    .unrecognized(node: shown(child.name), line: child.place.line),
                    at: child.place,
                    reason: "unknown node <\(shown(child.name))> in <\(kind.name)>",
                    hint: hint(child.name, kind.children.map(\.name)))
                continue
            }
            guard known.isRepeatable || !checked.children.contains(where: { $0.name == known.name })
            else {
                issues.add(
                    .unrecognized(node: known.name, line: child.place.line), at: child.place,
                    reason: "duplicate <\(known.name)> in <\(kind.name)>; the first one is used")
                continue
            }
            checked.children.append(self.checked(child, as: known))
        }
        for child in kind.requiredChildren
        where !checked.children.contains(where: { $0.name == child.name }) {
            issues.add(
                .missingNode(node: child.name, line: node.place.line), at: node.place,
                reason: "<\(kind.name)> has no <\(child.name)>")
        }
        return checked
    }

    private mutating func attributes(
        of node: MetadataNode, _ kind: NodeKind
    ) -> [MetadataNode.Attribute] {
        let known = kind.attributes
        var found: [MetadataNode.Attribute] = []
        for attribute in node.attributes {
            let value = trimmed(attribute.value)
            if known.contains(where: { $0.name == attribute.name }) {
                found.append(.init(attribute.name, value))
            } else if let meant = known.first(where: { $0.aliases.contains(attribute.name) }) {
                issues.add(
                    .unrecognized(node: kind.name, line: node.place.line), at: node.place,
                    reason: "\(attribute.name) of <\(kind.name)> is read as \(meant.name)",
                    hint: "write \(meant.name)")
                if node[meant.name] == nil { found.append(.init(meant.name, value)) }
            } else {
                issues.add(
                    .unrecognized(node: kind.name, line: node.place.line), at: node.place,
                    reason: "unknown attribute \(shown(attribute.name)) of <\(kind.name)>",
                    hint: hint(attribute.name, known.map(\.name)))
            }
        }
        return found
    }

    private mutating func hint(_ name: String, _ names: [String]) -> String? {
        suggestions += 1
        guard suggestions <= Self.mostSuggestions else { return nil }
        return NearestName.hint(for: name, in: names)
    }

    private func shown(_ name: String) -> String {
        name.utf8.count > 80 ? "\(name.prefix(80))…" : name
    }
}

/// The text without white space at its ends.
func trimmed(_ text: String) -> String {
    let start = text.drop(while: \.isWhitespace)
    guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...end])
}
