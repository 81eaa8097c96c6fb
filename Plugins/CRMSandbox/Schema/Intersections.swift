import CRMPlugin

/// The N:N relationships between standard tables.
enum Intersections {
    static let all: [RelationshipDefinition] = tables.map { .manyToMany($0) }

    private static let tables =
        [
            ManyToMany(
                "systemuserroles_association", intersect: "systemuserroles", "systemuser",
                "systemuserid", "role", "roleid"),
            ManyToMany(
                "teamroles_association", intersect: "teamroles", "team", "teamid", "role", "roleid"),
            ManyToMany(
                "teammembership_association", intersect: "teammembership", "team", "teamid",
                "systemuser", "systemuserid"),
            ManyToMany(
                "roleprivileges_association", intersect: "roleprivileges", "role", "roleid",
                "privilege", "privilegeid"),
            ManyToMany(
                "queuemembership_association", intersect: "queuemembership", "queue", "queueid",
                "systemuser", "systemuserid"),
            ManyToMany(
                "listaccount_association", intersect: "listmember", "list", "listid", "account",
                "entityid"),
            ManyToMany(
                "listcontact_association", intersect: "listmember", "list", "listid", "contact",
                "entityid"),
            ManyToMany(
                "listlead_association", intersect: "listmember", "list", "listid", "lead",
                "entityid"),
            ManyToMany(
                "campaignlist_association", intersect: "campaignitem", "campaign", "campaignid",
                "list", "entityid"),
            ManyToMany(
                "campaignproduct_association", intersect: "campaignitem", "campaign", "campaignid",
                "product", "entityid"),
            ManyToMany(
                "campaignsalesliterature_association", intersect: "campaignitem", "campaign",
                "campaignid", "salesliterature", "entityid"),
            ManyToMany(
                "campaigncampaign_association", intersect: "campaignitem", "campaign", "campaignid",
                "campaign", "entityid"),
            ManyToMany(
                "productassociation_association", intersect: "productassociation", "product",
                "productid", "product", "associatedproduct"),
        ] + plain.map(\.relationship)

    /// Relationships whose intersect table has only the two identities.
    private static let plain = [
        Plain("accountleads_association", 16, "AccountLeads", "account", "lead"),
        Plain("contactleads_association", 22, "ContactLeads", "contact", "lead"),
        Plain("contactinvoices_association", 17, "ContactInvoices", "contact", "invoice"),
        Plain("contactquotes_association", 18, "ContactQuotes", "contact", "quote"),
        Plain("contactorders_association", 19, "ContactOrders", "contact", "salesorder"),
        Plain(
            "servicecontractcontacts_association", 20, "ServiceContractContacts", "contract",
            "contact"),
        Plain(
            "opportunitycompetitors_association", 26, "OpportunityCompetitors", "opportunity",
            "competitor"),
        Plain("leadcompetitors_association", 24, "LeadCompetitors", "lead", "competitor"),
        Plain("competitorproduct_association", 1006, "CompetitorProduct", "competitor", "product"),
        Plain("leadproduct_association", 27, "LeadProduct", "lead", "product"),
        Plain(
            "productsalesliterature_association", 21, "ProductSalesLiterature", "product",
            "salesliterature"),
    ]

    /// The tables of the plain relationships.
    static let plainTables = plain.map(\.table)

    private struct Plain {
        let relationship: ManyToMany
        let table: Table

        init(_ name: String, _ code: Int, _ schemaName: String, _ one: String, _ other: String) {
            relationship = ManyToMany(
                name, intersect: schemaName.lowercased(), one, one + "id", other, other + "id")
            table = Table(
                schemaName, set: schemaName.lowercased() + "collection", code, schemaName,
                name: nil, ownership: .none, isIntersect: true,
                [.id(one + "id"), .id(other + "id")])
        }
    }
}
