import CRMPlugin
import Testing

@testable import CRMSandboxPlugin

struct DeleteTests {
    let sandbox: Sandbox
    let account: GUID

    init() throws {
        sandbox = try Sandbox()
        account = try sandbox.create("account", ["name": "A"])
    }

    private func isGone(_ entity: String, _ id: GUID) -> Bool {
        do throws(CRMFault) {
            _ = try sandbox.retrieve(entity, id, [])
            return false
        } catch {
            return error.code == .objectDoesNotExist
        }
    }

    @Test func removesTheRecord() throws {
        try sandbox.delete("account", account)
        #expect(isGone("account", account))
    }

    @Test func refusesARecordThatIsNotThere() throws {
        try sandbox.delete("account", account)
        let fault = fault { () throws(CRMFault) in try sandbox.delete("account", account) }
        #expect(fault?.code == .objectDoesNotExist)
    }

    @Test func deletesDependentRecords() throws {
        let task = try sandbox.create("task", ["regardingobjectid": reference("account", account)])
        let note = try sandbox.create("annotation", ["objectid": reference("task", task)])
        try sandbox.delete("account", account)
        #expect(isGone("task", task))
        #expect(isGone("annotation", note))
    }

    @Test func clearsLookupsThatPointAtTheRecord() throws {
        let child = try sandbox.create(
            "account", ["name": "B", "parentaccountid": reference("account", account)])
        try sandbox.delete("account", account)
        #expect(try sandbox.retrieve("account", child)["parentaccountid"] == nil)
    }

    @Test func refusesARecordWithRestrictingReferences() throws {
        let list = try sandbox.create("pricelevel", ["name": "P"])
        let quote = try sandbox.create(
            "quote", ["name": "Q", "pricelevelid": reference("pricelevel", list)])
        let fault = fault { () throws(CRMFault) in try sandbox.delete("pricelevel", list) }
        #expect(fault?.code == .cannotDeleteDueToAssociation)
        try sandbox.delete("quote", quote)
        try sandbox.delete("pricelevel", list)
    }

    @Test func deletesQueueItems() throws {
        let queue = try sandbox.create("queue", ["name": "Q"])
        let task = try sandbox.create("task", ["subject": "T"])
        let item = try sandbox.create(
            "queueitem",
            ["queueid": reference("queue", queue), "objectid": reference("task", task)])
        try sandbox.delete("task", task)
        #expect(isGone("queueitem", item))
        #expect(!isGone("queue", queue))
    }

    @Test func deletesPartiesOfAnActivity() throws {
        let email = try sandbox.create("email", ["to": reference("account", account)])
        try sandbox.delete("email", email)
        let parties = try sandbox.organization.withSession { (session) throws(CRMFault) in
            try session.query(Query("activityparty")).entities.count
        }
        #expect(parties == 0)
    }

    @Test func keepsPartiesOfADeletedPerson() throws {
        let email = try sandbox.create(
            "email",
            [
                "to": .entities(
                    EntityCollection([
                        Entity(
                            "activityparty",
                            [
                                "partyid": reference("account", account),
                                "addressused": "a@mail.example",
                            ])
                    ]))
            ])
        try sandbox.delete("account", account)
        let to = try sandbox.retrieve("email", email)["to", as: EntityCollection.self]
        #expect(to?.entities.first?["partyid"] == nil)
        #expect(to?.entities.first?["addressused"] == "a@mail.example")
    }

    @Test func deletesRelations() throws {
        let list = try sandbox.create("list", ["listname": "L", "createdfromcode": .option(1)])
        try sandbox.execute(
            "Associate",
            [
                "Target": reference("list", list),
                "Relationship": .relationship(Relationship("listaccount_association")),
                "RelatedEntities": .references([EntityReference("account", account)]),
            ])
        try sandbox.delete("account", account)
        let members = try sandbox.organization.withSession { (session) throws(CRMFault) in
            try session.query(Query("listmember")).entities.count
        }
        #expect(members == 0)
    }

    @Test func updatesTheTotalAfterADeletedLine() throws {
        let quote = try sandbox.create("quote", ["name": "Q"])
        let line = try sandbox.create(
            "quotedetail",
            [
                "quoteid": reference("quote", quote), "quantity": .decimal(2),
                "priceperunit": .money(Money(10)),
            ])
        #expect(try sandbox.retrieve("quote", quote)["totalamount", as: Money.self]?.value == 20)
        try sandbox.delete("quotedetail", line)
        #expect(try sandbox.retrieve("quote", quote)["totalamount", as: Money.self]?.value == 0)
    }

    @Test func checksTheVersionOnRequest() throws {
        var target = EntityReference("account", account)
        target.rowVersion = "1"
        let fault = fault { () throws(CRMFault) in
            try sandbox.execute(
                "Delete", ["Target": .reference(target), "ConcurrencyBehavior": .option(1)])
        }
        #expect(fault?.code == .concurrencyVersionMismatch)
    }
}
