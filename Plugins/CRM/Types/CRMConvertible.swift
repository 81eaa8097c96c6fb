/// A Swift type that corresponds to a kind of ``CRMValue``, for properties of messages and of early-bound entities.
public protocol CRMConvertible: Sendable {
    /// The type of an attribute or parameter.
    static var kind: CRMValueKind { get }
    /// `nil` for a value of another kind.
    init?(crm value: CRMValue)
    /// The value.
    var crm: CRMValue { get }
}

/// The kinds of ``CRMValue``, by the names that SOAP and the metadata use.
public enum CRMValueKind: String, Sendable, CaseIterable {
    case string, int, long, double, decimal, boolean, dateTime, guid, base64Binary
    case optionSetValue = "OptionSetValue"
    case optionSetValueCollection = "OptionSetValueCollection"
    case money = "Money"
    case entityReference = "EntityReference"
    case entity = "Entity"
    case entityCollection = "EntityCollection"
    case entityReferenceCollection = "EntityReferenceCollection"
    case entityReferenceArray = "ArrayOfEntityReference"
    case entityArray = "ArrayOfEntity"
    case guidArray = "ArrayOfguid"
    case stringArray = "ArrayOfstring"
    case booleanArray = "ArrayOfboolean"
    case aliasedValue = "AliasedValue"
    case booleanManagedProperty = "BooleanManagedProperty"
    case columnSet = "ColumnSet"
    case query = "QueryBase"
    case relationship = "Relationship"
    case relationshipQueryCollection = "RelationshipQueryCollection"
    case validationResult = "ValidationResult"
    /// Any of the others.
    case any = "anyType"
    case rolePrivilegeArray = "ArrayOfRolePrivilege"
    case requestCollection = "OrganizationRequestCollection"
    case responseCollection = "OrganizationResponseCollection"
    case executeMultipleSettings = "ExecuteMultipleSettings"
    case executeMultipleResponses = "ExecuteMultipleResponseItemCollection"
}

extension CRMValue: CRMConvertible {
    /// Any kind.
    public static var kind: CRMValueKind { .any }
    /// From any value.
    public init(crm value: CRMValue) { self = value }
    /// Itself.
    public var crm: CRMValue { self }
}
