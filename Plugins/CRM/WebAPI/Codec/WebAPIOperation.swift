/// How the Web API calls a message: an action or a function, on a record or on none.
package struct WebAPIOperation: Sendable {
    /// The message.
    package var message: MessageDescription
    /// A function is read with GET, an action is posted.
    package var isFunction: Bool
    /// The record that the operation is called on.
    package var binding: Binding?
    /// Parameters that have another name or form here than in the message.
    package var renamed: [Renaming] = []

    /// The record that an operation is called on.
    package struct Binding: Sendable {
        /// The logical name of the record's table.
        package var table: String
        /// The parameter of the message that the record takes the place of.
        package var parameter: String
    }

    /// A parameter that is an identity in the message and a record of a table here.
    package struct Renaming: Sendable {
        /// The parameter of the message.
        package var parameter: String
        /// The name of the parameter in the Web API.
        package var name: String
        /// The logical name of the table of the record that is sent.
        package var table: String
    }

    /// The operation of a message; `nil` if the Web API has another request for it.
    package static func of(_ message: String) -> WebAPIOperation? {
        guard let description = MessageDescription.named(message), !requests.contains(message)
        else { return nil }
        let bound = bindings[message].map { Binding(table: $0.0, parameter: $0.1) }
        return WebAPIOperation(
            message: description, isFunction: functions.contains(message), binding: bound,
            renamed: renamings[message] ?? [])
    }

    /// What is done by the methods of HTTP on records, references and batches.
    private static let requests: Set = [
        "Create", "Retrieve", "RetrieveMultiple", "Update", "Delete", "Upsert", "Associate",
        "Disassociate", "ExecuteMultiple", "ExecuteTransaction",
    ]

    private static let functions: Set = ["WhoAmI", "RetrieveVersion", "RetrieveUserQueues"]

    private static let bindings: [String: (String, String)] = [
        "AddToQueue": ("queue", "DestinationQueueId"),
        "AddPrincipalToQueue": ("queue", "QueueId"),
        "PickFromQueue": ("queueitem", "QueueItemId"),
        "ReleaseToQueue": ("queueitem", "QueueItemId"),
        "RemoveFromQueue": ("queueitem", "QueueItemId"),
        "RouteTo": ("queueitem", "QueueItemId"),
        "RetrieveUserQueues": ("systemuser", "UserId"),
        "QualifyLead": ("lead", "LeadId"),
        "SendEmail": ("email", "EmailId"),
        "SendFax": ("fax", "FaxId"),
        "LockInvoicePricing": ("invoice", "InvoiceId"),
        "LockSalesOrderPricing": ("salesorder", "SalesOrderId"),
        "CloneContract": ("contract", "ContractId"),
        "AddItemCampaign": ("campaign", "CampaignId"),
        "RemoveItemCampaign": ("campaign", "CampaignId"),
        "AddMemberList": ("list", "ListId"),
        "RemoveMemberList": ("list", "ListId"),
        "CopyDynamicListToStatic": ("list", "ListId"),
        "RemovePrivilegeRole": ("role", "RoleId"),
        "ReplacePrivilegesRole": ("role", "RoleId"),
        "Recalculate": ("goal", "Target"),
    ]

    private static let renamings: [String: [Renaming]] = [
        "AddToQueue": [
            Renaming(parameter: "SourceQueueId", name: "SourceQueue", table: "queue")
        ],
        "PickFromQueue": [
            Renaming(parameter: "WorkerId", name: "SystemUser", table: "systemuser")
        ],
    ]
}
