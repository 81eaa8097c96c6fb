/// An element of an XML document, with its attributes and children.
///
/// Names are compared as XML Namespaces requires: by local name and namespace, never by prefix. The prefix is kept
/// only for writing the element back unchanged.
public struct XMLElement: Sendable {
    private var contents: Contents

    /// The contents of an element, behind one reference because trees are copied and destroyed node by node.
    ///
    /// `@unchecked Sendable`: it is modified only through an element that holds the only reference.
    private final class Contents: @unchecked Sendable {
        var name: String
        var namespace: String
        var prefix: String
        var attributes: [Attribute]
        var children: [XMLNode]
        let scope: XMLScope?
        // 32 bits each, because documents are limited in size and a tree stores many elements.
        let start: (line: UInt32, column: UInt32)

        init(
            _ name: String, _ namespace: String, _ prefix: String, _ attributes: [Attribute],
            _ children: [XMLNode], _ scope: XMLScope?, _ start: (line: UInt32, column: UInt32)
        ) {
            self.name = name
            self.namespace = namespace
            self.prefix = prefix
            self.attributes = attributes
            self.children = children
            self.scope = scope
            self.start = start
        }
    }

    /// The contents for modification, copied if they are shared.
    private var own: Contents {
        mutating get {
            if !isKnownUniquelyReferenced(&contents) {
                contents = Contents(
                    name, namespace, prefix, attributes, children, scope, contents.start)
            }
            return contents
        }
    }

    /// The local name: `Envelope` of `<s:Envelope>`.
    public var name: String {
        get { contents.name }
        set { own.name = newValue }
    }
    /// The namespace of the name; empty for none.
    public var namespace: String {
        get { contents.namespace }
        set { own.namespace = newValue }
    }
    /// The prefix as written; empty for none.
    public var prefix: String {
        get { contents.prefix }
        set { own.prefix = newValue }
    }
    /// The attributes in the order of the document, without namespace declarations.
    public var attributes: [Attribute] {
        get { contents.attributes }
        set { own.attributes = newValue }
    }
    /// The children in order, with all white space.
    public var children: [XMLNode] {
        get { contents.children }
        _modify { yield &own.children }
    }
    /// The namespaces in scope of this element.
    package var scope: XMLScope? { contents.scope }

    /// Makes an element.
    public init(
        _ name: String, namespace: String = "", prefix: String = "", attributes: [Attribute] = [],
        children: [XMLNode] = []
    ) {
        contents = Contents(name, namespace, prefix, attributes, children, nil, (0, 0))
    }

    init(
        _ name: String, namespace: String, prefix: String, attributes: [Attribute],
        scope: XMLScope?, line: UInt32, column: UInt32
    ) {
        contents = Contents(name, namespace, prefix, attributes, [], scope, (line, column))
    }

    /// The line of its `<`, from 1; 0 for an element that no parser made.
    public var line: Int { Int(contents.start.line) }

    /// The column of its `<` in bytes of UTF-8, from 1; 0 for an element that no parser made.
    public var column: Int { Int(contents.start.column) }

    /// An attribute of an element.
    public struct Attribute: Hashable, Sendable {
        /// The local name: `type` of `i:type`.
        public var name: String
        /// The namespace of the name; empty for none, as for all attributes without a prefix.
        public var namespace: String
        /// The prefix as written; empty for none.
        public var prefix: String
        /// The value, unescaped.
        public var value: String

        /// Makes an attribute.
        public init(
            _ name: String, namespace: String = "", prefix: String = "", _ value: String
        ) {
            self.name = name
            self.namespace = namespace
            self.prefix = prefix
            self.value = value
        }
    }
}

extension XMLElement: Equatable {
    /// Whether two elements are equal; prefixes, the order of attributes and positions are ignored.
    public static func == (left: XMLElement, right: XMLElement) -> Bool {
        left.name == right.name && left.namespace == right.namespace
            && left.attributes.count == right.attributes.count
            && left.attributes.allSatisfy { attribute in
                right.attribute(attribute.name, namespace: attribute.namespace) == attribute.value
            }
            && left.children == right.children
    }
}
