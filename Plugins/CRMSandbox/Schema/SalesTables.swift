import CRMPlugin

/// From the opportunity to the invoice.
enum SalesTables {
    static let all = [opportunity, quote, order, invoice, competitor, territory]

    /// The common columns of quotes, orders and invoices.
    private static let document: [Column] =
        [
            .text("Name", 300), .memo("Description"), .decimal("DiscountPercentage", 0...100),
            .money("DiscountAmount"), .money("FreightAmount"),
            .money("TotalAmount"), .money("TotalAmountLessFreight").readOnly,
            .money("TotalDiscountAmount").readOnly, .money("TotalLineItemAmount"),
            .money("TotalLineItemDiscountAmount").readOnly, .money("TotalTax"),
            .choice("PricingErrorCode", ChoiceLists.pricingErrors, default: 0),
            .choice("PaymentTermsCode", ChoiceLists.paymentTerms),
            .choice("FreightTermsCode", ChoiceLists.freightTerms),
            .choice("ShippingMethodCode", ChoiceLists.shippingMethods), .flag("WillCall"),
        ]
        + ["BillTo", "ShipTo"].flatMap { prefix -> [Column] in
            ["Name", "Line1", "Line2", "Line3", "City", "StateOrProvince", "PostalCode", "Country"]
                .map { .text("\(prefix)_\($0)", 200) }
        }

    static let opportunity = Table(
        "Opportunity", set: "opportunities", 3, "Opportunity", name: "name",
        [
            .text("Name", 300, "Topic"), .memo("Description"), .money("EstimatedValue"),
            .money("ActualValue"), .money("BudgetAmount"), .money("TotalAmount"),
            .money("TotalLineItemAmount"), .money("TotalTax"), .money("FreightAmount"),
            .money("DiscountAmount"), .decimal("DiscountPercentage", 0...100),
            .money("TotalDiscountAmount").readOnly, .money("TotalAmountLessFreight").readOnly,
            .integer("CloseProbability", 0...100), .date("EstimatedCloseDate"),
            .date("ActualCloseDate"), .flag("IsRevenueSystemCalculated"), .text("StepName", 200),
            .choice("OpportunityRatingCode", [1: "Hot", 2: "Warm", 3: "Cold"], default: 2),
            .choice("PriorityCode", [1: "Default Value"], default: 1),
            .choice(
                "SalesStage", [0: "Qualify", 1: "Develop", 2: "Propose", 3: "Close"], default: 0),
            .choice("SalesStageCode", [1: "Default Value"], default: 1),
            .choice("PricingErrorCode", ChoiceLists.pricingErrors, default: 0),
            .memo("CurrentSituation"), .memo("CustomerNeed"), .memo("ProposedSolution"),
            .flag("ParticipatesInWorkflow"), .flag("DecisionMaker"),
            .customer(
                "CustomerId", accounts: "opportunity_customer_accounts",
                contacts: "opportunity_customer_contacts"),
            .lookup("ParentAccountId", "account", "opportunity_parent_account"),
            .lookup("ParentContactId", "contact", "opportunity_parent_contact"),
            .lookup("OriginatingLeadId", "lead", "opportunity_originating_lead"),
            .lookup("CampaignId", "campaign", "campaign_opportunities"),
            .lookup(
                "PriceLevelId", "pricelevel", "price_level_opportunities",
                Cascade(delete: .restrict)),
            .states(
                (0, "Open", [1: "In Progress", 2: "On Hold"]), (1, "Won", [3: "Won"]),
                (2, "Lost", [4: "Canceled", 5: "Out-Sold"])),
        ])

    static let quote = Table(
        "Quote", 1084, "Quote", name: "name",
        document + [
            .text("QuoteNumber", 100), .integer("RevisionNumber", 0...1_000_000_000),
            .date("EffectiveFrom"), .date("EffectiveTo"), .date("ClosedOn"), .date("ExpiresOn"),
            .date("RequestDeliveryBy"),
            .customer(
                "CustomerId", accounts: "quote_customer_accounts",
                contacts: "quote_customer_contacts"),
            .lookup("OpportunityId", "opportunity", "opportunity_quotes"),
            .lookup("CampaignId", "campaign", "campaign_quotes"),
            .lookup(
                "PriceLevelId", "pricelevel", "price_level_quotes", Cascade(delete: .restrict)),
            .states(
                (0, "Draft", [1: "In Progress"]), (1, "Active", [2: "In Progress", 3: "Open"]),
                (2, "Won", [4: "Won"]), (3, "Closed", [5: "Lost", 6: "Canceled", 7: "Revised"])),
        ])

    static let order = Table(
        "SalesOrder", 1088, "Order", name: "name",
        document + [
            .text("OrderNumber", 100), .flag("IsPriceLocked").readOnly, .date("DateFulfilled"),
            .date("RequestDeliveryBy"), .date("SubmitDate"), .integer("SubmitStatus"),
            .customer(
                "CustomerId", accounts: "order_customer_accounts",
                contacts: "order_customer_contacts"),
            .lookup("OpportunityId", "opportunity", "opportunity_sales_orders"),
            .lookup("QuoteId", "quote", "quote_orders"),
            .lookup("CampaignId", "campaign", "campaign_orders"),
            .lookup(
                "PriceLevelId", "pricelevel", "price_level_orders", Cascade(delete: .restrict)),
            .states(
                (0, "Active", [1: "New", 2: "Pending"]), (1, "Submitted", [3: "In Progress"]),
                (2, "Canceled", [4: "No Money"]),
                (3, "Fulfilled", [100_001: "Complete", 100_002: "Partial"]),
                (4, "Invoiced", [100_003: "Invoiced"])),
        ])

    static let invoice = Table(
        "Invoice", 1090, "Invoice", name: "name",
        document + [
            .text("InvoiceNumber", 100), .flag("IsPriceLocked").readOnly, .date("DateDelivered"),
            .date("DueDate"),
            .choice("PriorityCode", [1: "Default Value"], default: 1),
            .customer(
                "CustomerId", accounts: "invoice_customer_accounts",
                contacts: "invoice_customer_contacts"),
            .lookup("OpportunityId", "opportunity", "opportunity_invoices"),
            .lookup("SalesOrderId", "salesorder", "order_invoices"),
            .lookup(
                "PriceLevelId", "pricelevel", "price_level_invoices", Cascade(delete: .restrict)),
            .states(
                (
                    0, "Active",
                    [
                        1: "New", 2: "Partially Shipped", 4: "Billed",
                        5: "Booked (applies to services)", 6: "Installed (applies to services)",
                    ]
                ),
                (
                    1, "Closed (deprecated)",
                    [3: "Canceled (deprecated)", 7: "Paid in Full (deprecated)"]
                ),
                (2, "Paid", [100_001: "Complete", 100_002: "Partial"]),
                (3, "Canceled", [100_003: "Canceled"])),
        ])

    static let competitor = Table(
        "Competitor", 123, "Competitor", name: "name", ownership: .organization,
        [
            .text("Name", 100), .memo("Strengths"), .memo("Weaknesses"), .memo("Overview"),
            .memo("Threats"), .text("TickerSymbol", 10), .text("WebSiteUrl", 200),
            .money("ReportedRevenue"), .float("WinPercentage", 0...100),
        ])

    static let territory = Table(
        "Territory", set: "territories", 2013, "Territory", name: "name", ownership: .organization,
        [
            .text("Name", 200), .memo("Description"),
            .lookup("ManagerId", "systemuser", "system_user_territories"),
        ])
}
