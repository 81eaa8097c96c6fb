/// The type of an object: `ttp` of a link, `ortp` of a prompt.
///
/// Two numbers have two names each: 1 and 10. The type alone does not tell a filter from a custom
/// group; the sub-type does.
public struct EditLinkObjectType: EditLinkCode {
    /// The number.
    public let rawValue: Int

    /// Makes a code from any number.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Unknown.
    public static let unknown = EditLinkObjectType(rawValue: -1)
    /// Report.
    public static let report = EditLinkObjectType(rawValue: 3)
    /// Document.
    public static let document = EditLinkObjectType(rawValue: 55)
    /// Attribute.
    public static let attribute = EditLinkObjectType(rawValue: 12)
    /// Metric.
    public static let metric = EditLinkObjectType(rawValue: 4)
    /// Attribute form.
    public static let attributeForm = EditLinkObjectType(rawValue: 21)
    /// Prompt.
    public static let prompt = EditLinkObjectType(rawValue: 10)
    /// Folder.
    public static let folder = EditLinkObjectType(rawValue: 8)
    /// Consolidation.
    public static let consolidation = EditLinkObjectType(rawValue: 47)
    /// Custom group.
    public static let customGroup = EditLinkObjectType(rawValue: 1)
    /// Filter.
    public static let filter = EditLinkObjectType(rawValue: 1)
    /// Dimension.
    public static let dimension = EditLinkObjectType(rawValue: 14)
    /// Search.
    public static let search = EditLinkObjectType(rawValue: 39)
    /// External link.
    public static let externalLink = EditLinkObjectType(rawValue: 67)
    /// External object.
    public static let externalObject = EditLinkObjectType(rawValue: 68)
    /// Fact.
    public static let fact = EditLinkObjectType(rawValue: 13)
    /// Template.
    public static let template = EditLinkObjectType(rawValue: 2)
    /// Prompt filter.
    public static let promptFilter = EditLinkObjectType(rawValue: 10)

    /// The named numbers.
    public static let named: [(value: Int, name: String)] = [
        (-1, "unknown"),
        (3, "report"),
        (55, "document"),
        (12, "attribute"),
        (4, "metric"),
        (21, "attribute form"),
        (10, "prompt"),
        (8, "folder"),
        (47, "consolidation"),
        (1, "custom group"),
        (1, "filter"),
        (14, "dimension"),
        (39, "search"),
        (67, "external link"),
        (68, "external object"),
        (13, "fact"),
        (2, "template"),
        (10, "prompt filter"),
    ]
}
