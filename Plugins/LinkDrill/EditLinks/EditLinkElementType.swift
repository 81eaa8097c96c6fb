/// The type of an element: `emt`.
public struct EditLinkElementType: EditLinkCode {
    /// The number.
    public let rawValue: Int

    /// Makes a code from any number.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Reserved.
    public static let reserved = EditLinkElementType(rawValue: 0)
    /// Concrete.
    public static let concrete = EditLinkElementType(rawValue: 1)
    /// Metric.
    public static let metric = EditLinkElementType(rawValue: 2)
    /// Subtotal.
    public static let subtotal = EditLinkElementType(rawValue: 3)
    /// First.
    public static let first = EditLinkElementType(rawValue: 4)
    /// Last.
    public static let last = EditLinkElementType(rawValue: 5)
    /// Dimension.
    public static let dimension = EditLinkElementType(rawValue: 6)
    /// Consolidation.
    public static let consolidation = EditLinkElementType(rawValue: 7)
    /// Filter.
    public static let filter = EditLinkElementType(rawValue: 8)
    /// Custom group.
    public static let customGroup = EditLinkElementType(rawValue: 9)
    /// Joint.
    public static let joint = EditLinkElementType(rawValue: 10)
    /// Band.
    public static let band = EditLinkElementType(rawValue: 11)
    /// Residue.
    public static let residue = EditLinkElementType(rawValue: 12)
    /// Subexpression.
    public static let subexpression = EditLinkElementType(rawValue: 13)
    /// All.
    public static let all = EditLinkElementType(rawValue: 14)
    /// Node.
    public static let node = EditLinkElementType(rawValue: 15)
    /// Null.
    public static let null = EditLinkElementType(rawValue: 16)
    /// Any.
    public static let any = EditLinkElementType(rawValue: 17)
    /// Attribute.
    public static let attribute = EditLinkElementType(rawValue: 18)

    /// The named numbers.
    public static let named: [(value: Int, name: String)] = [
        (0, "reserved"),
        (1, "concrete"),
        (2, "metric"),
        (3, "subtotal"),
        (4, "first"),
        (5, "last"),
        (6, "dimension"),
        (7, "consolidation"),
        (8, "filter"),
        (9, "custom group"),
        (10, "joint"),
        (11, "band"),
        (12, "residue"),
        (13, "subexpression"),
        (14, "all"),
        (15, "node"),
        (16, "null"),
        (17, "any"),
        (18, "attribute"),
    ]
}
