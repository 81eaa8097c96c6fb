public import PeriluneCore

// One conformance a kind: the table that ties Swift types to the types of CRM.

extension String: CRMConvertible {
    /// The kind of CRM value that holds this type.
    public static var kind: CRMValueKind { .string }
    /// From a value of this kind.
    public init?(crm value: CRMValue) {
        guard case .string(let value) = value else { return nil }
        self = value
    }
    /// The same as a `CRMValue`.
    public var crm: CRMValue { .string(self) }
}

extension Int32: CRMConvertible {
    /// The kind of CRM value that holds this type.
    public static var kind: CRMValueKind { .int }
    /// From a value of this kind.
    public init?(crm value: CRMValue) {
        guard case .int(let value) = value else { return nil }
        self = value
    }
    /// The same as a `CRMValue`.
    public var crm: CRMValue { .int(self) }
}

extension Int64: CRMConvertible {
    /// The kind of CRM value that holds this type.
    public static var kind: CRMValueKind { .long }
    /// From a value of this kind.
    public init?(crm value: CRMValue) {
        guard case .long(let value) = value else { return nil }
        self = value
    }
    /// The same as a `CRMValue`.
    public var crm: CRMValue { .long(self) }
}

extension Double: CRMConvertible {
    /// The kind of CRM value that holds this type.
    public static var kind: CRMValueKind { .double }
    /// From a value of this kind.
    public init?(crm value: CRMValue) {
        guard case .double(let value) = value else { return nil }
        self = value
    }
    /// The same as a `CRMValue`.
    public var crm: CRMValue { .double(self) }
}

extension CRMDecimal: CRMConvertible {
    /// The kind of CRM value that holds this type.
    public static var kind: CRMValueKind { .decimal }
    /// From a value of this kind.
    public init?(crm value: CRMValue) {
        guard case .decimal(let value) = value else { return nil }
        self = value
    }
    /// The same as a `CRMValue`.
    public var crm: CRMValue { .decimal(self) }
}

extension Bool: CRMConvertible {
    /// The kind of CRM value that holds this type.
    public static var kind: CRMValueKind { .boolean }
    /// From a value of this kind.
    public init?(crm value: CRMValue) {
        guard case .bool(let value) = value else { return nil }
        self = value
    }
    /// The same as a `CRMValue`.
    public var crm: CRMValue { .bool(self) }
}

extension Timestamp: CRMConvertible {
    /// The kind of CRM value that holds this type.
    public static var kind: CRMValueKind { .dateTime }
    /// From a value of this kind.
    public init?(crm value: CRMValue) {
        guard case .date(let value) = value else { return nil }
        self = value
    }
    /// The same as a `CRMValue`.
    public var crm: CRMValue { .date(self) }
}

extension GUID: CRMConvertible {
    /// The kind of CRM value that holds this type.
    public static var kind: CRMValueKind { .guid }
    /// From a value of this kind.
    public init?(crm value: CRMValue) {
        guard case .guid(let value) = value else { return nil }
        self = value
    }
    /// The same as a `CRMValue`.
    public var crm: CRMValue { .guid(self) }
}

extension OptionSetValue: CRMConvertible {
    /// The kind of CRM value that holds this type.
    public static var kind: CRMValueKind { .optionSetValue }
    /// From a value of this kind.
    public init?(crm value: CRMValue) {
        guard case .option(let value) = value else { return nil }
        self = value
    }
    /// The same as a `CRMValue`.
    public var crm: CRMValue { .option(self) }
}

extension Money: CRMConvertible {
    /// The kind of CRM value that holds this type.
    public static var kind: CRMValueKind { .money }
    /// From a value of this kind.
    public init?(crm value: CRMValue) {
        guard case .money(let value) = value else { return nil }
        self = value
    }
    /// The same as a `CRMValue`.
    public var crm: CRMValue { .money(self) }
}

extension EntityReference: CRMConvertible {
    /// The kind of CRM value that holds this type.
    public static var kind: CRMValueKind { .entityReference }
    /// From a value of this kind.
    public init?(crm value: CRMValue) {
        guard case .reference(let value) = value else { return nil }
        self = value
    }
    /// The same as a `CRMValue`.
    public var crm: CRMValue { .reference(self) }
}

extension Entity: CRMConvertible {
    /// The kind of CRM value that holds this type.
    public static var kind: CRMValueKind { .entity }
    /// From a value of this kind.
    public init?(crm value: CRMValue) {
        guard case .entity(let value) = value else { return nil }
        self = value
    }
    /// The same as a `CRMValue`.
    public var crm: CRMValue { .entity(self) }
}

extension EntityCollection: CRMConvertible {
    /// The kind of CRM value that holds this type.
    public static var kind: CRMValueKind { .entityCollection }
    /// From a value of this kind.
    public init?(crm value: CRMValue) {
        guard case .entities(let value) = value else { return nil }
        self = value
    }
    /// The same as a `CRMValue`.
    public var crm: CRMValue { .entities(self) }
}

extension AliasedValue: CRMConvertible {
    /// The kind of CRM value that holds this type.
    public static var kind: CRMValueKind { .aliasedValue }
    /// From a value of this kind.
    public init?(crm value: CRMValue) {
        guard case .aliased(let value) = value else { return nil }
        self = value
    }
    /// The same as a `CRMValue`.
    public var crm: CRMValue { .aliased(self) }
}

extension BooleanManagedProperty: CRMConvertible {
    /// The kind of CRM value that holds this type.
    public static var kind: CRMValueKind { .booleanManagedProperty }
    /// From a value of this kind.
    public init?(crm value: CRMValue) {
        guard case .managed(let value) = value else { return nil }
        self = value
    }
    /// The same as a `CRMValue`.
    public var crm: CRMValue { .managed(self) }
}

extension ColumnSet: CRMConvertible {
    /// The kind of CRM value that holds this type.
    public static var kind: CRMValueKind { .columnSet }
    /// From a value of this kind.
    public init?(crm value: CRMValue) {
        guard case .columns(let value) = value else { return nil }
        self = value
    }
    /// The same as a `CRMValue`.
    public var crm: CRMValue { .columns(self) }
}

extension QueryBase: CRMConvertible {
    /// The kind of CRM value that holds this type.
    public static var kind: CRMValueKind { .query }
    /// From a value of this kind.
    public init?(crm value: CRMValue) {
        guard case .query(let value) = value else { return nil }
        self = value
    }
    /// The same as a `CRMValue`.
    public var crm: CRMValue { .query(self) }
}

extension Relationship: CRMConvertible {
    /// The kind of CRM value that holds this type.
    public static var kind: CRMValueKind { .relationship }
    /// From a value of this kind.
    public init?(crm value: CRMValue) {
        guard case .relationship(let value) = value else { return nil }
        self = value
    }
    /// The same as a `CRMValue`.
    public var crm: CRMValue { .relationship(self) }
}

extension RelationshipQueryCollection: CRMConvertible {
    /// The kind of CRM value that holds this type.
    public static var kind: CRMValueKind { .relationshipQueryCollection }
    /// From a value of this kind.
    public init?(crm value: CRMValue) {
        guard case .relatedQueries(let value) = value else { return nil }
        self = value
    }
    /// The same as a `CRMValue`.
    public var crm: CRMValue { .relatedQueries(self) }
}

extension ValidationResult: CRMConvertible {
    /// The kind of CRM value that holds this type.
    public static var kind: CRMValueKind { .validationResult }
    /// From a value of this kind.
    public init?(crm value: CRMValue) {
        guard case .validation(let value) = value else { return nil }
        self = value
    }
    /// The same as a `CRMValue`.
    public var crm: CRMValue { .validation(self) }
}
