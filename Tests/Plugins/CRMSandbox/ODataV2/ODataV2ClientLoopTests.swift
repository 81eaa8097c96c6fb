import CRMPlugin
import PeriluneCore
import Testing

@testable import CRMSandboxPlugin

/// The client and the service against each other, with the organization itself as the measure.
struct ODataV2ClientLoopTests {
    private let lab: ODataV2Lab
    private let client: ODataV2Client

    init() throws {
        lab = try ODataV2Lab()
        client = try lab.client()
    }

    @Test func aRecordIsCreatedReadChangedAndDeleted() async throws {
        let contact = try lab.sandbox.create("contact", ["lastname": "Beck"])
        let given = GUID.random()
        let attributes: AttributeCollection = [
            "name": "O'Neil & Søn \u{1F600}", "revenue": .money(Money(CRMDecimal("0.1")!)),
            "industrycode": .option(7), "creditonhold": true, "numberofemployees": 12,
            "primarycontactid": reference("contact", contact),
            "lastusedincampaign": .date(Timestamp("2022-09-20T08:48:11Z")!),
        ]
        let id = try await client.create(Entity("account", id: given, attributes))
        #expect(id == given)
        let found = try await client.retrieve("account", id, ColumnSet(attributes.keys))
        for pair in attributes { #expect(found[pair.key] == pair.value, "\(pair.key)") }
        #expect(found["primarycontactid", as: EntityReference.self]?.name == "Beck")
        try await client.update(
            Entity("account", id: id, ["name": "New", "primarycontactid": .null, "revenue": .null]))
        let changed = try lab.sandbox.retrieve("account", id)
        #expect(changed["name"] == "New" && changed["numberofemployees"] == 12)
        #expect(changed["primarycontactid"] == nil && changed["revenue"] == nil)
        try await client.delete("account", id)
        await #expect(throws: CRMError.self) {
            _ = try await client.retrieve("account", id, .all)
        }
    }

    @Test func learnsTheTablesFromTheMetadata() async throws {
        let client = try lab.client(knowing: nil)
        let id = try await client.create(Entity("lead", ["subject": "S", "lastname": "L"]))
        let lead = try await client.retrieve("lead", id, ["subject", "statecode", "ownerid"])
        #expect(lead["subject"] == "S" && lead["statecode"] == .option(0))
        #expect(lead["ownerid", as: EntityReference.self]?.logicalName == "systemuser")
    }

    @Test(arguments: [
        "<attribute name='name'/>",
        "<attribute name='name'/><order attribute='numberofemployees' descending='true'/><order attribute='name'/>",
        "<attribute name='name'/><filter><condition attribute='name' operator='like' value='%1%'/></filter><order attribute='name'/>",
        """
        <attribute name='name'/><order attribute='name'/><filter type='or'>\
        <condition attribute='numberofemployees' operator='null'/>\
        <condition attribute='numberofemployees' operator='in'><value>3</value><value>5</value></condition>\
        </filter>
        """,
        """
        <attribute name='name'/><order attribute='name'/>\
        <link-entity name='contact' from='contactid' to='primarycontactid' alias='c'>\
        <attribute name='lastname'/><filter><condition attribute='lastname' operator='eq' value='Beck'/></filter>\
        </link-entity>
        """,
        """
        <attribute name='name'/><order attribute='name'/>\
        <link-entity name='contact' from='contactid' to='primarycontactid' alias='c' link-type='outer'>\
        <attribute name='lastname'/></link-entity>
        """,
    ])
    func queriesAnswerWhatTheOrganizationAnswers(fetch: String) async throws {
        let contact = try lab.sandbox.create("contact", ["lastname": "Beck"])
        for number in 0..<130 {
            var attributes: AttributeCollection = ["name": .string("A\(1000 + number)")]
            if number % 3 == 0 { attributes["numberofemployees"] = .int(Int32(number % 7)) }
            if number % 5 == 0 { attributes["primarycontactid"] = reference("contact", contact) }
            try lab.sandbox.create("account", attributes)
        }
        for limits in ["", "count='60' page='2'", "top='70'", "count='50'"] {
            let query = QueryBase.fetch(
                .init("<fetch \(limits)><entity name='account'>\(fetch)</entity></fetch>"))
            let expected = try await lab.sandbox.organization.client().retrieveMultiple(query)
            let found = try await client.retrieveMultiple(query)
            #expect(found.entities.map(\.id) == expected.entities.map(\.id), "\(limits)")
            #expect(found.moreRecords == expected.moreRecords, "\(limits)")
            for (one, other) in zip(found.entities, expected.entities) {
                #expect(one["name"] == other["name"])
                #expect(one["c.lastname"] == other["c.lastname"])
            }
        }
    }

    @Test func relatedRecordsComeWithTheRecord() async throws {
        let id = try lab.account("Parent")
        for name in ["a", "b"] {
            try lab.sandbox.create(
                "contact",
                ["lastname": .string(name), "parentcustomerid": reference("account", id)])
        }
        var query = Query("contact")
        query.columns = [.init("lastname")]
        let related = RelationshipQueryCollection([
            .init(Relationship("contact_customer_accounts"), .expression(query))
        ])
        let response = try await client.execute(
            OrganizationRequest(
                "Retrieve",
                [
                    "Target": reference("account", id), "ColumnSet": .columns(["name"]),
                    "RelatedEntitiesQuery": .relatedQueries(related),
                ]))
        guard case .entity(let account)? = response.results["Entity"] else {
            Issue.record("no record")
            return
        }
        #expect(account["name"] == "Parent")
        let names = account.relatedEntities.first?.entities.entities.map { $0["lastname"] }
        #expect(Set(names ?? []) == ["a", "b"])
    }
}
