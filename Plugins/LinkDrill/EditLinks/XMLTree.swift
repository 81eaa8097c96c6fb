/// An element of a small XML document, with all its contents.
public struct XMLTree: Hashable, Sendable {
    /// The name as written, with its prefix.
    public var name: String
    /// The attributes by name, each once: their order in a document means nothing.
    public private(set) var attributes: [Attribute]
    /// The children in order; white space between elements is dropped.
    public var children: [Node]

    /// An attribute of an element.
    public struct Attribute: Hashable, Sendable {
        /// The name.
        public var name: String
        /// The value, unescaped.
        public var value: String

        /// Makes an attribute.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Something inside an element.
    public enum Node: Hashable, Sendable {
        /// An element.
        case element(XMLTree)
        /// Text, unescaped.
        case text(String)
        /// A comment.
        case comment(String)
    }

    /// Makes an element.
    public init(_ name: String, _ attributes: [Attribute] = [], children: [Node] = []) {
        self.name = name
        self.attributes = []
        self.children = children
        for attribute in attributes { self[attribute.name] = attribute.value }
    }

    /// The value of an attribute; setting `nil` removes it.
    public subscript(name: String) -> String? {
        get { attributes.first { $0.name == name }?.value }
        set {
            let index = attributes.firstIndex { $0.name == name }
            switch (index, newValue) {
            case (let index?, let value?): attributes[index].value = value
            case (let index?, nil): attributes.remove(at: index)
            case (nil, let value?):
                let place = attributes.firstIndex { $0.name > name } ?? attributes.endIndex
                attributes.insert(Attribute(name, value), at: place)
            case (nil, nil): break
            }
        }
    }

    /// The child elements of a name, in order.
    public func elements(named name: String) -> [XMLTree] {
        children.compactMap { node in
            guard case .element(let element) = node, element.name == name else { return nil }
            return element
        }
    }

    /// All elements of a name at any depth, in the order of the document.
    func descendants(named name: String) -> [XMLTree] {
        children.flatMap { node -> [XMLTree] in
            guard case .element(let element) = node else { return [] }
            return (element.name == name ? [element] : []) + element.descendants(named: name)
        }
    }

    /// Changes the elements at the end of a path of names, in place.
    mutating func update(_ path: ArraySlice<String>, _ body: (inout XMLTree) -> Void) {
        guard let name = path.first else {
            body(&self)
            return
        }
        for index in children.indices {
            guard case .element(var element) = children[index], element.name == name else {
                continue
            }
            element.update(path.dropFirst(), body)
            children[index] = .element(element)
        }
    }
}
