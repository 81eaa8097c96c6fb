import CRMPlugin
import PeriluneCore
import Testing

@testable import CRMSandboxPlugin

/// Records that come with another record.
struct RelatedRecordTests {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    /// An account with a primary contact that does not exist yet.
    private var account: Entity {
        var account = Entity("account", ["name": "A"])
        account.relatedEntities = [
            .init(
                Relationship("account_primary_contact"),
                EntityCollection([Entity("contact", ["lastname": "Beck"])]))
        ]
        return account
    }

    private func expectContact(of id: GUID) throws {
        let account = try sandbox.retrieve("account", id)
        let contact = try #require(account["primarycontactid", as: EntityReference.self])
        #expect(try sandbox.retrieve("contact", contact.id)["lastname"] == "Beck")
    }

    @Test func aLookupGetsItsNewRecord() throws {
        try expectContact(of: try sandbox.create(account))
    }

    @Test func aLookupGetsItsNewRecordOverTheWebAPI() async throws {
        let client = try WebAPILoop.client(
            sandbox.organization, schema: sandbox.organization.schema)
        try expectContact(of: try await client.create(account))
    }

    @Test func aLookupGetsItsNewRecordOverODataV2() async throws {
        let lab = try ODataV2Lab()
        let id = try await lab.client().create(account)
        let account = try lab.sandbox.retrieve("account", id)
        #expect(account["primarycontactid", as: EntityReference.self] != nil)
    }

    @Test func anUpdateWritesTheRecordsThatComeWithIt() throws {
        let id = try sandbox.create("account", ["name": "A"])
        let known = try sandbox.create("task", ["subject": "old"])
        var change = account
        change.id = id
        change.relatedEntities.append(
            .init(
                Relationship("Account_Tasks"),
                EntityCollection([
                    Entity("task", ["subject": "new"]),
                    Entity("task", id: known, ["subject": "changed"]),
                ])))
        try sandbox.execute("Update", ["Target": .entity(change)])
        try expectContact(of: id)
        #expect(try sandbox.count("task") == 2)
        let task = try sandbox.retrieve("task", known)
        #expect(task["subject"] == "changed")
        #expect(task["regardingobjectid", as: EntityReference.self]?.id == id)
    }
}
