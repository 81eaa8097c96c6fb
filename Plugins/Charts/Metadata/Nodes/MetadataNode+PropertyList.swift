import PeriluneCore
package import PeriluneXML

extension MetadataNode {
    /// The key of a dictionary whose value is the name of the node.
    static let nameKey = "MetaName"

    /// The node of a dictionary: `MetaName`, strings for attributes, dictionaries for children.
    package init(_ list: PropertyList) throws(ChartIssue) {
        guard let members = list.members else {
            throw ChartIssue(
                .other("expected a node, got a \(list.kind)"), at: list.place,
                hint: "a node must be a dict with a string MetaName")
        }
        guard let name = list[Self.nameKey]?.string else {
            throw ChartIssue(
                .other("a dictionary without \(Self.nameKey)"), at: list.place,
                hint: "\(Self.nameKey) is the name of the node")
        }
        self.init(name, place: MetadataPlace(line: list.line, column: list.column))
        var found: [(key: String, node: MetadataNode)] = []
        for member in members where member.key != Self.nameKey {
            if let text = member.value.scalarText {
                attributes.append(Attribute(member.key, text))
            } else {
                found.append((member.key, try MetadataNode(member.value)))
            }
        }
        children = Self.inOrder(found)
    }

    /// The same node as a dictionary; the keys of children count from 1.
    ///
    /// Names of attributes do not start with a digit, so the keys are unique.
    package var propertyList: PropertyList {
        var members: [PropertyList.Member] = [.init(Self.nameKey, .init(.string(name)))]
        for attribute in attributes {
            members.append(.init(attribute.name, .init(.string(attribute.value))))
        }
        for (index, child) in children.filter({ !$0.isText }).enumerated() {
            members.append(.init("\(index + 1)", child.propertyList))
        }
        return PropertyList(.dictionary(members))
    }

    /// Children by the number that their keys end in: dictionaries that scripts build have no order.
    static func inOrder(_ children: [(key: String, node: MetadataNode)]) -> [MetadataNode] {
        let numbered = children.enumerated().map { position, child in
            (
                number: Int(trailingDigits(of: child.key)) ?? .max, position: position,
                node: child.node
            )
        }
        return numbered.sorted { ($0.number, $0.position) < ($1.number, $1.position) }.map(\.node)
    }

    private static func trailingDigits(of key: String) -> String {
        String(
            decoding: key.utf8.reversed().prefix { (48...57).contains($0) }.reversed(),
            as: UTF8.self)
    }
}

extension PropertyList {
    /// The text of the value as an attribute in XML; `nil` for values that cannot be attributes.
    fileprivate var scalarText: String? {
        switch content {
        case .string(let text): text
        case .integer(let number): "\(number)"
        case .real(let number): "\(number)"
        case .boolean(let truth): truth ? "1" : "0"
        case .date(let time): time.description
        case .array, .dictionary: nil
        }
    }
}
