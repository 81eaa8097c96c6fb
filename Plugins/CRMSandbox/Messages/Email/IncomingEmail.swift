import CRMPlugin
import PeriluneCore

/// The mail in DeliverIncomingEmail and DeliverPromoteEmail.
struct IncomingEmail {
    private let parameters: Parameters
    private let messageId: String
    private let from: String
    private let to: String

    init(_ parameters: Parameters) throws(CRMFault) {
        self.parameters = parameters
        messageId = try parameters.required("MessageId")
        from = try parameters.required("From")
        to = try parameters.required("To")
    }

    /// Writes it as received, with its attachments.
    func keep(as id: GUID?, _ session: Session) throws(CRMFault) -> GUID {
        var email = Entity("email", id: id, try attributes(session))
        if let id, try session.exists("email", id) {
            try session.set(EntityReference("email", id), email.attributes)
        } else {
            email["statecode"] = .option(1)
            email["statuscode"] = .option(4)
            email.id = try session.create(email, trusted: true)
        }
        let reference = EntityReference("email", email.id ?? .zero)
        try attach(to: reference, session)
        if id == reference.id { try session.setState(reference, 1, 4) }
        return reference.id
    }

    private func attributes(_ session: Session) throws(CRMFault) -> AttributeCollection {
        func line(_ key: String) throws(CRMFault) -> String { try parameters.optional(key) ?? "" }
        var values: AttributeCollection = [
            "messageid": .string(messageId), "directioncode": false,
            "subject": .string(try line("Subject")), "description": .string(try line("Body")),
            "submittedby": .string(try line("SubmittedBy")), "sender": .string(from),
            "torecipients": .string(to),
            "prioritycode": .option(importance(try line("Importance"))),
        ]
        let received: Timestamp = try parameters.optional("ReceivedOn") ?? session.now
        values["actualend"] = .date(received)
        values["senton"] = .date(received)
        values["from"] = try MailAddresses(from).parties(session)
        values["to"] = try MailAddresses(to).parties(session)
        values["cc"] = try MailAddresses(try line("Cc")).parties(session)
        values["bcc"] = try MailAddresses(try line("Bcc")).parties(session)
        if let more = try parameters.optional("ExtraProperties", as: Entity.self) {
            let names = try session.layout("email").attributes
            for pair in more.attributes where names[pair.key]?.isValidForCreate == true {
                values[pair.key] = pair.value
            }
            for name in ["activityid", "statecode", "statuscode"] { values[name] = nil }
        }
        return values
    }

    /// A mail's word for its importance, as a priority.
    private func importance(_ word: String) -> OptionSetValue {
        switch word.lowercased() {
        case "low", "0": 0
        case "high", "2": 2
        default: 1
        }
    }

    private func attach(to email: EntityReference, _ session: Session) throws(CRMFault) {
        let attachments = try parameters.optional("Attachments", as: EntityCollection.self)
        for (number, attachment) in (attachments?.entities ?? []).enumerated() {
            var row = Entity("activitymimeattachment", attachment.attributes)
            row["activitymimeattachmentid"] = nil
            row["objectid"] = .reference(email)
            row["objecttypecode"] = "email"
            row["attachmentnumber"] = .int(Int32(clamping: number + 1))
            try session.create(row)
        }
    }
}
