/// The messages that are more than one change of one record.
///
/// Codes, effects and order of the checks follow what is documented of CRM. Where nothing is, the
/// comment of the message says what was chosen.
enum BusinessMessages {
    static let all: [MessageHandler] = [
        LeadMessages.all, OpportunityMessages.all, QuoteMessages.all, OrderMessages.all,
        KitMessages.all, IncidentMessages.all, ContractMessages.all, GoalMessages.all,
        ListMessages.all, CampaignMessages.all, QueueItemMessages.all, QueueMemberMessages.all,
        SendMessages.all, IncomingEmailMessages.all, BookingMessages.all, SeriesMessages.all,
        MergeMessages.all, RoleMessages.all,
    ].flatMap { $0 }
}
