/// The child elements of an element, in order.
public struct XMLElements: Collection, Sendable {
    private let document: XMLDocument
    /// The first child element.
    public let startIndex: Index
    /// The end of the parent.
    public let endIndex: Index

    init(of parent: XMLElement) {
        document = parent.document
        let end = parent.node.end
        startIndex = Index(node: Self.element(document, parent.index + 1, end))
        endIndex = Index(node: end)
    }

    /// The place of an element in the document.
    public struct Index: Comparable, Sendable {
        fileprivate let node: Int32

        /// Whether an element comes before another.
        public static func < (left: Index, right: Index) -> Bool { left.node < right.node }
    }

    /// The element at a place.
    public subscript(index: Index) -> XMLElement { XMLElement(document, index.node) }

    /// The place of the next element.
    public func index(after index: Index) -> Index {
        let next = document.nodes[Int(index.node)].end
        return Index(node: Self.element(document, next, endIndex.node))
    }

    /// The first element among the siblings from a node on.
    private static func element(_ document: XMLDocument, _ first: Int32, _ end: Int32) -> Int32 {
        document.sibling(from: first, to: end) { $0.kind == .element }
    }
}
