import CRMPlugin

/// SendEmail, SendFax and BackgroundSendEmail.
///
/// Nothing leaves the sandbox.
enum SendMessages {
    static let all = [sendEmail, sendFax, backgroundSend]

    static let sendEmail = MessageHandler(
        "SendEmail", as: "Send", on: .id("EmailId", of: "email")
    ) { parameters, session in
        let target = EntityReference("email", try parameters.id("EmailId"))
        let email = try session.retrieve(target)
        guard email["directioncode"] != false else {
            throw CRMFault(.invalidState, "An incoming e-mail cannot be sent.")
        }
        guard [.option(1), .option(8)].contains(email["statuscode"]) else {
            throw CRMFault(
                .invalidState,
                "Only an e-mail that is a draft, or that failed, can be sent; this one is "
                    + "\(email.formattedValues["statuscode"] ?? "neither").")
        }
        let senders = OutgoingParties(email, ["from"])
        guard senders.parties.count == 1, let sender = senders.parties.first else {
            throw CRMFault(.invalidArgument, "The e-mail must have one sender.")
        }
        guard try senders.isAddressable(sender, session) else {
            throw CRMFault(.invalidArgument, "The sender of the e-mail has no e-mail address.")
        }
        let recipients = OutgoingParties(email, ["to", "cc", "bcc"])
        guard try recipients.hasAddressable(session) else {
            throw CRMFault(
                .noRecipient, "The e-mail must have at least one recipient with an address.")
        }
        let token: String = try parameters.optional("TrackingToken") ?? ""
        let issues = try parameters.flag("IssueSend")
        let subject = [email["subject", as: String.self] ?? "", token]
            .filter { !$0.isEmpty }.joined(separator: " ")
        var changes: AttributeCollection = ["subject": .string(subject)]
        if !token.isEmpty { changes["trackingtoken"] = .string(token) }
        // With IssueSend the mail waits for delivery; without, another program has sent it.
        if !issues {
            changes["senton"] = .date(session.now)
            changes["actualend"] = .date(session.now)
        }
        try session.set(target, changes)
        try session.setState(target, 1, issues ? 6 : 3)
        return ["Subject": .string(subject)]
    }

    static let sendFax = MessageHandler("SendFax", as: "Send", on: .id("FaxId", of: "fax")) {
        parameters, session in
        let target = EntityReference("fax", try parameters.id("FaxId"))
        let fax = try session.retrieve(target)
        guard session.state(of: fax) == 0 else {
            throw CRMFault(.invalidState, "Only an open fax can be sent.")
        }
        let recipients = OutgoingParties(fax, ["to"]).parties
        guard !recipients.isEmpty else {
            throw CRMFault(
                .noFaxRecipient, "The fax must have a recipient before it can be sent.")
        }
        guard recipients.count == 1 else {
            throw CRMFault(.severalFaxRecipients, "A fax can have only one recipient.")
        }
        try session.set(
            target, ["senton": .date(session.now), "actualend": .date(session.now)])
        try session.setState(target, 1, 3)
        return [:]
    }

    /// Returns the e-mails of a query that are waiting for delivery.
    static let backgroundSend = MessageHandler(
        "BackgroundSendEmail", as: "BackgroundSend", on: .result("none", of: "email")
    ) { parameters, session in
        let query: QueryBase = try parameters.required("Query")
        var emails: [Entity] = []
        var attachments: [Bool] = []
        for email in try session.everything(query) {
            guard email.logicalName == "email", let id = email.id else {
                throw CRMFault(.invalidArgument, "The query has to be about e-mails.")
            }
            let target = EntityReference("email", id)
            guard try session.retrieve(target, ["statuscode"])["statuscode"] == .option(6) else {
                continue
            }
            try session.setState(target, 1, 7)
            emails.append(email)
            attachments.append(
                try !session.ids(
                    of: "activitymimeattachment", where: ["objectid": .reference(target)]
                ).isEmpty)
        }
        return [
            "EntityCollection": .entities(EntityCollection(emails, entityName: "email")),
            "HasAttachments": .bools(attachments),
        ]
    }
}

/// The parties of some lists of an activity.
struct OutgoingParties {
    let parties: [Entity]

    init(_ activity: Entity, _ lists: [String]) {
        parties = lists.flatMap {
            activity[$0, as: EntityCollection.self]?.entities ?? []
        }
    }

    /// Whether a party can be reached by e-mail.
    func isAddressable(_ party: Entity, _ session: Session) throws(CRMFault) -> Bool {
        if let address = party["addressused", as: String.self] { return address.contains("@") }
        guard let person = party.lookup("partyid") else { return false }
        return try session.address(of: person) != nil
    }

    func hasAddressable(_ session: Session) throws(CRMFault) -> Bool {
        for party in parties where try isAddressable(party, session) { return true }
        return false
    }
}
