package import PeriluneCore

extension MetadataNode {
    /// The deepest that a dictionary may be nested: far more than metadata has levels.
    private static let mostDepth = 32

    /// The node of a dictionary as scripts and JSON write it: like a property list, or with all children
    /// in one array `Children`.
    package init(_ value: Value) throws(ChartIssue) { try self.init(value, depth: 1) }

    private init(_ value: Value, depth: Int) throws(ChartIssue) {
        guard depth <= Self.mostDepth else {
            throw ChartIssue(.other("nodes are nested more than \(Self.mostDepth) deep"))
        }
        guard let members = value.object, let name = members[Self.nameKey]?.string else {
            throw ChartIssue(
                .other("a node must be a dictionary with a string \(Self.nameKey)"),
                hint: "\(Self.nameKey) is the name of the node, such as Chart")
        }
        self.init(name)
        var found: [(key: String, node: MetadataNode)] = []
        var listed: [MetadataNode] = []
        for member in members.pairs where member.name != Self.nameKey {
            switch member.value {
            case .null: break
            case .bool(let truth): attributes.append(Attribute(member.name, truth ? "1" : "0"))
            case .integer(let number): attributes.append(Attribute(member.name, "\(number)"))
            case .number(let number): attributes.append(Attribute(member.name, "\(number)"))
            case .string(let text): attributes.append(Attribute(member.name, text))
            case .array(let nodes):
                for node in nodes { listed.append(try MetadataNode(node, depth: depth + 1)) }
            case .object:
                found.append((member.name, try MetadataNode(member.value, depth: depth + 1)))
            }
        }
        children = Self.inOrder(found) + listed
    }

    /// The node as a dictionary, as in its property list.
    package var value: Value {
        var members = Value.Members([(Self.nameKey, .string(name))])
        for attribute in attributes { members[attribute.name] = .string(attribute.value) }
        for (index, child) in children.filter({ !$0.isText }).enumerated() {
            members["\(index + 1)"] = child.value
        }
        return .object(members)
    }
}
