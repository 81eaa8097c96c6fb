import CRMPlugin
import Testing

@testable import CRMSandboxPlugin

struct SendMessagesTests {
    let sandbox: Sandbox
    let contact: GUID

    init() throws {
        sandbox = try Sandbox()
        contact = try sandbox.create(
            "contact", ["lastname": "C", "emailaddress1": "c@example.com"])
    }

    private func email(_ more: AttributeCollection = [:]) throws(CRMFault) -> GUID {
        var values: AttributeCollection = [
            "subject": "Hello",
            "from": sandbox.parties(("systemuser", WellKnown.administrator)),
            "to": sandbox.parties(("contact", contact)),
        ]
        for pair in more { values[pair.key] = pair.value }
        return try sandbox.create("email", values)
    }

    @discardableResult
    private func send(
        _ id: GUID, issues: Bool = true, token: String = ""
    ) throws(CRMFault) -> CRMValue? {
        try sandbox.execute(
            "SendEmail",
            ["EmailId": .guid(id), "IssueSend": .bool(issues), "TrackingToken": .string(token)]
        )["Subject"]
    }

    @Test(arguments: [(true, 6), (false, 3)] as [(Bool, Int32)])
    func setsTheStatus(_ issues: Bool, _ status: Int32) throws {
        let id = try email()
        #expect(try send(id, issues: issues) == "Hello")
        let sent = try sandbox.retrieve("email", id)
        #expect(sent["statecode"] == .option(1))
        #expect(sent["statuscode"] == .option(.init(status)))
    }

    @Test func tokenIsAddedToTheSubject() throws {
        let id = try email()
        #expect(try send(id, token: "CRM:0001") == "Hello CRM:0001")
        let sent = try sandbox.retrieve("email", id)
        #expect(sent["subject"] == "Hello CRM:0001")
        #expect(sent["trackingtoken"] == "CRM:0001")
    }

    @Test func failedEmailIsSentAgain() throws {
        let id = try email()
        try sandbox.setState("email", id, 0, 8)
        try send(id)
        #expect(try sandbox.retrieve("email", id)["statuscode"] == .option(6))
    }

    @Test func sentEmailFaults() throws {
        let id = try email()
        try send(id)
        #expect(fault { () throws(CRMFault) in try send(id) }?.code == .invalidState)
    }

    @Test func incomingEmailFaults() throws {
        let id = try email(["directioncode": false])
        #expect(fault { () throws(CRMFault) in try send(id) }?.code == .invalidState)
    }

    @Test func noSenderOrTwoSendersFault() throws {
        let two = sandbox.parties(
            ("systemuser", WellKnown.administrator), ("systemuser", try sandbox.user()))
        for from in [.entities(EntityCollection()), two] {
            let id = try email(["from": from])
            #expect(fault { () throws(CRMFault) in try send(id) }?.code == .invalidArgument)
        }
    }

    @Test func senderWithoutAddressFaults() throws {
        let queue = try sandbox.create("queue", ["name": "Q"])
        let id = try email(["from": sandbox.parties(("queue", queue))])
        #expect(fault { () throws(CRMFault) in try send(id) }?.code == .invalidArgument)
    }

    @Test func noRecipientFaults() throws {
        let id = try email(["to": .null])
        #expect(fault { () throws(CRMFault) in try send(id) }?.code == ErrorCode(0x8004_0B04))
    }

    @Test func recipientWithoutAddressFaults() throws {
        let mute = try sandbox.create("contact", ["lastname": "M"])
        let id = try email(["to": sandbox.parties(("contact", mute))])
        #expect(fault { () throws(CRMFault) in try send(id) }?.code == ErrorCode(0x8004_0B04))
    }

    @Test func copyRecipientIsEnough() throws {
        let id = try email(["to": .null, "cc": sandbox.parties(("contact", contact))])
        try send(id)
    }

    @Test func unknownEmailFaults() {
        #expect(
            fault { () throws(CRMFault) in try send(.random()) }?.code == .objectDoesNotExist)
    }

    @Test func returnsEmailPendingDelivery() throws {
        let pending = try email()
        try send(pending)
        try sandbox.create(
            "activitymimeattachment",
            ["objectid": reference("email", pending), "filename": "a.txt", "body": "YQ=="])
        _ = try email()
        var query = Query("email")
        query.columns = [.init("subject")]
        let results = try sandbox.execute(
            "BackgroundSendEmail", ["Query": .query(.expression(query))])
        guard case .entities(let found)? = results["EntityCollection"] else {
            Issue.record("no e-mails")
            return
        }
        #expect(found.entities.map(\.id) == [pending])
        #expect(results["HasAttachments"] == .bools([true]))
        #expect(try sandbox.retrieve("email", pending)["statuscode"] == .option(7))
    }

    @Test func badQueryFaults() {
        let fault = fault { () throws(CRMFault) in
            try sandbox.execute("BackgroundSendEmail", ["Query": .query(.fetch("<fetch/>"))])
        }
        #expect(fault != nil)
    }

    @Test func sendsAFaxToOneRecipient() throws {
        let id = try sandbox.create(
            "fax", ["subject": "F", "to": sandbox.parties(("contact", contact))])
        try sandbox.execute("SendFax", ["FaxId": .guid(id), "IssueSend": true])
        let fax = try sandbox.retrieve("fax", id)
        #expect(fax["statecode"] == .option(1))
        #expect(fax["statuscode"] == .option(3))
    }

    @Test func faxWithoutRecipientFaults() throws {
        let id = try sandbox.create("fax", ["subject": "F"])
        let fault = fault { () throws(CRMFault) in
            try sandbox.execute("SendFax", ["FaxId": .guid(id)])
        }
        #expect(fault?.code == ErrorCode(0x8004_350D))
    }

    @Test func faxWithTwoRecipientsFaults() throws {
        let id = try sandbox.create(
            "fax",
            [
                "subject": "F",
                "to": sandbox.parties(
                    ("contact", contact), ("systemuser", WellKnown.administrator)),
            ])
        let fault = fault { () throws(CRMFault) in
            try sandbox.execute("SendFax", ["FaxId": .guid(id)])
        }
        #expect(fault?.code == ErrorCode(0x8004_350E))
    }
}

struct IncomingEmailMessagesTests {
    let sandbox: Sandbox
    let contact: GUID
    let queue: GUID

    init() throws {
        sandbox = try Sandbox()
        contact = try sandbox.create(
            "contact", ["lastname": "C", "emailaddress1": "c@example.com"])
        queue = try sandbox.create(
            "queue", ["name": "Help", "emailaddress": "help@sandbox.example"])
    }

    private let mail: AttributeCollection = [
        "MessageId": "<1@example.com>", "Subject": "Dark", "From": "Cee <C@Example.com>",
        "To": "help@sandbox.example; Nobody <no@example.com>", "Cc": "", "Bcc": "",
        "Body": "It is dark.", "SubmittedBy": "router", "Importance": "high",
    ]

    private func with(_ more: AttributeCollection) -> AttributeCollection {
        var parameters = mail
        for pair in more { parameters[pair.key] = pair.value }
        return parameters
    }

    private func deliver(_ more: AttributeCollection = [:]) throws(CRMFault) -> GUID {
        try sandbox.id("EmailId", of: "DeliverIncomingEmail", with(more))
    }

    @Test func keepsTheMailAsReceived() throws {
        let id = try deliver(["ReceivedOn": try date("2026-09-01T08:00:00Z")])
        let email = try sandbox.retrieve("email", id)
        #expect(email["statecode"] == .option(1))
        #expect(email["statuscode"] == .option(4))
        #expect(email["directioncode"] == false)
        #expect(email["subject"] == "Dark")
        #expect(email["description"] == "It is dark.")
        #expect(email["messageid"] == "<1@example.com>")
        #expect(email["prioritycode"] == .option(2))
        #expect(email["actualend"] == (try date("2026-09-01T08:00:00Z")))
    }

    @Test func resolvesPartiesByAddress() throws {
        let email = try sandbox.retrieve("email", deliver())
        let from = email["from", as: EntityCollection.self]?.entities
        #expect(from?.map { $0["partyid"] } == [reference("contact", contact)])
        let to = email["to", as: EntityCollection.self]?.entities
        #expect(to?.map { $0["partyid"] } == [reference("queue", queue), nil])
        #expect(to?.last?["addressused"] == "no@example.com")
    }

    @Test func keepsAttachments() throws {
        let attachment = Entity(
            "activitymimeattachment", ["filename": "a.txt", "body": "YWJj"])
        let id = try deliver(["Attachments": .entities(EntityCollection([attachment]))])
        let kept = try #require(try sandbox.find("activitymimeattachment").first)
        #expect(kept["objectid"] == reference("email", id))
        #expect(kept["filename"] == "a.txt")
        #expect(kept["filesize"] == 3)
    }

    @Test func takesExtraProperties() throws {
        let id = try deliver([
            "ExtraProperties": .entity(
                Entity("email", ["category": "Help", "statecode": .option(0)]))
        ])
        let email = try sandbox.retrieve("email", id)
        #expect(email["category"] == "Help")
        #expect(email["statecode"] == .option(1))
    }

    @Test(arguments: ["MessageId", "From", "To"])
    func missingParameterFaults(_ key: String) {
        let fault = fault { () throws(CRMFault) in _ = try deliver([key: .null]) }
        #expect(fault == .missingField(key))
    }

    @Test func validationRefusesAKnownMail() throws {
        _ = try deliver()
        let fault = fault { () throws(CRMFault) in
            _ = try deliver(["ValidateBeforeCreate": true])
        }
        #expect(fault?.code == .invalidArgument)
        #expect(try sandbox.count("email") == 1)
    }

    private func check(_ more: AttributeCollection = [:]) throws(CRMFault) -> CRMValue? {
        try sandbox.execute("CheckIncomingEmail", with(more))["ShouldDeliver"]
    }

    @Test func newMailToAQueueIsDelivered() throws {
        #expect(try check() == true)
        #expect(try check(["To": "x@example.com", "Cc": "admin@sandbox.example"]) == true)
    }

    @Test func knownMailIsNotDelivered() throws {
        _ = try deliver()
        #expect(try check() == false)
    }

    @Test func mailWithoutALocalRecipientIsNotDelivered() throws {
        #expect(try check(["To": "c@example.com"]) == false)
    }

    @Test func promotesUnknownMail() throws {
        let parameters: AttributeCollection = ["MessageId": "<1@example.com>", "Subject": "Dark"]
        #expect(
            try sandbox.execute("CheckPromoteEmail", parameters)["ShouldPromote"] == true)
        _ = try deliver()
        #expect(
            try sandbox.execute("CheckPromoteEmail", parameters)["ShouldPromote"] == false)
    }

    @Test func promotedMailHasTheIdentityOfTheSender() throws {
        let id = GUID.random()
        #expect(
            try sandbox.id("EmailId", of: "DeliverPromoteEmail", with(["EmailId": .guid(id)])) == id
        )
        #expect(try sandbox.retrieve("email", id)["statuscode"] == .option(4))
    }

    @Test func promotedMailReplacesTheDraft() throws {
        let id = try sandbox.create("email", ["subject": "Draft"])
        try sandbox.execute("DeliverPromoteEmail", with(["EmailId": .guid(id)]))
        let email = try sandbox.retrieve("email", id)
        #expect(email["subject"] == "Dark")
        #expect(email["statuscode"] == .option(4))
        #expect(try sandbox.count("email") == 1)
    }
}
