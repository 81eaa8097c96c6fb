/// How large a document may be.
///
/// What a document costs is bounded by these alone: entities that unfold are refused.
package struct XMLLimits: Sendable {
    /// The document in bytes, as it came and as UTF-8; at most 1 GiB.
    package var bytes = 16 << 20
    /// How deep elements are nested; at most 200, because libxml2 gives up at 256.
    package var depth = 100
    /// Elements, attributes, texts and comments together: an empty element takes 4 bytes of a
    /// document and some 100 of memory.
    package var nodes = 1_000_000
    /// Attributes and declarations of namespaces of one element.
    ///
    /// libxml2 compares each with all
    /// others, so the time grows with the square.
    package var attributes = 256
    /// Declarations of namespaces in scope at any place; each prefix is searched among all of them.
    package var namespaces = 256
    /// One text or attribute value in bytes; at most 9 MiB, because libxml2 gives up at 10 MB.
    package var text = 8 << 20

    package init() {}
}

/// What a parser does otherwise than by default.
package struct XMLOptions: OptionSet, Sendable {
    /// The options as bits.
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Comments are kept; by default they vanish, and the text around them is one.
    package static let comments = XMLOptions(rawValue: 1)
    /// A prefix without a declaration is no error: the name has no namespace, but its prefix.
    package static let unboundPrefixes = XMLOptions(rawValue: 2)
}
