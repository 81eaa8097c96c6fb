import CRMPlugin
import PeriluneCore
import Testing

@testable import CRMSandboxPlugin

struct RetrieveTests {
    let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    @Test func refusesARecordThatIsNotThere() throws {
        let id = GUID.random()
        let fault = fault { () throws(CRMFault) in _ = try sandbox.retrieve("account", id) }
        #expect(fault == CRMFault(.objectDoesNotExist, "account With Id = \(id) Does Not Exist"))
    }

    @Test func refusesAMissingColumnSet() throws {
        let id = try sandbox.create("account", ["name": "A"])
        let fault = fault { () throws(CRMFault) in
            try sandbox.execute("Retrieve", ["Target": reference("account", id)])
        }
        #expect(fault == CRMFault(.invalidArgument, "Required field 'ColumnSet' is missing"))
    }

    @Test func refusesAnEmptyIdentity() throws {
        let fault = fault { () throws(CRMFault) in _ = try sandbox.retrieve("account", .zero) }
        #expect(fault == CRMFault(.invalidArgument, "Expected non-empty Guid."))
    }

    @Test func refusesAnUnknownColumn() throws {
        let id = try sandbox.create("account", ["name": "A"])
        let fault = fault { () throws(CRMFault) in
            _ = try sandbox.retrieve("account", id, ["foo"])
        }
        #expect(fault?.code == .queryNoAttribute)
    }

    @Test func answersTheIdentityAndTheColumnsOnly() throws {
        let id = try sandbox.create("account", ["name": "A", "telephone1": "1"])
        let account = try sandbox.retrieve("account", id, ["name"])
        #expect(account.attributes == ["name": "A", "accountid": .guid(id)])
        #expect(account.rowVersion != nil)
    }

    @Test func leavesOutNullColumns() throws {
        let id = try sandbox.create("account", ["name": "A"])
        #expect(try !sandbox.retrieve("account", id).attributes.contains("telephone1"))
    }

    @Test func amountsBringTheirCurrency() throws {
        let id = try sandbox.create("account", ["name": "A", "revenue": .money(Money(1))])
        let account = try sandbox.retrieve("account", id, ["revenue"])
        #expect(account["transactioncurrencyid", as: EntityReference.self]?.name == "US Dollar")
    }

    @Test func namesTheTargetsOfLookups() throws {
        let contact = try sandbox.create("contact", ["firstname": "Anna", "lastname": "Clay"])
        let id = try sandbox.create(
            "account", ["name": "A", "primarycontactid": reference("contact", contact)])
        let account = try sandbox.retrieve("account", id)
        #expect(account["primarycontactid", as: EntityReference.self]?.name == "Anna Clay")
        #expect(account.formattedValues["primarycontactid"] == "Anna Clay")
    }

    @Test func namesChangeWithTheRecord() throws {
        let contact = try sandbox.create("contact", ["firstname": "Anna", "lastname": "Clay"])
        let id = try sandbox.create(
            "account", ["name": "A", "primarycontactid": reference("contact", contact)])
        _ = try sandbox.retrieve("account", id)
        try sandbox.update("contact", contact, ["lastname": "Marsh"])
        let account = try sandbox.retrieve("account", id)
        #expect(account["primarycontactid", as: EntityReference.self]?.name == "Anna Marsh")
    }

    @Test func showsDatesInTheTimeZoneOfTheCaller() throws {
        let id = try sandbox.create("account", ["name": "A"])
        let caller = Caller(timeZoneOffset: -90)
        let results = try sandbox.execute(
            "Retrieve",
            ["Target": reference("account", id), "ColumnSet": .columns(["createdon"])], as: caller)
        let account = try #require(results["Entity"].flatMap { Entity(crm: $0) })
        #expect(account.formattedValues["createdon"] == "9/21/2026 12:43 PM")
    }

    @Test func answersPartiesAsRecords() throws {
        let contact = try sandbox.create(
            "contact", ["lastname": "Clay", "emailaddress1": "clay@mail.example"])
        let id = try sandbox.create(
            "email",
            [
                "subject": "S",
                "to": .entities(
                    EntityCollection([
                        Entity("activityparty", ["partyid": reference("contact", contact)]),
                        Entity("activityparty", ["addressused": "other@mail.example"]),
                    ])),
            ])
        let to = try sandbox.retrieve("email", id, ["to"])["to", as: EntityCollection.self]
        #expect(to?.entities.count == 2)
        #expect(to?.entities[0]["partyid"] == reference("contact", contact))
        #expect(to?.entities[0]["addressused"] == "clay@mail.example")
        #expect(to?.entities[1]["addressused"] == "other@mail.example")
    }

    @Test func answersActivitiesAsPointers() throws {
        let id = try sandbox.create("phonecall", ["subject": "Call"])
        let pointer = try sandbox.retrieve("activitypointer", id)
        #expect(pointer["subject"] == "Call")
        #expect(pointer["activitytypecode"] == "phonecall")
        #expect(pointer["statuscode"] == .option(1))
    }

    @Test func answersRelatedRecords() throws {
        let account = try sandbox.create("account", ["name": "A"])
        let contact = try sandbox.create(
            "contact", ["lastname": "C", "parentcustomerid": reference("account", account)])
        _ = try sandbox.create("contact", ["lastname": "D"])
        var query = Query("contact")
        query.columns = [.init("lastname")]
        let relationship = Relationship("contact_customer_accounts")
        let results = try sandbox.execute(
            "Retrieve",
            [
                "Target": reference("account", account), "ColumnSet": .columns(["name"]),
                "RelatedEntitiesQuery": .relatedQueries(
                    RelationshipQueryCollection([.init(relationship, .expression(query))])),
            ])
        let answer = try #require(results["Entity"].flatMap { Entity(crm: $0) })
        #expect(answer.relatedEntities.map(\.relationship) == [relationship])
        #expect(answer.relatedEntities.first?.entities.entities.map(\.id) == [contact])
    }
}
