extension XMLElement {
    /// The value of an attribute; `nil` if there is none.
    ///
    /// An attribute without a prefix has no namespace, whatever the default namespace is.
    public func attribute(_ name: String, namespace: String = "") -> String? {
        for index in node.contents {
            let attribute = document.attributes[Int(index)]
            if document.isNamed(attribute.name, name, namespace) {
                return document.string(attribute.value)
            }
        }
        return nil
    }

    /// The children in order, with all white space.
    public var children: XMLNodes { XMLNodes(parent: self) }

    /// The child elements, in order.
    public var elements: XMLElements { XMLElements(of: self) }

    /// The first child element with a name; in any namespace if none is given.
    public func child(_ name: String, namespace: String? = nil) -> XMLElement? {
        let end = node.end
        let found = document.sibling(from: index + 1, to: end) {
            $0.kind == .element && document.isNamed($0.name, name, namespace)
        }
        return found < end ? XMLElement(document, found) : nil
    }

    /// The child elements with a name, in order; in any namespace if none is given.
    public func elements(named name: String, namespace: String? = nil) -> [XMLElement] {
        elements.filter { document.isNamed($0.node.name, name, namespace) }
    }

    /// The text directly inside the element, joined, with its white space.
    public var text: String {
        if let onlyText { return document.string(onlyText) }
        var joined = ""
        for case .text(let text) in children { joined += text }
        return joined
    }

    /// Calls a function with the text directly inside the element.
    package func withText<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        if let onlyText { return document.withCharacters(onlyText, body) }
        return body(text.utf8Span.span)
    }

    /// The characters of the child of an element whose only child is text.
    private var onlyText: Range<Int32>? {
        let end = node.end
        guard index + 1 < end else { return nil }
        let child = document.nodes[Int(index + 1)]
        return child.kind == .text && child.end == end ? child.contents : nil
    }

    /// Resolves a qualified name in a value, such as `c:SetStateRequest` in `i:type`.
    ///
    /// A name without a prefix is in the default namespace, as XML Schema says for values. `nil` if the prefix is not
    /// declared.
    public func resolve(_ name: String) -> (namespace: String, name: String)? {
        guard let colon = name.utf8.firstIndex(of: UInt8(ascii: ":")) else {
            return (XMLScope.namespace(of: "", in: scope) ?? "", name)
        }
        let prefix = String(Substring(name.utf8[..<colon]))
        guard !prefix.isEmpty, let uri = XMLScope.namespace(of: prefix, in: scope) else {
            return nil
        }
        return (uri, String(Substring(name.utf8[name.utf8.index(after: colon)...])))
    }
}

extension XMLDocument {
    /// Whether the name at an index is this one; in any namespace if none is given.
    fileprivate func isNamed(_ index: Int32, _ name: String, _ namespace: String?) -> Bool {
        let index = Int(index)
        guard names[index].local == name else { return false }
        return namespace.map { names[index].namespace == $0 } ?? true
    }
}
