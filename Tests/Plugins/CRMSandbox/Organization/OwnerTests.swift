import CRMPlugin
import Testing

@testable import CRMSandboxPlugin

struct OwnerTests {
    let sandbox: Sandbox
    let user: GUID

    init() throws {
        sandbox = try Sandbox()
        user = try sandbox.user()
    }

    private func assign(
        _ entity: String, _ id: GUID, to owner: EntityReference
    ) throws(CRMFault) {
        try sandbox.execute(
            "Assign", ["Target": reference(entity, id), "Assignee": .reference(owner)])
    }

    @Test func setsTheOwnerAndItsBusinessUnit() throws {
        let unit = try sandbox.create("businessunit", ["name": "Field"])
        try sandbox.organization.withSession { (session) throws(CRMFault) in
            try session.set(
                EntityReference("systemuser", user),
                ["businessunitid": reference("businessunit", unit)])
        }
        let id = try sandbox.create("account", ["name": "A"])
        try assign("account", id, to: EntityReference("systemuser", user))
        let account = try sandbox.retrieve("account", id)
        #expect(account["ownerid"] == reference("systemuser", user))
        #expect(account["owningbusinessunit"] == reference("businessunit", unit))
    }

    @Test func aTeamCanBeTheOwner() throws {
        let team = try sandbox.create(
            "team",
            [
                "name": "T",
                "businessunitid": reference("businessunit", WellKnown.businessUnit),
            ])
        let id = try sandbox.create("account", ["name": "A"])
        try assign("account", id, to: EntityReference("team", team))
        let account = try sandbox.retrieve("account", id)
        #expect(account["owningteam"] == reference("team", team))
        #expect(account["owninguser"] == nil)
    }

    @Test func assignsDependentRecords() throws {
        let account = try sandbox.create("account", ["name": "A"])
        let contact = try sandbox.create(
            "contact", ["lastname": "C", "parentcustomerid": reference("account", account)])
        let task = try sandbox.create("task", ["regardingobjectid": reference("contact", contact)])
        let child = try sandbox.create(
            "account", ["name": "B", "parentaccountid": reference("account", account)])
        try assign("account", account, to: EntityReference("systemuser", user))
        let owner = reference("systemuser", user)
        #expect(try sandbox.retrieve("contact", contact)["ownerid"] == owner)
        #expect(try sandbox.retrieve("task", task)["ownerid"] == owner)
        #expect(try sandbox.retrieve("account", child)["ownerid"] != owner)
    }

    @Test func aCycleOfParentsTerminates() throws {
        let one = try sandbox.create("contact", ["lastname": "1"])
        let other = try sandbox.create(
            "contact", ["lastname": "2", "parentcustomerid": reference("contact", one)])
        try sandbox.update("contact", one, ["parentcustomerid": reference("contact", other)])
        try assign("contact", one, to: EntityReference("systemuser", user))
        #expect(try sandbox.retrieve("contact", other)["ownerid"] == reference("systemuser", user))
    }

    @Test func refusesAMissingAssignee() throws {
        let id = try sandbox.create("account", ["name": "A"])
        let fault = fault { () throws(CRMFault) in
            try sandbox.execute("Assign", ["Target": reference("account", id)])
        }
        #expect(fault == CRMFault(.invalidArgument, "Required field 'Assignee' is missing"))
    }

    @Test func refusesTablesWithoutOwners() throws {
        let id = try sandbox.create("competitor", ["name": "K"])
        let fault = fault { () throws(CRMFault) in
            try assign("competitor", id, to: EntityReference("systemuser", user))
        }
        #expect(fault?.code == .entityTypeNotSupported)
    }
}
