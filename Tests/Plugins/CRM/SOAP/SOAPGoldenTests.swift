import CRMPlugin
import Foundation
import PeriluneCore
import PeriluneXML
import Testing

/// What goes over the wire, beside what was agreed: `Tests/Golden/SOAP`, indented for the reader.
///
/// With PERILUNE_RECORD=1 the files are written anew.
struct SOAPGoldenTests {
    private static let id = GUID("6997a469-a735-45f8-a4bf-fe31526a086b") ?? .zero
    private static let lead = EntityReference("lead", id, name: "Jo & Co")
    private static let time = Timestamp(microseconds: 1_436_356_800_000_000)

    @Test(arguments: calls.keys.sorted())
    func writesRequestsAsAgreed(name: String) throws {
        let call = try #require(Self.calls[name])
        try compare(try call.encode(), with: name)
    }

    @Test(arguments: replies.keys.sorted())
    func writesAnswersAsAgreed(name: String) throws {
        let (operation, reply) = try #require(Self.replies[name])
        try compare(try reply.encode(to: operation, at: Self.time), with: name)
    }

    private func compare(_ bytes: [UInt8], with name: String) throws {
        let file = URL(fileURLWithPath: #filePath)
            .appendingPathComponent("../../../../Golden/SOAP/\(name).xml").standardized
        let text = try indented(bytes)
        if ProcessInfo.processInfo.environment["PERILUNE_RECORD"] != nil {
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        let golden = try String(contentsOf: file, encoding: .utf8)
        for (line, pair) in zip(text.split(separator: "\n"), golden.split(separator: "\n"))
            .enumerated()
        {
            try #require(pair.0 == pair.1, "\(name).xml, line \(line + 1)")
        }
        #expect(text == golden)
    }

    /// The envelope's declarations are the same in all files, so they are left out.
    private func indented(_ bytes: [UInt8]) throws -> String {
        var writer = XMLWriter(indented: true, allowsUnboundPrefixes: true)
        write(try XMLElement.parse(bytes), to: &writer)
        return String(decoding: try writer.finish(), as: UTF8.self) + "\n"
    }

    private func write(_ element: XMLElement, to writer: inout XMLWriter) {
        writer.begin(element.name, prefix: element.prefix)
        for attribute in element.attributes {
            writer.attribute(attribute.name, prefix: attribute.prefix, attribute.value)
        }
        for child in element.children {
            switch child {
            case .element(let element): write(element, to: &writer)
            case .text(let text): writer.text(text)
            case .comment: break
            }
        }
        writer.end()
    }

    private static let calls: [String: SOAPCall] = [
        "SetState": call(
            "SetState",
            [
                "EntityMoniker": .reference(lead), "State": .option(1), "Status": .option(-1),
            ]),
        "Create": SOAPCall(
            OrganizationRequest("Create", namespace: .xrm, ["Target": .entity(email)]),
            operation: .create),
        "Update": SOAPCall(
            OrganizationRequest(
                "Update", namespace: .xrm,
                ["Target": .entity(versioned), "ConcurrencyBehavior": .option(1)])),
        "RetrieveMultiple": SOAPCall(
            OrganizationRequest(
                "RetrieveMultiple", namespace: .xrm, ["Query": .query(.expression(query))]),
            operation: .retrieveMultiple),
        "Fetch": SOAPCall(
            OrganizationRequest(
                "RetrieveMultiple", namespace: .xrm,
                ["Query": .query(.fetch("<fetch><entity name=\"a\"/></fetch>"))])),
        "ReplacePrivilegesRole": call(
            "ReplacePrivilegesRole",
            ["RoleId": .guid(id), "Privileges": .privileges([RolePrivilege(id, .deep)])]),
        "ExecuteMultiple": SOAPCall(
            OrganizationRequest(
                "ExecuteMultiple", namespace: .xrm,
                [
                    "Settings": .multipleSettings(.init(continueOnError: true)),
                    "Requests": .requests([OrganizationRequest("WhoAmI")]),
                ])),
    ]

    private static let replies: [String: (SOAPOperation, SOAPReply)] = [
        "WhoAmIResponse": (
            .execute, .response(OrganizationResponse("WhoAmI", ["UserId": .guid(id)]))
        ),
        "RetrieveResponse": (
            .retrieve, .response(OrganizationResponse("Retrieve", ["Entity": .entity(answered)]))
        ),
        "RetrieveMultipleResponse": (
            .execute,
            .response(
                OrganizationResponse(
                    "RetrieveMultiple",
                    [
                        "EntityCollection": .entities(
                            EntityCollection(
                                [answered], entityName: "lead", moreRecords: true,
                                pagingCookie: "<cookie page=\"1\"/>"))
                    ]))
        ),
        "UpdateResponse": (.update, .response(OrganizationResponse("Update"))),
        "Fault": (.execute, .fault(fault)),
    ]

    private static func call(_ name: String, _ parameters: AttributeCollection) -> SOAPCall {
        SOAPCall(OrganizationRequest(name, parameters))
    }

    private static var email: Entity {
        var party = Entity("activityparty", ["partyid": .reference(lead)])
        party.entityState = .created
        return Entity(
            "email",
            [
                "subject": "Price < 5 & more", "to": .entities(EntityCollection([party])),
                "scheduledend": .date(time), "description": .null,
            ])
    }

    private static var versioned: Entity {
        var entity = Entity("account", id: id, ["revenue": .money(Money(12))])
        entity.rowVersion = "1042"
        return entity
    }

    private static var query: Query {
        var query = Query("account")
        query.columns = [Query.Column("name")]
        query.filters = [
            Query.Filter(
                or: true,
                [
                    Query.Condition("name", .beginsWith, ["A"]),
                    Query.Condition("statecode", .in, [0, 1]),
                ])
        ]
        var link = Query.Link(
            "contact", from: "contactid", to: "primarycontactid", alias: "c", .outer)
        link.columns = [Query.Column("fullname")]
        query.links = [link]
        query.orders = [Query.Order("name", descending: true)]
        query.page.count = 50
        return query
    }

    private static var answered: Entity {
        var entity = Entity(
            "lead", id: id,
            [
                "leadid": .guid(id), "statecode": .option(0),
                "c.fullname": .aliased(
                    AliasedValue(entity: "contact", attribute: "fullname", "Jo")),
            ])
        entity.formattedValues = ["statecode": "Open"]
        return entity
    }

    private static var fault: CRMFault {
        var fault = CRMFault(
            .throttledCount, "Number of requests exceeded the limit", trace: "at Step",
            retryAfter: 65)
        fault.causes = [CRMFault(.unexpected, "inner")]
        return fault
    }
}
