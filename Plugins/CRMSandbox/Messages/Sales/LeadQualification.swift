import CRMPlugin

/// The parameters of QualifyLead: which records to create from a lead.
struct LeadQualification {
    let account: Bool
    let contact: Bool
    let opportunity: Bool
    let currency: EntityReference?
    let customer: EntityReference?
    let campaign: EntityReference?

    init(_ parameters: Parameters, _ session: Session) throws(CRMFault) {
        func reference(_ key: String, _ tables: [String]) throws(CRMFault) -> EntityReference? {
            guard parameters.values[key] ?? .null != .null else { return nil }
            let found = try session.resolve(try parameters.reference(key, to: tables))
            guard try session.exists(found.logicalName, found.id) else {
                throw .noRecord(found.logicalName, found.id)
            }
            return found
        }
        account = try parameters.flag("CreateAccount")
        contact = try parameters.flag("CreateContact")
        opportunity = try parameters.flag("CreateOpportunity")
        currency = try reference("OpportunityCurrencyId", ["transactioncurrency"])
        customer = try reference("OpportunityCustomerId", ["account", "contact"])
        campaign = try reference("SourceCampaignId", ["campaign"])
    }

    /// Creates the requested records and links them: the contact to the account, both to the opportunity.
    func create(
        from lead: Entity, in session: Session
    ) throws(CRMFault) -> [EntityReference] {
        let leadReference = CRMValue.reference(EntityReference("lead", lead.id ?? .zero))
        var created: [EntityReference] = []
        var links: AttributeCollection = [:]
        func add(_ entity: Entity, _ link: String) throws(CRMFault) -> EntityReference {
            var entity = entity
            entity["originatingleadid"] = leadReference
            let made = EntityReference(entity.logicalName, try session.create(entity))
            created.append(made)
            links[link] = .reference(made)
            return made
        }
        var accountReference = lead.lookup("parentaccountid")
        var contactReference = lead.lookup("parentcontactid")
        if account {
            accountReference = try add(
                try mapped(lead, to: "account", Self.accountColumns, session), "parentaccountid")
        }
        if contact {
            var entity = try mapped(lead, to: "contact", Self.contactColumns, session)
            entity["parentcustomerid"] = accountReference.map { .reference($0) }
            let made = try add(entity, "parentcontactid")
            contactReference = made
            if account, let accountReference {
                try session.update(
                    Entity(
                        "account", id: accountReference.id,
                        ["primarycontactid": .reference(made)]))
            }
        }
        if opportunity {
            var entity = try mapped(lead, to: "opportunity", Self.opportunityColumns, session)
            let buyer = customer ?? accountReference ?? contactReference
            entity["customerid"] = buyer.map { .reference($0) }
            entity["parentaccountid"] = accountReference.map { .reference($0) }
            entity["parentcontactid"] = contactReference.map { .reference($0) }
            if let currency { entity["transactioncurrencyid"] = .reference(currency) }
            if let campaign { entity["campaignid"] = .reference(campaign) }
            _ = try add(entity, "qualifyingopportunityid")
        }
        if !links.isEmpty { try session.set(EntityReference("lead", lead.id ?? .zero), links) }
        return created
    }

    private func mapped(
        _ lead: Entity, to entity: String, _ renamed: KeyValuePairs<String, String>,
        _ session: Session
    ) throws(CRMFault) -> Entity {
        let layout = try session.layout(entity)
        var made = Entity(entity)
        for name in Self.sameColumns where layout.attributes[name]?.isValidForCreate == true {
            made[name] = lead[name]
        }
        for pair in lead.attributes
        where pair.key.hasPrefix("address") && !pair.key.hasSuffix("addressid") {
            guard let attribute = layout.attributes[pair.key], attribute.isValidForCreate else {
                continue
            }
            made[pair.key] = pair.value
        }
        for (from, to) in renamed { made[to] = made[to] ?? lead[from] }
        return made
    }

    /// Columns that have the same name wherever they are.
    private static let sameColumns =
        [
            "description", "transactioncurrencyid", "salutation", "jobtitle", "mobilephone",
            "pager",
            "firstname", "middlename", "lastname", "industrycode", "sic", "revenue",
            "numberofemployees", "budgetamount", "estimatedclosedate", "campaignid",
            "decisionmaker",
        ] + Common.reachability.flatMap { $0.attributes.map(\.logicalName) }

    /// The columns of the account; without a company, it gets the name of the person.
    private static let accountColumns: KeyValuePairs = [
        "companyname": "name", "fullname": "name", "subject": "name",
    ]
    private static let contactColumns: KeyValuePairs<String, String> = [:]
    private static let opportunityColumns: KeyValuePairs = [
        "subject": "name", "fullname": "name", "estimatedamount": "estimatedvalue",
    ]
}
