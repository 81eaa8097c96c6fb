import CRMPlugin

/// QualifyLead.
enum LeadMessages {
    static let all = [qualify]

    static let qualify = MessageHandler("QualifyLead", on: .parameter("LeadId"), tables: ["lead"]) {
        parameters, session in
        let reference = try session.resolve(try parameters.reference("LeadId", to: ["lead"]))
        let lead = try session.retrieve(reference)
        guard session.state(of: lead) == 0 else {
            throw CRMFault(.leadAlreadyClosed, "The lead is already closed.")
        }
        let (state, status) = try end(parameters, session, reference)
        let wishes = try LeadQualification(parameters, session)
        var created: [EntityReference] = []
        // A disqualified lead creates no records.
        if state == 1 { created = try wishes.create(from: lead, in: session) }
        try session.setState(reference, state, status)
        return ["CreatedEntities": .references(created)]
    }

    /// The status in the message, and the state that it belongs to: 1 qualified, 2 disqualified.
    private static func end(
        _ parameters: Parameters, _ session: Session, _ lead: EntityReference
    ) throws(CRMFault) -> (state: Int32, status: Int32) {
        guard let status = try parameters.option("Status") else { throw .missingField("Status") }
        if status == -1 { return (1, -1) }
        let options = try session.definition("lead").attribute("statuscode")?.options ?? []
        guard let state = options.first(where: { $0.value == status })?.state, state != 0 else {
            throw .badStatus(status, entity: "lead", id: lead.id)
        }
        return (state, status)
    }
}
