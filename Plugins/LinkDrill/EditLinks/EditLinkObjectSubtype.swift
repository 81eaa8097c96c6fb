/// The sub-type of a link's target: `tstp`.
///
/// The high byte is the type, so 768 (0x300) is a kind of report (3).
public struct EditLinkObjectSubtype: EditLinkCode {
    /// The number.
    public let rawValue: Int

    /// Makes a code from any number.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Unknown.
    public static let unknown = EditLinkObjectSubtype(rawValue: -1)
    /// Report as graph.
    public static let reportGraph = EditLinkObjectSubtype(rawValue: 0x301)
    /// Report as grid.
    public static let reportGrid = EditLinkObjectSubtype(rawValue: 0x300)
    /// Report as grid and graph.
    public static let reportGridAndGraph = EditLinkObjectSubtype(rawValue: 0x306)
    /// Filter.
    public static let filter = EditLinkObjectSubtype(rawValue: 0x100)
    /// Metric.
    public static let metric = EditLinkObjectSubtype(rawValue: 0x400)
    /// Folder.
    public static let folder = EditLinkObjectSubtype(rawValue: 0x800)
    /// Attribute.
    public static let attribute = EditLinkObjectSubtype(rawValue: 0xC00)
    /// Attribute form.
    public static let attributeForm = EditLinkObjectSubtype(rawValue: 0x1500)
    /// Document.
    public static let document = EditLinkObjectSubtype(rawValue: 0x3701)
    /// Report cube.
    public static let cube = EditLinkObjectSubtype(rawValue: 776)
    /// Segment.
    public static let segment = EditLinkObjectSubtype(rawValue: 0x103)
    /// External link.
    public static let externalLink = EditLinkObjectSubtype(rawValue: 17153)
    /// External object.
    public static let externalObject = EditLinkObjectSubtype(rawValue: 17408)
    /// Custom group.
    public static let customGroup = EditLinkObjectSubtype(rawValue: 257)

    /// The named numbers.
    public static let named: [(value: Int, name: String)] = [
        (-1, "unknown"),
        (0x301, "report as graph"),
        (0x300, "report as grid"),
        (0x306, "report as grid and graph"),
        (0x100, "filter"),
        (0x400, "metric"),
        (0x800, "folder"),
        (0xC00, "attribute"),
        (0x1500, "attribute form"),
        (0x3701, "document"),
        (776, "report cube"),
        (0x103, "segment"),
        (17153, "external link"),
        (17408, "external object"),
        (257, "custom group"),
    ]
}
