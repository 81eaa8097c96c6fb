public import CRMPlugin

/// Records that every sandbox has, under the same identities.
public enum WellKnown {
    /// The organization itself.
    public static let organization = number(0x0A, 1)
    /// The root business unit.
    public static let businessUnit = number(0x0B, 1)
    /// The user that a sandbox starts with.
    public static let administrator = number(0x0C, 1)
    /// The currency of base amounts.
    public static let baseCurrency = number(0x0D, 1)
    /// The role that holds every privilege.
    public static let administratorRole = number(0x0E, 1)

    /// The identity of the nth record of a kind: the same in every sandbox.
    static func number(_ kind: UInt64, _ index: Int) -> GUID {
        GUID(high: 0x5A9D_B0C5_0000_4000 | kind << 16, low: 0x8000 << 48 | UInt64(index))
    }
}
