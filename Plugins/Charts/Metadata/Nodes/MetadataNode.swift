/// A node of metadata: what XML calls an element and a property list a dictionary with a `MetaName`.
package struct MetadataNode: Sendable, Hashable {
    /// Case-sensitive; not every name is one of ``NodeKind``.
    package var name: String
    /// In the order of the file.
    package var attributes: [Attribute]
    /// In the order of the file.
    package var children: [MetadataNode]
    /// The position of the node, for issues.
    package var place: MetadataPlace

    package init(
        _ name: String, attributes: [Attribute] = [], children: [MetadataNode] = [],
        place: MetadataPlace = MetadataPlace()
    ) {
        self.name = name
        self.attributes = attributes
        self.children = children
        self.place = place
    }

    /// An attribute: a name, which is case-sensitive, and its value without escapes.
    package struct Attribute: Sendable, Hashable {
        package var name: String
        package var value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The value of the first attribute of a name; `nil` if there is none.
    package subscript(attribute: String) -> String? {
        attributes.first { $0.name == attribute }?.value
    }
}

extension MetadataNode {
    /// Creates a node with the attributes that have a value.
    init(
        _ name: String, _ attributes: KeyValuePairs<String, String?>,
        children: [MetadataNode] = []
    ) {
        let given = attributes.compactMap { name, value in value.map { Attribute(name, $0) } }
        self.init(name, attributes: given, children: children)
    }
}
