package import PeriluneCore
package import PeriluneXML

extension MetadataNode {
    /// The node of an element.
    ///
    /// Text inside says nothing in metadata: it becomes a child without a name.
    package init(_ element: XMLElement) {
        let (line, column) = element.place
        self.init(
            element.name,
            // Attributes with a namespace, such as xsi:schemaLocation, are not part of the metadata.
            attributes: element.attributes.filter(\.namespace.isEmpty).map {
                Attribute($0.name, $0.value)
            },
            place: MetadataPlace(line: line, column: column))
        for child in element.children {
            switch child {
            case .element(let element): children.append(MetadataNode(element))
            case .text(let text) where !text.allSatisfy(\.isWhitespace):
                children.append(MetadataNode("", place: place))
            case .text, .comment: break
            }
        }
    }

    /// The node and all below it as an XML document, one element a line.
    ///
    /// - Throws: `xml.name` or `xml.character` for what XML cannot hold.
    package func xml() throws(PeriluneError) -> [UInt8] {
        var writer = XMLWriter(indented: true)
        writer.declaration()
        write(to: &writer)
        return try writer.finish()
    }

    private func write(to writer: inout XMLWriter) {
        writer.begin(name)
        for attribute in attributes { writer.attribute(attribute.name, attribute.value) }
        for child in children where !child.isText { child.write(to: &writer) }
        writer.end()
    }

    /// Whether it is text between elements.
    var isText: Bool { name.isEmpty }
}
