/// A choice: the number of an option of a picklist, a state or a status.
public struct OptionSetValue: Hashable, Sendable, ExpressibleByIntegerLiteral {
    /// The number of the option.
    public var value: Int32

    /// Makes a choice.
    public init(_ value: Int32) { self.value = value }
    /// Makes a choice.
    public init(integerLiteral value: Int32) { self.value = value }
}

/// An amount in the currency of its record.
public struct Money: Hashable, Sendable {
    /// The amount, exact.
    public var value: CRMDecimal

    /// Makes an amount.
    public init(_ value: CRMDecimal) { self.value = value }
}

/// The columns that a query returns.
public struct ColumnSet: Hashable, Sendable, ExpressibleByArrayLiteral {
    /// Whether to return every column; the list is then ignored.
    public var allColumns: Bool
    /// Logical names.
    public var columns: [String]

    /// Creates a set of these columns; the identity is always returned too.
    public init(_ columns: [String] = []) {
        allColumns = false
        self.columns = columns
    }

    /// Creates a set of these columns.
    public init(arrayLiteral elements: String...) { self.init(elements) }

    /// Every column.
    public static var all: ColumnSet {
        var set = ColumnSet()
        set.allColumns = true
        return set
    }
}

/// A column of a linked table, or an aggregate.
public struct AliasedValue: Hashable, Sendable {
    /// The table that the column belongs to.
    public var entityLogicalName: String
    /// The column.
    public var attributeLogicalName: String
    /// The value itself.
    public var value: CRMValue

    /// Makes a value.
    public init(entity: String, attribute: String, _ value: CRMValue) {
        entityLogicalName = entity
        attributeLogicalName = attribute
        self.value = value
    }
}

/// A boolean of the metadata that a solution may forbid to change.
public struct BooleanManagedProperty: Hashable, Sendable {
    /// The value.
    public var value: Bool
    /// Whether it may be changed.
    public var canBeChanged: Bool
    /// The property's name.
    public var managedPropertyLogicalName: String?

    /// Makes a property.
    public init(_ value: Bool, canBeChanged: Bool = true, name: String? = nil) {
        self.value = value
        self.canBeChanged = canBeChanged
        managedPropertyLogicalName = name
    }
}

/// A privilege of a role, and how far it reaches.
public struct RolePrivilege: Hashable, Sendable {
    /// The privilege.
    public var privilegeId: GUID
    /// The depth of the privilege.
    public var depth: Depth
    /// The business unit.
    public var businessUnitId: GUID

    /// The records that a privilege applies to.
    public enum Depth: String, Sendable, CaseIterable {
        /// The user's own records.
        case basic = "Basic"
        /// Records of the user's business unit.
        case local = "Local"
        /// Records of the user's business unit and those below it.
        case deep = "Deep"
        /// All.
        case global = "Global"
    }

    /// Makes a privilege.
    public init(_ privilegeId: GUID, _ depth: Depth, businessUnitId: GUID = .zero) {
        self.privilegeId = privilegeId
        self.depth = depth
        self.businessUnitId = businessUnitId
    }
}
