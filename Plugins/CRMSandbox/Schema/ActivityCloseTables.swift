import CRMPlugin

/// The tables of activities that record the closing of an opportunity, a quote, an order or a case.
enum ActivityCloseTables {
    static let all = [opportunityClose, quoteClose, orderClose, incidentResolution]

    private static let states: Column = .states(
        (0, "Open", [1: "Open"]), (1, "Completed", [2: "Completed"]),
        (2, "Canceled", [3: "Canceled"]))

    private static let cascadeDelete = Cascade(delete: .cascade)

    static let opportunityClose = Activity.table(
        "OpportunityClose", 4208, "Opportunity Close", plural: "OpportunityCloses",
        [
            .money("ActualRevenue"), .text("Category", 250),
            .lookup("OpportunityId", "opportunity", "Opportunity_OpportunityClose", cascadeDelete)
                .required,
            .lookup("CompetitorId", "competitor", "competitor_opportunity_activities"), states,
        ])

    static let quoteClose = Activity.table(
        "QuoteClose", 4211, "Quote Close", plural: "QuoteCloses",
        [
            .text("QuoteNumber", 100), .integer("Revision"), .text("Category", 250),
            .lookup("QuoteId", "quote", "Quote_QuoteClose", cascadeDelete).required, states,
        ])

    static let orderClose = Activity.table(
        "OrderClose", 4209, "Order Close", plural: "OrderCloses",
        [
            .text("OrderNumber", 100), .integer("Revision"), .text("Category", 250),
            .lookup("SalesOrderId", "salesorder", "SalesOrder_OrderClose", cascadeDelete).required,
            states,
        ])

    static let incidentResolution = Activity.table(
        "IncidentResolution", 4206, "Case Resolution", plural: "IncidentResolutionActivities",
        [
            .integer("TimeSpent", 0...2_147_483_647), .text("Category", 250),
            .lookup("IncidentId", "incident", "Incident_IncidentResolutions", cascadeDelete)
                .required,
            states,
        ])
}
