extension MessageDescription {
    /// The declared messages: the 54 of Microsoft's mobile SDK, and those that its other clients require.
    public static let all: [MessageDescription] = [
        // Records
        MessageDescription(Create.self),
        MessageDescription(Retrieve.self),
        MessageDescription(RetrieveMultiple.self),
        MessageDescription(Update.self),
        MessageDescription(Delete.self),
        MessageDescription(Upsert.self),
        MessageDescription(Assign.self),
        MessageDescription(SetState.self),
        MessageDescription(Merge.self),
        // Relationships
        MessageDescription(Associate.self),
        MessageDescription(Disassociate.self),
        MessageDescription(AssociateEntities.self),
        MessageDescription(DisassociateEntities.self),
        MessageDescription(SetRelated.self),
        MessageDescription(RemoveRelated.self),
        // Sales
        MessageDescription(QualifyLead.self),
        MessageDescription(WinOpportunity.self),
        MessageDescription(LoseOpportunity.self),
        MessageDescription(WinQuote.self),
        MessageDescription(CloseQuote.self),
        MessageDescription(ReviseQuote.self),
        MessageDescription(CancelSalesOrder.self),
        MessageDescription(LockSalesOrderPricing.self),
        MessageDescription(LockInvoicePricing.self),
        MessageDescription(AddProductToKit.self),
        MessageDescription(Recalculate.self),
        // Service
        MessageDescription(CloseIncident.self),
        MessageDescription(CancelContract.self),
        MessageDescription(CloneContract.self),
        // Marketing
        MessageDescription(AddItemCampaign.self),
        MessageDescription(RemoveItemCampaign.self),
        MessageDescription(AddMemberList.self),
        MessageDescription(AddListMembersList.self),
        MessageDescription(RemoveMemberList.self),
        MessageDescription(CopyDynamicListToStatic.self),
        // Queues
        MessageDescription(AddToQueue.self),
        MessageDescription(PickFromQueue.self),
        MessageDescription(ReleaseToQueue.self),
        MessageDescription(RemoveFromQueue.self),
        MessageDescription(RouteTo.self),
        MessageDescription(AddPrincipalToQueue.self),
        MessageDescription(RetrieveUserQueues.self),
        // Email
        MessageDescription(SendEmail.self),
        MessageDescription(SendFax.self),
        MessageDescription(BackgroundSendEmail.self),
        MessageDescription(CheckIncomingEmail.self),
        MessageDescription(CheckPromoteEmail.self),
        MessageDescription(DeliverIncomingEmail.self),
        MessageDescription(DeliverPromoteEmail.self),
        // Scheduling
        MessageDescription(Book.self),
        MessageDescription(Reschedule.self),
        MessageDescription(AddRecurrence.self),
        MessageDescription(CreateInstance.self),
        MessageDescription(CreateException.self),
        MessageDescription(DeleteOpenInstances.self),
        MessageDescription(ValidateRecurrenceRule.self),
        // Security
        MessageDescription(RemovePrivilegeRole.self),
        MessageDescription(ReplacePrivilegesRole.self),
        // Session
        MessageDescription(WhoAmI.self),
        MessageDescription(RetrieveVersion.self),
        MessageDescription(ExecuteMultiple.self),
        MessageDescription(ExecuteTransaction.self),
    ]

    /// The message with a name; `nil` if it is not declared here.
    public static func named(_ name: String) -> MessageDescription? { byName[name] }

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
}
