/// Collects the elements in the braces of a ``Dashboard``, a ``Chart`` or a group, including those in `if` and `for`.
@resultBuilder
public enum ListBuilder<Element> {
    /// A list of one element.
    public static func buildExpression(_ element: Element) -> [Element] { [element] }
    /// Elements of a list.
    public static func buildExpression(_ elements: [Element]) -> [Element] { elements }
    /// Elements one after the other.
    public static func buildBlock(_ elements: [Element]...) -> [Element] {
        elements.flatMap(\.self)
    }
    /// Elements of an `if` without `else`.
    public static func buildOptional(_ elements: [Element]?) -> [Element] { elements ?? [] }
    /// Elements of an `if`.
    public static func buildEither(first elements: [Element]) -> [Element] { elements }
    /// Elements of an `else`.
    public static func buildEither(second elements: [Element]) -> [Element] { elements }
    /// Elements of a `for`.
    public static func buildArray(_ elements: [[Element]]) -> [Element] { elements.flatMap(\.self) }
}
