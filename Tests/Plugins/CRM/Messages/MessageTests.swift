import CRMPlugin
import Testing

struct MessageTests {
    private let seed = """
        AddItemCampaign AddListMembersList AddMemberList AddPrincipalToQueue AddProductToKit \
        AddRecurrence AddToQueue Assign AssociateEntities BackgroundSendEmail Book CancelContract \
        CancelSalesOrder CheckIncomingEmail CheckPromoteEmail CloneContract CloseIncident CloseQuote \
        CopyDynamicListToStatic Create CreateException CreateInstance Delete DeleteOpenInstances \
        DeliverIncomingEmail DeliverPromoteEmail DisassociateEntities LockInvoicePricing \
        LockSalesOrderPricing LoseOpportunity Merge PickFromQueue QualifyLead Recalculate \
        ReleaseToQueue RemoveFromQueue RemoveItemCampaign RemoveMemberList RemovePrivilegeRole \
        RemoveRelated ReplacePrivilegesRole Reschedule Retrieve RetrieveMultiple RetrieveUserQueues \
        RouteTo SendEmail SendFax SetRelated SetState Update ValidateRecurrenceRule WinOpportunity \
        WinQuote
        """.split(separator: " ").map(String.init)

    @Test func declaresEveryMessageOfTheSeed() {
        #expect(seed.count == 54)
        #expect(seed.filter { MessageDescription.named($0) == nil } == [])
    }

    @Test func declaresMessagesThatOtherClientsSendToConnect() {
        for name in ["WhoAmI", "RetrieveVersion", "ExecuteMultiple", "Upsert", "Associate"] {
            #expect(MessageDescription.named(name) != nil, "\(name)")
        }
    }

    @Test func namesEachMessageOnce() {
        let names = MessageDescription.all.map(\.name)
        #expect(Set(names).count == names.count)
    }

    @Test func namesAreCaseSensitive() {
        #expect(MessageDescription.named("setstate") == nil)
    }

    @Test func keepsTheMessagesOfXrmApartFromThoseOfCrm() {
        let xrm = seed.filter { MessageDescription.named($0)?.namespace == .xrm }
        #expect(xrm == ["Create", "Delete", "Retrieve", "RetrieveMultiple", "Update"])
    }

    @Test func describesKeysAndKinds() throws {
        let message = try #require(MessageDescription.named("QualifyLead"))
        #expect(message.parameters.count == 8)
        #expect(message.parameters.first?.key == "LeadId")
        #expect(message.parameters.first?.kind == .entityReference)
        #expect(message.parameters.filter(\.isOptional).count == 3)
        #expect(message.results.map(\.kind) == [.entityReferenceCollection])
    }

    @Test func distinguishesTheSpellingsOfID() {
        #expect(MessageDescription.named("Create")?.results.map(\.key) == ["id"])
        #expect(MessageDescription.named("AddMemberList")?.results.map(\.key) == ["Id"])
    }

    @Test func acceptsACustomMessage() throws {
        let id = try #require(GUID("6997a469-a735-45f8-a4bf-fe31526a086b"))
        var request = AutoMapEntity.Request()
        request.entityMapId = id
        #expect(request.request.requestName == "AutoMapEntity")
        #expect(request.request.namespace == .crm)
        #expect(request.request.parameters == ["EntityMapId": .guid(id)])
        request.entityMapId = nil
        #expect(request.request.parameters.isEmpty)
    }

    @Test func readsResultsByType() {
        let response = QualifyLead.Response(
            OrganizationResponse(
                "QualifyLead", ["CreatedEntities": .references([EntityReference("account", .zero)])]
            ))
        #expect(response.createdEntities?.references.count == 1)
    }

    @Test func readsNothingFromAResultOfAnotherType() {
        let response = WhoAmI.Response(OrganizationResponse("WhoAmI", ["UserId": "me"]))
        #expect(response.userId == nil)
    }
}

/// The example of the mobile SDK's own README.
private enum AutoMapEntity: Message {
    static let namespace = MessageNamespace.crm
    struct Parameters: MessageFields {
        let entityMapId = Field<GUID>("EntityMapId")
    }
}
