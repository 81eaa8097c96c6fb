/// A column of a table.
public struct AttributeDefinition: Sendable, Hashable {
    /// `primarycontactid`: SOAP, FetchXML, Web API, scripts.
    public var logicalName: String
    /// `PrimaryContactId`: OData v2, generated types.
    public var schemaName: String
    /// The display name.
    public var displayName: String
    /// The type of the values.
    public var type: AttributeType
    /// The tables that a lookup points at.
    public var targets: [String]
    /// The choices of a picklist, a state or a status; labels of a boolean.
    public var options: [Option]
    /// Characters that a text may have.
    public var maxLength: Int?
    /// The number of digits after the point.
    public var precision: Int?
    /// The smallest number.
    public var minimum: Double?
    /// The largest number.
    public var maximum: Double?
    /// The choice, or the number of the boolean, that a new record has.
    public var defaultValue: Int32?
    /// Whether a client may set it on create.
    public var isValidForCreate = true
    /// Whether a client may set it on update.
    public var isValidForUpdate = true
    /// Whether a client may read it.
    public var isValidForRead = true
    /// Whether a record must have it.
    public var isRequired = false

    /// Makes a column; the logical name is the schema name in lower case.
    public init(
        _ schemaName: String, _ type: AttributeType, displayName: String? = nil,
        targets: [String] = [], options: [Option] = []
    ) {
        self.schemaName = schemaName
        logicalName = schemaName.lowercased()
        self.displayName = displayName ?? schemaName
        self.type = type
        self.targets = targets
        self.options = options
    }

    /// A choice.
    public struct Option: Sendable, Hashable {
        /// The number.
        public var value: Int32
        /// The display text.
        public var label: String
        /// For a status, the state it is part of.
        public var state: Int32?

        /// Makes a choice.
        public init(_ value: Int32, _ label: String, state: Int32? = nil) {
            self.value = value
            self.label = label
            self.state = state
        }
    }
}

/// The type of a column; the raw values are the names of CRM's metadata.
public enum AttributeType: String, Sendable, CaseIterable {
    case bigInt = "BigInt"
    case boolean = "Boolean"
    case customer = "Customer"
    case dateTime = "DateTime"
    case decimal = "Decimal"
    case double = "Double"
    case entityName = "EntityName"
    case image = "Image"
    case integer = "Integer"
    case lookup = "Lookup"
    case managedProperty = "ManagedProperty"
    case memo = "Memo"
    case money = "Money"
    case multiSelectPicklist = "MultiSelectPicklist"
    case owner = "Owner"
    case partyList = "PartyList"
    case picklist = "Picklist"
    case state = "State"
    case status = "Status"
    case string = "String"
    case uniqueidentifier = "Uniqueidentifier"
    case virtual = "Virtual"

    /// Whether a value is a reference to a record.
    public var isReference: Bool {
        switch self {
        case .customer, .lookup, .owner: true
        default: false
        }
    }

    /// The kind of its values; `nil` for columns that hold none.
    public var kind: CRMValueKind? {
        switch self {
        case .bigInt: .long
        case .boolean: .boolean
        case .customer, .lookup, .owner: .entityReference
        case .dateTime: .dateTime
        case .decimal: .decimal
        case .double: .double
        case .entityName, .memo, .string: .string
        case .image: .base64Binary
        case .integer: .int
        case .managedProperty: .booleanManagedProperty
        case .money: .money
        case .multiSelectPicklist: .optionSetValueCollection
        case .partyList: .entityCollection
        case .picklist, .state, .status: .optionSetValue
        case .uniqueidentifier: .guid
        case .virtual: nil
        }
    }
}
