/// A delivery with all types of columns, as CRM writes it.
enum SamplePayload {
    static let record = "05d2c9d7-2b8d-4f26-9c3a-2f3f3d1c0a11"
    static let correlation = "11111111-2222-3333-4444-555555555555"
    static let operation = "66666666-7777-8888-9999-aaaaaaaaaaaa"
    static let step = "bbbbbbbb-cccc-dddd-eeee-ffffffffffff"

    static let attributes = #"""
        {"key":"leadqualitycode","value":{"__type":"OptionSetValue:http:\/\/schemas.microsoft.com\/xrm\/2011\/Contracts","Value":1}},
        {"key":"budgetamount","value":{"__type":"Money:http:\/\/schemas.microsoft.com\/xrm\/2011\/Contracts","Value":2154.320}},
        {"key":"ownerid","value":{"__type":"EntityReference:http:\/\/schemas.microsoft.com\/xrm\/2011\/Contracts","Id":"22222222-0000-0000-0000-000000000001","KeyAttributes":[],"LogicalName":"systemuser","Name":null,"RowVersion":null}},
        {"key":"modifiedon","value":"\/Date(1608007658000)\/"},
        {"key":"new_kinds","value":[{"__type":"OptionSetValue:http:\/\/schemas.microsoft.com\/xrm\/2011\/Contracts","Value":3},{"__type":"OptionSetValue:http:\/\/schemas.microsoft.com\/xrm\/2011\/Contracts","Value":5}]},
        {"key":"new_count","value":9007199254740993},
        {"key":"new_rate","value":1.10},
        {"key":"donotemail","value":false},
        {"key":"subject","value":"a\/b"},
        {"key":"description","value":null},
        {"key":"leadid","value":"05D2C9D7-2B8D-4F26-9C3A-2F3F3D1C0A11"}
        """#

    static func entity(_ attributes: String) -> String {
        #"""
        {"__type":"Entity:http:\/\/schemas.microsoft.com\/xrm\/2011\/Contracts","Attributes":[\#(attributes)],"EntityState":null,"FormattedValues":[],"Id":"\#(record)","KeyAttributes":[],"LogicalName":"lead","RelatedEntities":[],"RowVersion":null}
        """#
    }

    static func context(
        parameters: String? = nil, parent: String = "null", mode: Int = 1,
        operation: String = operation, depth: Int = 1,
        created: String = #"\/Date(1506409448000-0700)\/"#
    ) -> String {
        let parameters =
            parameters ?? #"{"key":"Target","value":\#(entity(attributes))}"#
        return #"""
            {"BusinessUnitId":"33333333-0000-0000-0000-000000000001","CorrelationId":"\#(correlation)","Depth":\#(depth),"InitiatingUserAzureActiveDirectoryObjectId":"00000000-0000-0000-0000-000000000000","InitiatingUserId":"22222222-0000-0000-0000-000000000001","InputParameters":[\#(parameters)],"IsExecutingOffline":false,"IsInTransaction":false,"IsOfflinePlayback":false,"IsolationMode":1,"MessageName":"Update","Mode":\#(mode),"OperationCreatedOn":"\#(created)","OperationId":"\#(operation)","OrganizationId":"44444444-0000-0000-0000-000000000001","OrganizationName":"contoso","OutputParameters":[],"OwningExtension":{"Id":"\#(step)","KeyAttributes":[],"LogicalName":"sdkmessageprocessingstep","Name":"Webhook","RowVersion":null},"ParentContext":\#(parent),"PostEntityImages":[{"key":"AsynchronousStepPrimaryName","value":{"Attributes":[{"key":"subject","value":"after"}],"EntityState":null,"FormattedValues":[],"Id":"\#(record)","KeyAttributes":[],"LogicalName":"lead","RelatedEntities":[],"RowVersion":null}}],"PreEntityImages":[],"PrimaryEntityId":"\#(record)","PrimaryEntityName":"lead","RequestId":null,"SecondaryEntityName":"none","SharedVariables":[{"key":"IsAutoTransact","value":true}],"Stage":40,"UserAzureActiveDirectoryObjectId":"00000000-0000-0000-0000-000000000000","UserId":"22222222-0000-0000-0000-000000000001"}
            """#
    }
}
