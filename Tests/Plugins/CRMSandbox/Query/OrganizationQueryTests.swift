import CRMPlugin
import PeriluneCore
import Testing

@testable import CRMSandboxPlugin

struct OrganizationQueryTests {
    private func organization() throws -> Organization {
        var options = OrganizationOptions()
        options.seedsData = false
        return try Organization(path: ":memory:", options: options)
    }

    private func fetch(_ text: String, in organization: Organization) throws -> EntityCollection {
        let response = try organization.execute(
            OrganizationRequest(
                "RetrieveMultiple", namespace: .xrm,
                ["Query": .query(.fetch(FetchExpression(text)))]),
            as: .administrator)
        guard case .entities(let page)? = response.results["EntityCollection"] else {
            throw CRMFault(.unexpected, "no page")
        }
        return page
    }

    private func create(_ entity: Entity, in organization: Organization) throws {
        _ = try organization.execute(
            OrganizationRequest("Create", namespace: .xrm, ["Target": .entity(entity)]),
            as: .administrator)
    }

    @Test func findsActivitiesOfEveryKind() throws {
        let organization = try organization()
        try create(Entity("task", ["subject": "Call Zoë"]), in: organization)
        try create(Entity("phonecall", ["subject": "call ada"]), in: organization)
        try create(Entity("letter", ["subject": "Write"]), in: organization)
        let page = try fetch(
            """
            <fetch><entity name="activitypointer"><attribute name="subject"/>
            <attribute name="activitytypecode"/><order attribute="subject"/>
            <filter><condition attribute="subject" operator="like" value="CALL%"/>
            <condition attribute="createdon" operator="today"/></filter></entity></fetch>
            """, in: organization)
        #expect(page.entities.map { $0["subject"] } == ["call ada", "Call Zoë"])
        #expect(page.entities.map { $0["activitytypecode"] } == ["phonecall", "task"])
    }

    @Test func showsAmountsAndNamesAsASingleRecordDoes() throws {
        let organization = try organization()
        let contact = TinyTables.id(2, 1)
        try create(
            Entity("contact", id: contact, ["firstname": "Ann", "lastname": "Lee"]),
            in: organization)
        try create(
            Entity(
                "account",
                [
                    "name": "Acme", "revenue": .money(Money(1500)),
                    "primarycontactid": .reference(EntityReference("contact", contact)),
                ]), in: organization)
        let page = try fetch(
            """
            <fetch><entity name="account"><attribute name="revenue"/>
            <attribute name="primarycontactid"/></entity></fetch>
            """, in: organization)
        let account = try #require(page.entities.first)
        #expect(account.formattedValues["revenue"] == "$1,500.00")
        #expect(account.formattedValues["primarycontactid"] == "Ann Lee")
        #expect(account["transactioncurrencyid"] != nil)
    }
}
