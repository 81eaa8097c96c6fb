import CRMPlugin

/// The tables of campaigns and marketing lists.
enum MarketingTables {
    static let all = [campaign, campaignItem, list, listMember, literature]

    static let campaign = Table(
        "Campaign", 4400, "Campaign", name: "name",
        [
            .text("Name", 128), .text("CodeName", 32), .memo("Description"), .memo("Objective"),
            .memo("Message", 256), .text("PromotionCodeName", 128), .flag("IsTemplate"),
            .choice(
                "TypeCode",
                [
                    1: "Advertisement", 2: "Direct Marketing", 3: "Event", 4: "Co-branding",
                    5: "Other",
                ]),
            .date("ProposedStart"), .date("ProposedEnd"), .date("ActualStart"), .date("ActualEnd"),
            .money("BudgetedCost"), .money("OtherCost"), .money("ExpectedRevenue"),
            .money("TotalActualCost").readOnly, .money("TotalCampaignActivityActualCost").readOnly,
            .integer("ExpectedResponse", 0...1_000_000_000),
            .lookup("PriceListId", "pricelevel", "PriceList_Campaigns"),
            .states(
                (
                    0, "Active",
                    [
                        0: "Proposed", 1: "Ready To Launch", 2: "Launched", 3: "Completed",
                        4: "Canceled", 5: "Suspended",
                    ]
                ), (1, "Inactive", [6: "Inactive"])),
        ])

    static let campaignItem = Table(
        "CampaignItem", 4403, "Campaign Item", name: nil, ownership: .none,
        [
            .lookup("CampaignId", "campaign", "campaign_campaignitems", Cascade(delete: .cascade)),
            .id("EntityId"), .entityName("EntityType"),
        ])

    static let list = Table(
        "List", 4300, "Marketing List", name: "listname",
        [
            .text("ListName", 128, "Name"), .memo("Description"), .text("Source", 128),
            .memo("Purpose", 512), .money("Cost"), .flag("LockStatus"),
            .flag("Type", "Static", "Dynamic"),
            .integer("MemberType"), .integer("MemberCount").readOnly, .memo("Query", 1_073_741_823),
            .choice("CreatedFromCode", [1: "Account", 2: "Contact", 4: "Lead"]).createOnly,
            .date("LastUsedOn"), .flag("DoNotSendOnOptOut", default: true),
            .flag("IgnoreInactiveListMembers", default: true),
            .states((0, "Active", [0: "Active"]), (1, "Inactive", [1: "Inactive"])),
        ])

    static let listMember = Table(
        "ListMember", 4301, "Marketing List Member", name: nil, ownership: .none,
        [
            .lookup("ListId", "list", "list_listmembers", Cascade(delete: .cascade)),
            .lookup(
                "EntityId",
                [
                    ("account", "account_listmembers"), ("contact", "contact_listmembers"),
                    ("lead", "lead_listmembers"),
                ], Cascade(delete: .cascade)),
            .entityName("EntityType"),
        ])

    static let literature = Table(
        "SalesLiterature", set: "salesliteratures", 1038, "Sales Literature", name: "name",
        ownership: .organization,
        [
            .text("Name", 200), .memo("Description"), .text("KeyWords", 256),
            .choice(
                "LiteratureTypeCode",
                [
                    0: "Presentation", 1: "Product Sheet", 2: "Policies And Procedures",
                    3: "Sales Literature", 4: "Spreadsheets", 5: "News", 6: "Bulletins",
                    7: "Price Sheets", 8: "Manuals", 9: "Company Background",
                    100_001: "Marketing Collateral",
                ]), .date("ExpirationDate"), .flag("HasAttachments"),
            .flag("IsCustomerViewable"),
            .lookup("SubjectId", "subject", "subject_sales_literature"),
            .lookup("EmployeeContactId", "systemuser", "system_user_sales_literature"),
        ])
}
