import PeriluneCore

extension XMLWriter {
    /// Writes an attribute of the element that was just started.
    public mutating func attribute(_ name: String, prefix: String = "", _ value: String) {
        guard isTagOpen else {
            return fail("xml.order", "an attribute follows begin() or another attribute")
        }
        if prefix == "xmlns" || (prefix.isEmpty && name == "xmlns") {
            fail("xml.namespace", "a namespace is declared with namespace()")
        }
        append(" ")
        append(attribute: append(name: name, prefix: prefix), value)
    }

    /// Declares a prefix for the element that was just started and its descendants; the empty prefix is the default
    /// namespace.
    public mutating func namespace(_ prefix: String, _ uri: String) {
        guard isTagOpen else {
            return fail("xml.order", "a namespace follows begin() or an attribute")
        }
        if prefix == "xmlns" || (prefix == "xml") != (uri == XMLScope.xml)
            || uri == "http://www.w3.org/2000/xmlns/" || (uri.isEmpty && !prefix.isEmpty)
        {
            fail("xml.namespace", "the prefix \(prefix) cannot be bound to \(uri)")
        }
        append(" ")
        let name =
            prefix.isEmpty
            ? append(name: "xmlns", prefix: "") : append(name: prefix, prefix: "xmlns")
        if !prefix.isEmpty { declared.append(name.range.lowerBound + 6..<name.range.upperBound) }
        append(attribute: name, uri)
    }

    private mutating func append(attribute name: Name, _ value: String) {
        if attributes.contains(where: { equals($0.range, name.range) }) {
            fail("xml.attributes", "duplicate attribute \(string(name.range))")
        }
        attributes.append(name)
        append("=\"")
        escape(value, XMLEscape.attribute)
        append("\"")
    }

    mutating func closeTag() {
        guard isTagOpen, let element = open.last else { return }
        checkPrefixes(of: element)
        append(">")
        isTagOpen = false
    }

    /// Checks the prefixes of a tag at its end, since declarations may follow the names that use them.
    mutating func checkPrefixes(of element: Open) {
        if !allowsUnboundPrefixes {
            check(element.name)
            for attribute in attributes { check(attribute) }
        }
        attributes.removeAll(keepingCapacity: true)
    }

    private mutating func check(_ name: Name) {
        guard name.prefix > 0 else { return }
        let prefix = name.range.prefix(name.prefix)
        if !declared.contains(where: { equals($0, prefix) }) {
            let text = string(prefix)
            guard text != "xml", text != "xmlns" else { return }
            fail("xml.namespace", "the prefix \(text) is not declared")
        }
    }

    /// Breaks the line before an element or comment, unless it has text beside it.
    mutating func breakLine() {
        guard isIndented, !output.isEmpty else { return }
        if !open.isEmpty {
            guard !open[open.count - 1].isMixed else { return }
            open[open.count - 1].isBroken = true
        }
        breakLine(depth: open.count)
    }

    mutating func breakLine(depth: Int) {
        append("\n")
        for _ in 0..<depth { append("  ") }
    }
}
