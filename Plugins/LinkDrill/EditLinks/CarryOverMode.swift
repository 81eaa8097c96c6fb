/// How selections are carried over to the target: `so`.
public struct CarryOverMode: EditLinkCode {
    /// The number.
    public let rawValue: Int

    /// Makes a code from any number.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Reserved.
    public static let reserved = CarryOverMode(rawValue: 0)
    /// Match by identifier.
    public static let matchByID = CarryOverMode(rawValue: 1)
    /// Match by name.
    public static let matchByName = CarryOverMode(rawValue: 2)

    /// The named numbers.
    public static let named: [(value: Int, name: String)] = [
        (0, "reserved"),
        (1, "match by identifier"),
        (2, "match by name"),
    ]
}
