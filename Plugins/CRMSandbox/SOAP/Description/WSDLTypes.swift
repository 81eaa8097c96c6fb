import CRMPlugin

/// The types of the organization service, by the namespace that they live in.
///
/// What the codec writes is declared here: a client that is made from the WSDL refuses a type that
/// is missing from a namespace that it knows. `crm/2011/Contracts` is left out as a whole, because
/// it does not refuse types of a namespace that it has never heard of.
enum WSDLTypes {
    static let all: [(space: SOAPNamespace, types: [SchemaType])] = [
        (.xrm, records + messages + queries), (.pairs, pairs), (.serialization, serialization),
        (.arrays, arrays), (.xrm71, xrm71), (.xrm2012, xrm2012), (.xrm90, xrm90),
    ]

    private static let records: [SchemaType] = [
        .record(
            "Entity",
            [
                ("Attributes", "a:AttributeCollection"), ("EntityState", "a:EntityState"),
                ("FormattedValues", "a:FormattedValueCollection"), ("Id", "e:guid"),
                ("KeyAttributes", "g:KeyAttributeCollection"), ("LogicalName", "d:string"),
                ("RelatedEntities", "a:RelatedEntityCollection"), ("RowVersion", "d:string"),
            ]),
        .list(
            "AttributeCollection", of: "KeyValuePairOfstringanyType",
            type: "b:KeyValuePairOfstringanyType"),
        .list(
            "FormattedValueCollection", of: "KeyValuePairOfstringstring",
            type: "b:KeyValuePairOfstringstring"),
        .list(
            "RelatedEntityCollection",
            of: "KeyValuePairOfRelationshipEntityCollectionX_PsK4FkN",
            type: "b:KeyValuePairOfRelationshipEntityCollectionX_PsK4FkN"),
        .words("EntityState", ["Unchanged", "Created", "Changed"]),
        .record(
            "EntityCollection",
            [
                ("Entities", "a:ArrayOfEntity"), ("EntityName", "d:string"),
                ("MinActiveRowVersion", "d:string"), ("MoreRecords", "d:boolean"),
                ("PagingCookie", "d:string"), ("TotalRecordCount", "d:int"),
                ("TotalRecordCountLimitExceeded", "d:boolean"),
            ]),
        .list("ArrayOfEntity", of: "Entity", type: "a:Entity"),
        .record(
            "EntityReference",
            [
                ("Id", "e:guid"), ("KeyAttributes", "g:KeyAttributeCollection"),
                ("LogicalName", "d:string"), ("Name", "d:string"), ("RowVersion", "d:string"),
            ]),
        .list("EntityReferenceCollection", of: "EntityReference", type: "a:EntityReference"),
        .list("ArrayOfEntityReference", of: "EntityReference", type: "a:EntityReference"),
        .record("OptionSetValue", [("Value", "d:int")]),
        .record("Money", [("Value", "d:decimal")]),
        .record(
            "AliasedValue",
            [
                ("AttributeLogicalName", "d:string"), ("EntityLogicalName", "d:string"),
                ("Value", "d:anyType"),
            ]),
        .record(
            "BooleanManagedProperty",
            [
                ("CanBeChanged", "d:boolean"), ("ManagedPropertyLogicalName", "d:string"),
                ("Value", "d:boolean"),
            ]),
        .record(
            "Relationship", [("PrimaryEntityRole", "a:EntityRole"), ("SchemaName", "d:string")]),
        .words("EntityRole", ["Referencing", "Referenced"]),
    ]

    private static let messages: [SchemaType] =
        [
            .record(
                "OrganizationRequest",
                [
                    ("Parameters", "a:ParameterCollection"), ("RequestId", "e:guid"),
                    ("RequestName", "d:string"),
                ]),
            .record(
                "OrganizationResponse",
                [("ResponseName", "d:string"), ("Results", "a:ParameterCollection")]),
            .list(
                "ParameterCollection", of: "KeyValuePairOfstringanyType",
                type: "b:KeyValuePairOfstringanyType"),
            .list(
                "ErrorDetailCollection", of: "KeyValuePairOfstringanyType",
                type: "b:KeyValuePairOfstringanyType"),
            .record(
                "OrganizationServiceFault",
                [
                    ("ErrorCode", "d:int"), ("ErrorDetails", "a:ErrorDetailCollection"),
                    ("Message", "d:string"), ("Timestamp", "d:dateTime"),
                    ("InnerFault", "a:OrganizationServiceFault"), ("TraceText", "d:string"),
                ]),
        ] + typedMessages

    /// The requests and responses that `i:type` names in this namespace.
    private static let typedMessages: [SchemaType] = MessageDescription.all.filter {
        $0.namespace == .xrm
    }.flatMap { message in
        [
            SchemaType.record("\(message.name)Request", base: "a:OrganizationRequest", []),
            SchemaType.record("\(message.name)Response", base: "a:OrganizationResponse", []),
        ]
    }

    private static let pairs: [SchemaType] = [
        .record("KeyValuePairOfstringanyType", [("key", "d:string"), ("value", "d:anyType")]),
        .record("KeyValuePairOfstringstring", [("key", "d:string"), ("value", "d:string")]),
        .record(
            "KeyValuePairOfRelationshipEntityCollectionX_PsK4FkN",
            [("key", "a:Relationship"), ("value", "a:EntityCollection")]),
        .record(
            "KeyValuePairOfRelationshipQueryBaseX_PsK4FkN",
            [("key", "a:Relationship"), ("value", "a:QueryBase")]),
    ]

    private static let serialization: [SchemaType] = [
        .text(
            "guid", base: "d:string",
            pattern: "[\\da-fA-F]{8}-[\\da-fA-F]{4}-[\\da-fA-F]{4}-[\\da-fA-F]{4}-[\\da-fA-F]{12}"),
        .text("duration", base: "d:duration"),
    ]

    private static let arrays: [SchemaType] = [
        .list("ArrayOfstring", of: "string", type: "d:string"),
        .list("ArrayOfguid", of: "guid", type: "e:guid"),
        .list("ArrayOfboolean", of: "boolean", type: "d:boolean"),
        .list("ArrayOfanyType", of: "anyType", type: "d:anyType"),
    ]

    private static let xrm71: [SchemaType] = [
        .list(
            "KeyAttributeCollection", of: "KeyValuePairOfstringanyType",
            type: "b:KeyValuePairOfstringanyType"),
        .words("ConcurrencyBehavior", ["Default", "IfRowVersionMatches", "AlwaysOverwrite"]),
        .list(
            "OrganizationResponseCollection", of: "OrganizationResponse",
            type: "a:OrganizationResponse"),
    ]

    private static let xrm2012: [SchemaType] = [
        .list(
            "OrganizationRequestCollection", of: "OrganizationRequest",
            type: "a:OrganizationRequest"),
        .record(
            "ExecuteMultipleSettings",
            [("ContinueOnError", "d:boolean"), ("ReturnResponses", "d:boolean")]),
        .list(
            "ExecuteMultipleResponseItemCollection", of: "ExecuteMultipleResponseItem",
            type: "h:ExecuteMultipleResponseItem"),
        .record(
            "ExecuteMultipleResponseItem",
            [
                ("Fault", "a:OrganizationServiceFault"), ("RequestIndex", "d:int"),
                ("Response", "a:OrganizationResponse"),
            ]),
    ]

    private static let xrm90: [SchemaType] = [
        .list("OptionSetValueCollection", of: "OptionSetValue", type: "a:OptionSetValue")
    ]
}
