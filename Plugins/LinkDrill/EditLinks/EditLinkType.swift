/// The type of a link: `lt`.
public struct EditLinkType: EditLinkCode {
    /// The number.
    public let rawValue: Int

    /// Makes a code from any number.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Reserved.
    public static let reserved = EditLinkType(rawValue: 0)
    /// Hyperlink.
    public static let hyperlink = EditLinkType(rawValue: 1)
    /// Image.
    public static let image = EditLinkType(rawValue: 2)
    /// Tooltip.
    public static let tooltip = EditLinkType(rawValue: 3)
    /// URL.
    public static let url = EditLinkType(rawValue: 4)
    /// HTML.
    public static let html = EditLinkType(rawValue: 5)
    /// Resolved hyperlinks.
    public static let resolvedHyperlinks = EditLinkType(rawValue: 6)
    /// End of the list.
    public static let lastOne = EditLinkType(rawValue: 7)

    /// The named numbers.
    public static let named: [(value: Int, name: String)] = [
        (0, "reserved"),
        (1, "hyperlink"),
        (2, "image"),
        (3, "tooltip"),
        (4, "URL"),
        (5, "HTML"),
        (6, "resolved hyperlinks"),
        (7, "end of the list"),
    ]
}
