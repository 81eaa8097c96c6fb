extension XMLElement {
    /// The value of an attribute; `nil` if there is none.
    ///
    /// An attribute without a prefix has no namespace, whatever the default namespace is.
    public func attribute(_ name: String, namespace: String = "") -> String? {
        // By index, since iterating would copy the four strings of each attribute.
        let attributes = attributes
        for index in attributes.indices
        where attributes[index].name == name && attributes[index].namespace == namespace {
            return attributes[index].value
        }
        return nil
    }

    /// The first child element with a name; in any namespace if none is given.
    public func child(_ name: String, namespace: String? = nil) -> XMLElement? {
        for case .element(let element) in children where element.isNamed(name, namespace) {
            return element
        }
        return nil
    }

    /// The child elements, in order.
    public var elements: [XMLElement] {
        children.compactMap { if case .element(let element) = $0 { element } else { nil } }
    }

    /// The child elements with a name, in order; in any namespace if none is given.
    public func elements(named name: String, namespace: String? = nil) -> [XMLElement] {
        children.compactMap { node in
            guard case .element(let element) = node, element.isNamed(name, namespace) else {
                return nil
            }
            return element
        }
    }

    /// The text directly inside the element, joined, with its white space.
    public var text: String {
        if children.count == 1, case .text(let text) = children[0] { return text }
        var joined = ""
        for case .text(let text) in children { joined += text }
        return joined
    }

    /// Resolves a qualified name in a value, such as `c:SetStateRequest` in `i:type`.
    ///
    /// A name without a prefix is in the default namespace, as XML Schema says for values. `nil` if the prefix is not
    /// declared.
    public func resolve(_ name: String) -> (namespace: String, name: String)? {
        guard let colon = name.utf8.firstIndex(of: UInt8(ascii: ":")) else {
            return (XMLScope.namespace(of: "", in: scope) ?? "", name)
        }
        let prefix = String(name[..<colon])
        guard !prefix.isEmpty, let uri = XMLScope.namespace(of: prefix, in: scope) else {
            return nil
        }
        return (uri, String(name[name.utf8.index(after: colon)...]))
    }

    private func isNamed(_ name: String, _ namespace: String?) -> Bool {
        self.name == name && (namespace.map { self.namespace == $0 } ?? true)
    }
}
