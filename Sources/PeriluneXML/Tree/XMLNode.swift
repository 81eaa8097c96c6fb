/// Something inside an element.
public enum XMLNode: Equatable, Sendable {
    /// An element.
    case element(XMLElement)
    /// Text, unescaped; a CDATA section is text.
    case text(String)
    /// A comment; a parser keeps them only where it is told to.
    case comment(String)
}
