/// Limits on the size of a document.
///
/// They alone bound the memory of a document, since entities that expand are refused.
package struct XMLLimits: Sendable {
    /// The maximum size of the document in bytes, as received and as UTF-8; at most 1 GiB.
    package var bytes = 16 << 20
    /// The maximum depth of elements; at most 200, because libxml2 gives up at 256.
    package var depth = 100
    /// The maximum number of elements, attributes, texts and comments together.
    ///
    /// An empty element takes 4 bytes of a document and about 50 bytes of memory.
    package var nodes = 1_000_000
    /// The maximum number of different names, prefixes and namespaces.
    ///
    /// libxml2 finds them in 16,384 lists, so the time grows with the square.
    package var names = 50_000
    /// The maximum number of attributes and namespace declarations of one element.
    ///
    /// libxml2 compares each with all others, so the time grows with the square.
    package var attributes = 256
    /// The maximum number of namespace declarations in scope; each prefix is looked up among all of them.
    package var namespaces = 256
    /// The maximum length of one text or attribute value in bytes; at most 9 MiB, because libxml2 gives up at 10 MB.
    package var text = 8 << 20

    package init() {}
}

/// Options of the parser.
package struct XMLOptions: OptionSet, Sendable {
    /// The options as bits.
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Keeps comments; by default they are dropped, and the texts around them are joined.
    package static let comments = XMLOptions(rawValue: 1)
    /// Accepts a prefix without a declaration: the name keeps its prefix and has no namespace.
    package static let unboundPrefixes = XMLOptions(rawValue: 2)
}
