import CRMPlugin
import Testing

@testable import CRMSandboxPlugin

struct AllMessagesTests {
    static let names = [
        "AddItemCampaign", "AddListMembersList", "AddMemberList", "AddPrincipalToQueue",
        "AddProductToKit", "AddRecurrence", "AddToQueue", "Assign", "AssociateEntities",
        "BackgroundSendEmail", "Book", "CancelContract", "CancelSalesOrder", "CheckIncomingEmail",
        "CheckPromoteEmail", "CloneContract", "CloseIncident", "CloseQuote",
        "CopyDynamicListToStatic", "Create", "CreateException", "CreateInstance", "Delete",
        "DeleteOpenInstances", "DeliverIncomingEmail", "DeliverPromoteEmail",
        "DisassociateEntities", "LockInvoicePricing", "LockSalesOrderPricing", "LoseOpportunity",
        "Merge", "PickFromQueue", "QualifyLead", "Recalculate", "ReleaseToQueue",
        "RemoveFromQueue", "RemoveItemCampaign", "RemoveMemberList", "RemovePrivilegeRole",
        "RemoveRelated", "ReplacePrivilegesRole", "Reschedule", "Retrieve", "RetrieveMultiple",
        "RetrieveUserQueues", "RouteTo", "SendEmail", "SendFax", "SetRelated", "SetState",
        "Update", "ValidateRecurrenceRule", "WinOpportunity", "WinQuote",
    ]

    let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    @Test func theListIsComplete() {
        #expect(Self.names.count == 54)
        #expect(Set(Self.names).count == 54)
    }

    @Test func everyMessageHasAHandler() {
        for name in Self.names {
            #expect(sandbox.organization.messages[name] != nil, "\(name)")
        }
    }

    @Test func missingParametersAreAFault() {
        for name in Self.names {
            let fault = fault { () throws(CRMFault) in try sandbox.execute(name, [:]) }
            let expected: ErrorCode =
                name == "RetrieveUserQueues" ? .cannotFindUserQueue : .invalidArgument
            #expect(fault?.code == expected, "\(name)")
        }
    }

    /// Null, and a value of a type that no parameter of these names has.
    @Test(arguments: [.null, .double(1.5)] as [CRMValue])
    func parametersOfTheWrongTypeAreAFault(_ value: CRMValue) {
        var parameters = AttributeCollection()
        for key in Self.keys { parameters[key] = value }
        for name in Self.names {
            let fault = fault { () throws(CRMFault) in try sandbox.execute(name, parameters) }
            #expect(
                fault?.code == .invalidArgument || fault?.code == .cannotFindUserQueue,
                "\(name)")
        }
    }

    static let keys = [
        "Target", "EntityMoniker", "Moniker1", "LeadId", "OpportunityClose", "QuoteClose",
        "OrderClose", "KitId", "ListId", "CampaignId", "QueueId", "QueueItemId", "EmailId",
        "FaxId", "MessageId", "Query", "UserId", "RoleId", "ContractId", "InvoiceId",
        "SalesOrderId", "IncidentResolution",
    ]

    @Test func aFaultRollsTheMessageBack() throws {
        let lead = try sandbox.create("lead", ["subject": "S", "companyname": "C"])
        try sandbox.create("account", ["name": "A"])
        let before = try sandbox.count("account")
        // The status is checked first, the customer only after; nothing may be left of either.
        let fault = fault { () throws(CRMFault) in
            try sandbox.execute(
                "QualifyLead",
                [
                    "LeadId": reference("lead", lead), "CreateAccount": true,
                    "OpportunityCustomerId": reference("account", .random()), "Status": .option(3),
                ])
        }
        #expect(fault?.code == .objectDoesNotExist)
        #expect(try sandbox.count("account") == before)
        #expect(try sandbox.retrieve("lead", lead)["statecode"] == .option(0))
    }
}
