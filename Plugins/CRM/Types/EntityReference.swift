/// A reference to a record: its table and its identity.
public struct EntityReference: Hashable, Sendable {
    /// The table, such as `account`.
    public var logicalName: String
    /// The identity; all zeros where an alternate key says it.
    public var id: GUID
    /// The value of its primary name column, if CRM returned it.
    public var name: String?
    /// The alternate key that identifies it instead of the id.
    public var keyAttributes: AttributeCollection
    /// The version for optimistic concurrency.
    public var rowVersion: String?

    /// Makes a reference.
    public init(
        _ logicalName: String, _ id: GUID, name: String? = nil,
        keyAttributes: AttributeCollection = [:], rowVersion: String? = nil
    ) {
        self.logicalName = logicalName
        self.id = id
        self.name = name
        self.keyAttributes = keyAttributes
        self.rowVersion = rowVersion
    }

    /// Whether both are the same record; names and versions are ignored.
    public static func == (one: Self, other: Self) -> Bool {
        one.id == other.id && one.logicalName == other.logicalName
            && one.keyAttributes == other.keyAttributes
    }

    /// Hashes the table and the identity.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(logicalName)
        hasher.combine(id)
    }
}
