/// The type of a prompt: `pt`.
///
/// The vendor has two enumerations of prompt types. In the object model of its headers 1 is a
/// boolean prompt and 2 a number; in edit links 1 is a constant and 2 asks for elements. This is the
/// edit links' own: the example of their documentation has `pt="2"` beside an attribute as origin,
/// which is an element prompt.
public struct EditLinkPromptType: EditLinkCode {
    /// The number.
    public let rawValue: Int

    /// Makes a code from any number.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Unsupported.
    public static let unsupported = EditLinkPromptType(rawValue: 0)
    /// Constant.
    public static let constant = EditLinkPromptType(rawValue: 1)
    /// Elements.
    public static let elements = EditLinkPromptType(rawValue: 2)
    /// Expression.
    public static let expression = EditLinkPromptType(rawValue: 3)
    /// Objects.
    public static let objects = EditLinkPromptType(rawValue: 4)
    /// Dimensionality.
    public static let dimty = EditLinkPromptType(rawValue: 5)

    /// The named numbers.
    public static let named: [(value: Int, name: String)] = [
        (0, "unsupported"),
        (1, "constant"),
        (2, "elements"),
        (3, "expression"),
        (4, "objects"),
        (5, "dimensionality"),
    ]
}
