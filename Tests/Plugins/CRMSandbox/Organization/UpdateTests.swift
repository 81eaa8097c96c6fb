import CRMPlugin
import PeriluneCore
import Testing

@testable import CRMSandboxPlugin

struct UpdateTests {
    let sandbox: Sandbox
    let id: GUID

    init() throws {
        sandbox = try Sandbox()
        id = try sandbox.create("account", ["name": "A", "telephone1": "1"])
    }

    @Test func changesOnlyTheGivenColumns() throws {
        try sandbox.update("account", id, ["name": "B"])
        let account = try sandbox.retrieve("account", id)
        #expect(account["name"] == "B")
        #expect(account["telephone1"] == "1")
    }

    @Test func nullAndEmptyTextClear() throws {
        try sandbox.update("account", id, ["name": .null, "telephone1": ""])
        let account = try sandbox.retrieve("account", id)
        #expect(account["name"] == nil)
        #expect(account["telephone1"] == nil)
    }

    @Test func setsModifiedByAndModifiedOn() throws {
        let user = try sandbox.user()
        sandbox.advance(60)
        try sandbox.execute(
            "Update", ["Target": .entity(Entity("account", id: id, ["name": "B"]))],
            as: Caller(userId: user))
        let account = try sandbox.retrieve("account", id)
        #expect(account["modifiedby"] == reference("systemuser", user))
        #expect(account["createdby"] == reference("systemuser", WellKnown.administrator))
        #expect(account.formattedValues["modifiedon"] == "9/21/2026 2:14 PM")
        #expect(account.formattedValues["createdon"] == "9/21/2026 2:13 PM")
    }

    @Test func refusesAMissingIdentity() throws {
        let fault = fault { () throws(CRMFault) in
            try sandbox.execute("Update", ["Target": .entity(Entity("account", ["name": "B"]))])
        }
        #expect(
            fault == CRMFault(.invalidArgument, "Entity Id must be specified for Operation"))
    }

    @Test func refusesARecordThatIsNotThere() throws {
        let id = GUID.random()
        let fault = fault { () throws(CRMFault) in
            try sandbox.update("account", id, ["name": "B"])
        }
        #expect(fault == CRMFault(.objectDoesNotExist, "account With Id = \(id) Does Not Exist"))
    }

    @Test func changingPartOfANameUpdatesTheFullName() throws {
        let contact = try sandbox.create("contact", ["firstname": "Anna", "lastname": "Clay"])
        try sandbox.update("contact", contact, ["lastname": "Marsh"])
        #expect(try sandbox.retrieve("contact", contact)["fullname"] == "Anna Marsh")
        try sandbox.update("contact", contact, ["firstname": .null])
        #expect(try sandbox.retrieve("contact", contact)["fullname"] == "Marsh")
    }

    @Test func everyChangeGetsAVersion() throws {
        func version() throws -> Int64 {
            try #require(try sandbox.retrieve("account", id)["versionnumber", as: Int64.self])
        }
        let first = try version()
        try sandbox.update("account", id, ["name": "B"])
        #expect(try version() > first)
    }

    @Test func refusesAVersionThatIsNotTheRecords() throws {
        func update(_ version: String?) throws(CRMFault) {
            var entity = Entity("account", id: id, ["name": "B"])
            entity.rowVersion = version
            try sandbox.execute(
                "Update", ["Target": .entity(entity), "ConcurrencyBehavior": .option(1)])
        }
        let version = try sandbox.retrieve("account", id).rowVersion
        #expect(
            fault { () throws(CRMFault) in try update("1") }?.code == .concurrencyVersionMismatch)
        #expect(
            fault { () throws(CRMFault) in try update(nil) }?.code == .concurrencyVersionNotProvided
        )
        try update(version)
        #expect(
            fault { () throws(CRMFault) in try update(version) }?.code
                == .concurrencyVersionMismatch)
    }

    @Test func refusesAClosedOpportunity() throws {
        let id = try sandbox.create("opportunity", ["name": "O"])
        try sandbox.organization.withSession { (session) throws(CRMFault) in
            try session.setState(EntityReference("opportunity", id), 1)
        }
        let fault = fault { () throws(CRMFault) in
            try sandbox.update("opportunity", id, ["name": "P"])
        }
        #expect(fault?.code == .inactive)
        try sandbox.update("opportunity", id, ["statecode": .option(0)])
        try sandbox.update("opportunity", id, ["name": "P"])
    }

    @Test func refusesAResolvedCaseExceptForAFewColumns() throws {
        let incident = try sandbox.create(
            "incident", ["title": "T", "customerid": reference("account", id)])
        try sandbox.organization.withSession { (session) throws(CRMFault) in
            try session.setState(EntityReference("incident", incident), 1)
        }
        let fault = fault { () throws(CRMFault) in
            try sandbox.update("incident", incident, ["title": "U"])
        }
        #expect(fault?.code == .inactive)
        try sandbox.update("incident", incident, ["customersatisfactioncode": .option(5)])
    }

    @Test func setsTheStateToo() throws {
        try sandbox.update("account", id, ["statecode": .option(1), "name": "B"])
        let account = try sandbox.retrieve("account", id)
        #expect(account["statuscode"] == .option(2))
        #expect(account["name"] == "B")
    }

    @Test func refusesAStatusOfAnotherState() throws {
        let fault = fault { () throws(CRMFault) in
            try sandbox.update("account", id, ["statuscode": .option(2)])
        }
        #expect(fault?.code == .invalidStateCodeStatusCode)
    }

    @Test func givesTheRecordToAnotherOwner() throws {
        let user = try sandbox.user()
        try sandbox.update("account", id, ["ownerid": reference("systemuser", user)])
        let account = try sandbox.retrieve("account", id)
        #expect(account["owninguser"] == reference("systemuser", user))
    }

    @Test func replacesThePartiesOfAList() throws {
        func parties(_ address: String) -> CRMValue {
            .entities(
                EntityCollection([Entity("activityparty", ["addressused": .string(address)])]))
        }
        let email = try sandbox.create(
            "email", ["to": parties("a@mail.example"), "cc": parties("c@mail.example")])
        try sandbox.update("email", email, ["to": parties("b@mail.example")])
        let read = try sandbox.retrieve("email", email, ["to", "cc"])
        let to = read["to", as: EntityCollection.self]?.entities.map { $0["addressused"] }
        let cc = read["cc", as: EntityCollection.self]?.entities.map { $0["addressused"] }
        #expect(to == ["b@mail.example"])
        #expect(cc == ["c@mail.example"])
    }

    @Test func changesAnActivityThroughItsPointer() throws {
        let task = try sandbox.create("task", ["subject": "T"])
        try sandbox.update("activitypointer", task, ["subject": "U"])
        #expect(try sandbox.retrieve("task", task)["subject"] == "U")
    }
}
