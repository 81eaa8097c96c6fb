public import PeriluneCore

/// The value of an attribute, of a parameter or of a result, exact in every transport.
///
/// `null` clears an attribute on update; an attribute that is not in the collection stays as it is.
public enum CRMValue: Hashable, Sendable {
    // Large values are indirect, so that the usual ones need no memory of their own.
    case null
    /// String, memo, entity name.
    case string(String)
    /// A whole number of 32 bits.
    case int(Int32)
    /// A whole number of 64 bits: CRMBigInt in Microsoft's mobile SDK.
    case long(Int64)
    /// A floating-point number.
    case double(Double)
    /// An exact decimal.
    indirect case decimal(CRMDecimal)
    /// Yes or no.
    case bool(Bool)
    /// A point in time, UTC.
    case date(Timestamp)
    /// A unique identifier.
    case guid(GUID)
    /// Image or file.
    case bytes([UInt8])
    /// A choice: picklist, state, status.
    case option(OptionSetValue)
    /// Several choices: multi-select picklist.
    case options([OptionSetValue])
    /// An amount.
    indirect case money(Money)
    /// A lookup, an owner, a customer.
    indirect case reference(EntityReference)
    /// A record.
    indirect case entity(Entity)
    /// Records: a page, a party list.
    indirect case entities(EntityCollection)
    /// A column of a linked table, an aggregate.
    indirect case aliased(AliasedValue)
    /// A value with the right to change it.
    indirect case managed(BooleanManagedProperty)
    /// A flat collection of references.
    case references([EntityReference])
    /// References as an array: `a:ArrayOfEntityReference`.
    case referenceArray([EntityReference])
    /// Records as an array: `a:ArrayOfEntity`.
    case entityArray([Entity])
    /// Unique identifiers.
    case guids([GUID])
    /// Strings.
    case strings([String])
    /// Booleans.
    case bools([Bool])
    /// The columns to return.
    indirect case columns(ColumnSet)
    /// The query to run.
    indirect case query(QueryBase)
    /// A relationship.
    indirect case relationship(Relationship)
    /// The related records to return.
    indirect case relatedQueries(RelationshipQueryCollection)
    /// The result of Book and Reschedule.
    indirect case validation(ValidationResult)
    /// Privileges of a role.
    case privileges([RolePrivilege])
    /// The requests of ExecuteMultiple and ExecuteTransaction.
    case requests([OrganizationRequest])
    /// The result of ExecuteTransaction.
    case responses([OrganizationResponse])
    /// The settings of ExecuteMultiple.
    indirect case multipleSettings(ExecuteMultipleSettings)
    /// The results of ExecuteMultiple.
    case multipleResponses([ExecuteMultipleResponseItem])
}

extension CRMValue {
    var isNull: Bool {
        if case .null = self { true } else { false }
    }
}

extension CRMValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByFloatLiteral
{
    /// A string.
    public init(stringLiteral value: String) { self = .string(value) }
    /// A whole number of 32 bits.
    public init(integerLiteral value: Int32) { self = .int(value) }
    /// A boolean.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// A floating-point number.
    public init(floatLiteral value: Double) { self = .double(value) }
    /// `null`.
    public init(nilLiteral: ()) { self = .null }
}
