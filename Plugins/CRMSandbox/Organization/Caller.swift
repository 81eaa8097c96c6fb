public import CRMPlugin

/// The user for whom a message runs.
public struct Caller: Sendable, Hashable {
    /// The user: owner of what is created, `createdby`, the "me" of queries.
    public var userId: GUID
    /// The user's business unit.
    public var businessUnitId: GUID
    /// The user's distance from UTC in minutes: what a day is in queries by date.
    public var timeZoneOffset: Int

    /// Makes a caller; without arguments the administrator that every sandbox has.
    public init(
        userId: GUID = WellKnown.administrator, businessUnitId: GUID = WellKnown.businessUnit,
        timeZoneOffset: Int = 0
    ) {
        self.userId = userId
        self.businessUnitId = businessUnitId
        self.timeZoneOffset = timeZoneOffset
    }

    /// The administrator that every sandbox has, in UTC.
    public static let administrator = Caller()
}
