/// A child of an element.
public enum XMLNode: Sendable {
    /// An element.
    case element(XMLElement)
    /// Text, unescaped; a CDATA section is text.
    case text(String)
    /// A comment; a parser keeps comments only with ``XMLOptions/comments``.
    case comment(String)
}

/// The children of an element, in order.
public struct XMLNodes: Sequence, Sendable {
    let parent: XMLElement

    /// Iterates over the children.
    public func makeIterator() -> Iterator {
        Iterator(of: parent)
    }

    /// An iterator over the children of an element.
    public struct Iterator: IteratorProtocol {
        private let document: XMLDocument
        private var index: Int32
        private let end: Int32

        fileprivate init(of parent: XMLElement) {
            document = parent.document
            index = parent.index + 1
            end = parent.node.end
        }

        /// The next child; `nil` after the last.
        public mutating func next() -> XMLNode? {
            guard index < end else { return nil }
            let node = document.nodes[Int(index)]
            defer { index = node.end }
            return switch node.kind {
            case .element: .element(XMLElement(document, index))
            case .text: .text(document.string(node.contents))
            case .comment: .comment(document.string(node.contents))
            }
        }
    }
}
