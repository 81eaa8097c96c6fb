/// A node of metadata: what XML calls an element and a property list a dictionary with a `MetaName`.
package struct MetadataNode: Sendable, Hashable {
    package var name: String
    package var attributes: [Attribute]
    package var children: [MetadataNode]
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

    package struct Attribute: Sendable, Hashable {
        package var name: String
        package var value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    package subscript(attribute: String) -> String? {
        attributes.first { $0.name == attribute }?.value
    }
}

extension MetadataNode {
    /// A node with those of the attributes that have a value.
    init(
        _ name: String, _ attributes: KeyValuePairs<String, String?>,
        children: [MetadataNode] = []
    ) {
        let given = attributes.compactMap { name, value in value.map { Attribute(name, $0) } }
        self.init(name, attributes: given, children: children)
    }
}
