/// A child of an element.
public enum XMLNode: Equatable, Sendable {
    /// An element.
    case element(XMLElement)
    /// Text, unescaped; a CDATA section is text.
    case text(String)
    /// A comment; a parser keeps comments only with ``XMLOptions/comments``.
    case comment(String)
}
