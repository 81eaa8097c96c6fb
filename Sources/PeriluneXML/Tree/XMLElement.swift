/// An element of an XML document, with its attributes and children.
///
/// Names are compared as XML Namespaces requires: by local name and namespace, never by prefix. The prefix is kept
/// only for writing the element back unchanged.
///
/// An element keeps its whole document in memory.
public struct XMLElement: Sendable {
    let document: XMLDocument
    /// Its index in the nodes of the document.
    let index: Int32

    init(_ document: XMLDocument, _ index: Int32) {
        assert(document.nodes[Int(index)].kind == .element)
        self.document = document
        self.index = index
    }

    var node: XMLDocument.Node { document.nodes[Int(index)] }

    /// The local name: `Envelope` of `<s:Envelope>`.
    public var name: String { document.names[Int(node.name)].local }
    /// The namespace of the name; empty for none.
    public var namespace: String { document.names[Int(node.name)].namespace }
    /// The prefix as written; empty for none.
    public var prefix: String { document.names[Int(node.name)].prefix }

    /// The attributes in the order of the document, without namespace declarations.
    public var attributes: [Attribute] {
        node.contents.map { index in
            let attribute = document.attributes[Int(index)]
            let name = document.names[Int(attribute.name)]
            return Attribute(
                name: name.local, namespace: name.namespace, prefix: name.prefix,
                value: document.string(attribute.value))
        }
    }

    /// The namespaces in scope of this element.
    package var scope: XMLScope? {
        let scope = node.scope
        return scope < 0 ? nil : document.scopes[Int(scope)]
    }

    /// The line and column of its `<`, found with one search.
    package var place: (line: Int, column: Int) {
        document.lines.place(ofTagEndingAt: node.tagEnd)
    }

    /// The line of its `<`, from 1.
    public var line: Int { place.line }

    /// The column of its `<` in bytes of UTF-8, from 1.
    public var column: Int { place.column }

    /// An attribute of an element.
    public struct Attribute: Hashable, Sendable {
        /// The local name: `type` of `i:type`.
        public let name: String
        /// The namespace of the name; empty for none, as for all attributes without a prefix.
        public let namespace: String
        /// The prefix as written; empty for none.
        public let prefix: String
        /// The value, unescaped.
        public let value: String
    }
}
