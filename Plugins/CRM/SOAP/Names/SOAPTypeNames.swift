extension CRMValue {
    /// The `i:type` of the value; `nil` for null, which has `i:nil` instead.
    var soapType: String? {
        switch self {
        case .null: nil
        case .string: "d:string"
        case .int: "d:int"
        case .long: "d:long"
        case .double: "d:double"
        case .decimal: "d:decimal"
        case .bool: "d:boolean"
        case .date: "d:dateTime"
        case .guid: "e:guid"
        case .bytes: "d:base64Binary"
        case .option: "a:OptionSetValue"
        case .options: "j:OptionSetValueCollection"
        case .money: "a:Money"
        case .reference: "a:EntityReference"
        case .entity: "a:Entity"
        case .entities: "a:EntityCollection"
        case .aliased: "a:AliasedValue"
        case .managed: "a:BooleanManagedProperty"
        case .references: "a:EntityReferenceCollection"
        case .referenceArray: "a:ArrayOfEntityReference"
        case .entityArray: "a:ArrayOfEntity"
        case .guids: "f:ArrayOfguid"
        case .strings: "f:ArrayOfstring"
        case .bools: "f:ArrayOfboolean"
        case .columns: "a:ColumnSet"
        case .query(.fetch): "a:FetchExpression"
        case .query(.expression): "a:QueryExpression"
        case .query(.byAttribute): "a:QueryByAttribute"
        case .relationship: "a:Relationship"
        case .relatedQueries: "a:RelationshipQueryCollection"
        case .validation: "c:ValidationResult"
        case .privileges: "c:ArrayOfRolePrivilege"
        case .requests: "h:OrganizationRequestCollection"
        case .responses: "g:OrganizationResponseCollection"
        case .multipleSettings: "h:ExecuteMultipleSettings"
        case .multipleResponses: "h:ExecuteMultipleResponseItemCollection"
        }
    }
}

/// The local names of `i:type` that a value may have.
///
/// A name is enough: none stands in two of the namespaces, and clients are known to take the wrong
/// one.
enum SOAPTypeName: String, CaseIterable {
    case string, int, long, short, double, float, decimal, boolean, dateTime, guid, base64Binary
    case duration
    case optionSetValue = "OptionSetValue"
    case optionSetValues = "OptionSetValueCollection"
    case money = "Money"
    case reference = "EntityReference"
    case entity = "Entity"
    case entities = "EntityCollection"
    case aliased = "AliasedValue"
    case managed = "BooleanManagedProperty"
    case references = "EntityReferenceCollection"
    case referenceArray = "ArrayOfEntityReference"
    case entityArray = "ArrayOfEntity"
    case guids = "ArrayOfguid"
    case strings = "ArrayOfstring"
    case bools = "ArrayOfboolean"
    case columns = "ColumnSet"
    case fetch = "FetchExpression"
    case expression = "QueryExpression"
    case byAttribute = "QueryByAttribute"
    case relationship = "Relationship"
    case relatedQueries = "RelationshipQueryCollection"
    case validation = "ValidationResult"
    case privileges = "ArrayOfRolePrivilege"
    case requests = "OrganizationRequestCollection"
    case responses = "OrganizationResponseCollection"
    case multipleSettings = "ExecuteMultipleSettings"
    case multipleResponses = "ExecuteMultipleResponseItemCollection"
    case concurrency = "ConcurrencyBehavior"
    /// Enumerations that stay text.
    case accessType = "EndpointAccessType"
    case entityFilters = "EntityFilters"

    static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })

    static let namespaces: Set<String> = Set(SOAPNamespace.allCases.map(\.rawValue)).union([
        "http://schemas.microsoft.com/xrm/2014/Contracts",
        "http://schemas.microsoft.com/xrm/2011/Metadata",
    ])
}
