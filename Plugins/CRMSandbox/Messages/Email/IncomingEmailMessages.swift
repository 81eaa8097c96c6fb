import CRMPlugin

/// Mail that comes in: whether the organization wants it, and keeping it.
enum IncomingEmailMessages {
    static let all = [checkIncoming, checkPromote, deliverIncoming, deliverPromote]

    /// Why a mail is not wanted.
    ///
    /// CRM's own numbers are not documented; 0 is "it is wanted" here.
    enum Reason: Int32 {
        case none = 0
        case alreadyKnown = 1
        case noReceiver = 2
    }

    static let checkIncoming = MessageHandler(
        "CheckIncomingEmail", as: "CheckIncoming", on: .result("none", of: "email"), isRead: true
    ) { parameters, session in
        let reason = try reason(parameters, session)
        return ["ShouldDeliver": .bool(reason == .none), "ReasonCode": .int(reason.rawValue)]
    }

    static let checkPromote = MessageHandler(
        "CheckPromoteEmail", as: "CheckPromote", on: .result("none", of: "email"), isRead: true
    ) { parameters, session in
        let isKnown = try isKnown(parameters.required("MessageId"), session)
        let reason: Reason = isKnown ? .alreadyKnown : .none
        return ["ShouldPromote": .bool(!isKnown), "ReasonCode": .int(reason.rawValue)]
    }

    static let deliverIncoming = MessageHandler(
        "DeliverIncomingEmail", as: "DeliverIncoming", on: .result("EmailId", of: "email")
    ) { parameters, session in
        let email = try IncomingEmail(parameters)
        if try parameters.flag("ValidateBeforeCreate"),
            try reason(parameters, session) != .none
        {
            throw CRMFault(
                .invalidArgument,
                "The e-mail is already tracked, or none of its recipients is known.")
        }
        return ["EmailId": .guid(try email.keep(as: nil, session))]
    }

    /// The sender gives the e-mail's identity; an existing e-mail with this identity becomes the received one.
    static let deliverPromote = MessageHandler(
        "DeliverPromoteEmail", as: "DeliverPromote", on: .id("EmailId", of: "email")
    ) { parameters, session in
        let id = try parameters.id("EmailId")
        let email = try IncomingEmail(parameters)
        return ["EmailId": .guid(try email.keep(as: id, session))]
    }

    private static func reason(
        _ parameters: Parameters, _ session: Session
    ) throws(CRMFault) -> Reason {
        if try isKnown(parameters.required("MessageId"), session) { return .alreadyKnown }
        for key in ["To", "Cc", "Bcc"] {
            let line: String = try parameters.optional(key) ?? ""
            for address in MailAddresses(line).addresses
            where try MailAddresses.owner(
                of: address, session, among: ["queue", "systemuser"]) != nil
            {
                return .none
            }
        }
        return .noReceiver
    }

    private static func isKnown(_ messageId: String, _ session: Session) throws(CRMFault) -> Bool {
        guard !messageId.isEmpty else { throw .missingField("MessageId") }
        return try !session.ids(of: "email", where: ["messageid": .string(messageId)]).isEmpty
    }
}
