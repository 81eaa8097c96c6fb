import CRMPlugin

/// The tables of customers.
enum CustomerTables {
    static let all = [account, contact, lead]

    private static let referential = Cascade()

    static let account = Table(
        "Account", 1, "Account", name: "name",
        [
            .text("Name", 160, "Account Name"), .text("AccountNumber", 20),
            .choice("AccountCategoryCode", [1: "Preferred Customer", 2: "Standard"]),
            .choice("AccountClassificationCode", [1: "Default Value"], default: 1),
            .choice("AccountRatingCode", [1: "Default Value"], default: 1),
            .choice("BusinessTypeCode", [1: "Default Value"], default: 1),
            .choice("CustomerSizeCode", [1: "Default Value"], default: 1),
            .choice("CustomerTypeCode", ChoiceLists.relationshipTypes),
            .choice("IndustryCode", ChoiceLists.industries),
            .choice("OwnershipCode", [1: "Public", 2: "Private", 3: "Subsidiary", 4: "Other"]),
            .choice("PaymentTermsCode", ChoiceLists.paymentTerms),
            .choice("ShippingMethodCode", [1: "Default Value"], default: 1),
            .choice("TerritoryCode", [1: "Default Value"], default: 1),
            .memo("Description"), .text("TickerSymbol", 10), .text("SIC", 20),
            .text("StockExchange", 20), .text("FtpSiteUrl", 200), .text("PrimarySatoriId", 200),
            .money("Revenue"), .money("MarketCap"), .money("CreditLimit"), .flag("CreditOnHold"),
            .money("Aging30").readOnly, .money("Aging60").readOnly, .money("Aging90").readOnly,
            .integer("NumberOfEmployees", 0...1_000_000_000),
            .integer("SharesOutstanding", 0...1_000_000_000),
            .integer("OpenDeals").readOnly, .money("OpenRevenue").readOnly,
            .date("LastUsedInCampaign"), .flag("Merged").readOnly,
            .flag("ParticipatesInWorkflow"), .image(),
            .lookup("ParentAccountId", "account", "account_parent_account"),
            .lookup("PrimaryContactId", "contact", "account_primary_contact"),
            .lookup("MasterId", "account", "account_master_account", referential).readOnly,
            .lookup("OriginatingLeadId", "lead", "account_originating_lead"),
            .lookup("DefaultPriceLevelId", "pricelevel", "price_level_accounts"),
            .lookup("PreferredSystemUserId", "systemuser", "system_user_accounts"),
            .lookup("TerritoryId", "territory", "territory_accounts"),
            Common.activeInactive,
        ] + Common.reachability + Common.address(1) + Common.address(2))

    static let contact = Table(
        "Contact", 2, "Contact", name: "fullname",
        [
            .text("FirstName", 50), .text("MiddleName", 50), .text("LastName", 50),
            .text("FullName", 160).readOnly, .text("Salutation", 100), .text("Suffix", 10),
            .text("NickName", 50), .text("JobTitle", 100), .text("Department", 100),
            .text("YomiFirstName", 150), .text("YomiLastName", 150),
            .text("ManagerName", 100), .text("ManagerPhone", 50), .text("AssistantName", 100),
            .text("AssistantPhone", 50), .text("SpousesName", 100), .memo("ChildrensNames", 255),
            .text("Company", 50), .text("Callback", 50), .text("Pager", 50),
            .text("MobilePhone", 50), .text("Home2", 50), .text("GovernmentId", 50),
            .text("EmployeeId", 50), .text("ExternalUserIdentifier", 50), .text("FtpSiteUrl", 200),
            .date("BirthDate"), .date("Anniversary"),
            .integer("NumberOfChildren", 0...1_000_000_000),
            .choice("GenderCode", [1: "Male", 2: "Female"]),
            .choice("FamilyStatusCode", [1: "Single", 2: "Married", 3: "Divorced", 4: "Widowed"]),
            .choice("AccountRoleCode", [1: "Decision Maker", 2: "Employee", 3: "Influencer"]),
            .choice("CustomerTypeCode", [1: "Default Value"], default: 1),
            .choice("LeadSourceCode", [1: "Default Value"], default: 1),
            .choice("PaymentTermsCode", ChoiceLists.paymentTerms),
            .choice("ShippingMethodCode", [1: "Default Value"], default: 1),
            .memo("Description"), .money("AnnualIncome"), .money("CreditLimit"),
            .flag("CreditOnHold"), .money("Aging30").readOnly, .money("Aging60").readOnly,
            .money("Aging90").readOnly, .flag("IsBackofficeCustomer"),
            .date("LastUsedInCampaign"), .flag("Merged").readOnly,
            .flag("ParticipatesInWorkflow"), .image(),
            .customer(
                "ParentCustomerId", accounts: "contact_customer_accounts",
                contacts: "contact_customer_contacts"),
            .lookup("MasterId", "contact", "contact_master_contact", referential).readOnly,
            .lookup("OriginatingLeadId", "lead", "contact_originating_lead"),
            .lookup("DefaultPriceLevelId", "pricelevel", "price_level_contacts"),
            .lookup("PreferredSystemUserId", "systemuser", "system_user_contacts"),
            Common.activeInactive,
        ] + Common.reachability + Common.address(1) + Common.address(2))

    static let lead = Table(
        "Lead", 4, "Lead", name: "fullname",
        [
            .text("Subject", 300, "Topic"), .text("FirstName", 50), .text("MiddleName", 50),
            .text("LastName", 50), .text("FullName", 160).readOnly, .text("Salutation", 100),
            .text("CompanyName", 100), .text("JobTitle", 100), .text("MobilePhone", 50),
            .text("Pager", 50), .text("SIC", 20), .memo("Description"),
            .choice("LeadSourceCode", ChoiceLists.leadSources),
            .choice("LeadQualityCode", [1: "Hot", 2: "Warm", 3: "Cold"], default: 2),
            .choice("PriorityCode", [1: "Default Value"], default: 1),
            .choice("IndustryCode", ChoiceLists.industries),
            .choice("SalesStageCode", [1: "Default Value"], default: 1),
            .choice("InitialCommunication", [0: "Contacted", 1: "Not Contacted"]),
            .choice(
                "PurchaseTimeFrame",
                [
                    0: "Immediate", 1: "This Quarter", 2: "Next Quarter", 3: "This Year",
                    4: "Unknown",
                ]),
            .choice(
                "BudgetStatus",
                [0: "No Committed Budget", 1: "May Buy", 2: "Can Buy", 3: "Will Buy"]),
            .money("BudgetAmount"), .money("Revenue"), .money("EstimatedAmount"),
            .float("EstimatedValue"), .date("EstimatedCloseDate"),
            .integer("NumberOfEmployees", 0...1_000_000), .flag("DecisionMaker"),
            .flag("ConfirmInterest"), .flag("EvaluateFit"), .date("LastUsedInCampaign"),
            .flag("Merged").readOnly, .flag("ParticipatesInWorkflow"), .image(),
            .customer(
                "CustomerId", accounts: "lead_customer_accounts",
                contacts: "lead_customer_contacts", referential),
            .lookup("ParentAccountId", "account", "lead_parent_account"),
            .lookup("ParentContactId", "contact", "lead_parent_contact"),
            .lookup("CampaignId", "campaign", "campaign_leads"),
            .lookup("MasterId", "lead", "lead_master_lead", referential).readOnly,
            .lookup("QualifyingOpportunityId", "opportunity", "lead_qualifying_opportunity"),
            .lookup("OriginatingCaseId", "incident", "OriginatingCase_Lead"),
            .lookup("RelatedObjectId", "campaignresponse", "CampaignResponse_Lead"),
            .states(
                (0, "Open", [1: "New", 2: "Contacted"]), (1, "Qualified", [3: "Qualified"]),
                (
                    2, "Disqualified",
                    [
                        4: "Lost", 5: "Cannot Contact", 6: "No Longer Interested", 7: "Canceled",
                    ]
                )),
        ] + Common.reachability + Common.address(1) + Common.address(2))
}
