extension MetadataNode {
    /// Creates a node with the attributes that have a text.
    init(
        _ kind: NodeKind, _ attributes: KeyValuePairs<String, String?>,
        _ children: [MetadataNode] = []
    ) {
        self.init(kind.name, attributes, children: children)
        self.attributes.removeAll(where: \.value.isEmpty)
    }
}

extension String? {
    /// A number as metadata write it.
    static func number(_ number: Double?) -> String? {
        number.map { Int64(exactly: $0).map(String.init) ?? "\($0)" }
    }

    static func number(_ number: Int?) -> String? { number.map(String.init) }

    /// A switch that is off by default.
    static func truth(_ isOn: Bool) -> String? { isOn ? "1" : nil }

    /// Names with a separator between them.
    static func list(_ names: [String], _ separator: String) -> String? {
        names.isEmpty ? nil : names.joined(separator: separator)
    }
}
