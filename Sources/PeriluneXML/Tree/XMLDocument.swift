/// A parsed document: its nodes in the order of the document, and the names and texts that they share.
///
/// Elements are views of their document. A document is a few arrays, so that neither reading nor dropping it takes an
/// allocation for each node.
final class XMLDocument: Sendable {
    /// An element, a text or a comment.
    ///
    /// Indices have 32 bits, because documents are limited to 1 GiB.
    struct Node {
        enum Kind { case element, text, comment }

        var kind: Kind
        /// The index of its name in `names`; of elements only.
        var name: Int32 = 0
        /// The index of its namespaces in `scopes`; of elements only, and -1 if none are declared.
        var scope: Int32 = -1
        /// The offset in the source at which its first tag ends; of elements only.
        var tagEnd: UInt32 = 0
        /// The attributes of an element, or the characters of a text or comment.
        var contents: Range<Int32>
        /// The index behind its last descendant.
        var end: Int32
    }

    /// A name of elements and attributes.
    struct Name {
        var local: String
        var namespace: String
        var prefix: String
    }

    struct Attribute {
        var name: Int32
        /// The characters of its value.
        var value: Range<Int32>
    }

    let nodes: [Node]
    let attributes: [Attribute]
    let names: [Name]
    let scopes: [XMLScope]
    /// All texts, comments and values of attributes, unescaped.
    private let characters: [UInt8]
    let lines: XMLLines

    init(
        nodes: [Node], attributes: [Attribute], names: [Name], scopes: [XMLScope],
        characters: [UInt8], source: [UInt8]
    ) {
        assert(nodes.first?.kind == .element && nodes.first?.end == Int32(nodes.count))
        self.nodes = nodes
        self.attributes = attributes
        self.names = names
        self.scopes = scopes
        self.characters = characters
        lines = XMLLines(of: source)
    }

    /// The first sibling from a node on that meets a condition; `end` if there is none.
    func sibling(from first: Int32, to end: Int32, where isWanted: (Node) -> Bool) -> Int32 {
        var index = first
        while index < end, !isWanted(nodes[Int(index)]) { index = nodes[Int(index)].end }
        return index
    }

    /// The characters of a text, a comment or the value of an attribute.
    func string(_ range: Range<Int32>) -> String {
        withBytes(range) { String(decoding: $0, as: UTF8.self) }
    }

    /// Calls a function with the characters of a text, a comment or the value of an attribute.
    func withCharacters<Result>(_ range: Range<Int32>, _ body: (Span<UInt8>) -> Result) -> Result {
        withBytes(range) { body($0.span) }
    }

    private func withBytes<Result>(
        _ range: Range<Int32>, _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        characters.withUnsafeBufferPointer {
            body(.init(rebasing: $0[Int(range.lowerBound)..<Int(range.upperBound)]))
        }
    }
}
