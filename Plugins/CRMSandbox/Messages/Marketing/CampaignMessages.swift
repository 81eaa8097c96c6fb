import CRMPlugin

/// AddItemCampaign and RemoveItemCampaign.
enum CampaignMessages {
    static let all = [add, remove]

    /// The tables that can be added to campaigns, and the state in which they cannot be added any more.
    private static let items: [String: Int32?] = [
        "list": 1, "product": 1, "salesliterature": nil, "campaign": 1,
    ]

    static let add = MessageHandler(
        "AddItemCampaign", as: "AddItem", on: .id("CampaignId", of: "campaign")
    ) { parameters, session in
        let campaign = try parameters.id("CampaignId")
        let id = try parameters.id("EntityId")
        let table: String = try parameters.required("EntityName")
        guard let inactive = items[table] else {
            throw CRMFault(.invalidArgument, "A record of \(table) cannot belong to a campaign.")
        }
        guard try session.exists("campaign", campaign) else {
            throw CRMFault.noRecord("campaign", campaign)
        }
        let item = try session.retrieve(table, id)
        guard inactive == nil || session.state(of: item) != inactive else {
            throw CRMFault(
                .campaignItemInactive, "Cannot associate an inactive item to a Campaign.")
        }
        let parent = EntityReference("campaign", campaign)
        guard try rows(parent, id, session).isEmpty else { throw CRMFault.duplicate }
        let made = try session.create(
            Entity(
                "campaignitem",
                [
                    "campaignid": .reference(parent), "entityid": .guid(id),
                    "entitytype": .string(table),
                ]))
        return ["CampaignItemId": .guid(made)]
    }

    static let remove = MessageHandler(
        "RemoveItemCampaign", as: "RemoveItem", on: .id("CampaignId", of: "campaign")
    ) { parameters, session in
        let campaign = try parameters.id("CampaignId")
        let id = try parameters.id("EntityId")
        let rows = try rows(EntityReference("campaign", campaign), id, session)
        guard !rows.isEmpty else { throw CRMFault.noRecord("campaignitem", id) }
        for row in rows { try session.delete("campaignitem", row) }
        return [:]
    }

    private static func rows(
        _ campaign: EntityReference, _ item: GUID, _ session: Session
    ) throws(CRMFault) -> [GUID] {
        try session.ids(
            of: "campaignitem",
            where: ["campaignid": .reference(campaign), "entityid": .guid(item)])
    }
}
