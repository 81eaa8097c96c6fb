import PeriluneCore

/// A table of CRM: its names in all spellings, its columns and its relationships.
public struct EntityDefinition: Sendable, Hashable {
    /// `account`: SOAP, FetchXML, scripts.
    public var logicalName: String
    /// `Account`: OData v2, generated types.
    public var schemaName: String
    /// `accounts`: Web API.
    public var entitySetName: String
    /// The number of the table.
    public var objectTypeCode: Int
    /// The display name of one record.
    public var displayName: String
    /// The identity column, such as `accountid`.
    public var primaryIdAttribute: String
    /// The column that names a record, such as `name`.
    public var primaryNameAttribute: String?
    /// The kind of owner of a record.
    public var ownership: Ownership
    /// Whether its records are activities, and show up in `activitypointer`.
    public var isActivity: Bool
    /// Whether it only joins two tables.
    public var isIntersect: Bool
    /// The columns, in order.
    public var attributes: [AttributeDefinition]
    /// Alternate keys: name and columns.
    public var keys: [Key]

    /// The kind of owner of a record.
    public enum Ownership: String, Sendable {
        case user = "UserOwned"
        case organization = "OrganizationOwned"
        case none = "None"
    }

    /// An alternate key.
    public struct Key: Sendable, Hashable {
        /// The key's name.
        public var name: String
        /// Its columns.
        public var attributes: [String]

        /// Makes a key.
        public init(_ name: String, _ attributes: [String]) {
            self.name = name
            self.attributes = attributes
        }
    }

    /// Makes a table; the names that follow a rule are derived.
    public init(
        _ schemaName: String, set entitySetName: String? = nil, code: Int, displayName: String,
        id: String? = nil, name: String?, ownership: Ownership = .user, isActivity: Bool = false,
        isIntersect: Bool = false, keys: [Key] = [], _ attributes: [AttributeDefinition]
    ) {
        self.schemaName = schemaName
        logicalName = schemaName.lowercased()
        self.entitySetName = entitySetName ?? logicalName + "s"
        objectTypeCode = code
        self.displayName = displayName
        primaryIdAttribute = id ?? (isActivity ? "activityid" : logicalName + "id")
        primaryNameAttribute = name
        self.ownership = ownership
        self.isActivity = isActivity
        self.isIntersect = isIntersect
        self.attributes = attributes
        self.keys = keys
    }

    /// The column of this logical name.
    public func attribute(_ logicalName: String) -> AttributeDefinition? {
        // By index: this runs for every cell of a result, and copying each column would cost more than the
        // comparison.
        for index in attributes.indices
        where attributes[index].logicalName.hasSameBytes(as: logicalName) {
            return attributes[index]
        }
        return nil
    }

    /// The column of this schema name.
    package func attribute(schemaName: String) -> AttributeDefinition? {
        for index in attributes.indices
        where attributes[index].schemaName.hasSameBytes(as: schemaName) {
            return attributes[index]
        }
        return nil
    }
}
