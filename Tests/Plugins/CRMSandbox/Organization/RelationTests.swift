import CRMPlugin
import Testing

@testable import CRMSandboxPlugin

struct RelationTests {
    let sandbox: Sandbox
    let account: GUID
    let contact: GUID

    init() throws {
        sandbox = try Sandbox()
        account = try sandbox.create("account", ["name": "A"])
        contact = try sandbox.create("contact", ["lastname": "C"])
    }

    private func relate(
        _ message: String, _ entity: String, _ id: GUID, _ relationship: String,
        _ others: [EntityReference]
    ) throws(CRMFault) {
        try sandbox.execute(
            message,
            [
                "Target": reference(entity, id),
                "Relationship": .relationship(Relationship(relationship)),
                "RelatedEntities": .references(others),
            ])
    }

    @Test func setsTheLookupsOfTheManySide() throws {
        try relate(
            "Associate", "account", account, "contact_customer_accounts",
            [EntityReference("contact", contact)])
        #expect(
            try sandbox.retrieve("contact", contact)["parentcustomerid"]
                == reference("account", account))
        try relate(
            "Disassociate", "account", account, "contact_customer_accounts",
            [EntityReference("contact", contact)])
        #expect(try sandbox.retrieve("contact", contact)["parentcustomerid"] == nil)
    }

    @Test func setsTheOneLookupFromItsOwnSide() throws {
        try relate(
            "Associate", "contact", contact, "contact_customer_accounts",
            [EntityReference("account", account)])
        #expect(
            try sandbox.retrieve("contact", contact)["parentcustomerid"]
                == reference("account", account))
    }

    @Test func aLookupAcceptsOnlyOneRecord() throws {
        let other = try sandbox.create("account", ["name": "B"])
        let fault = fault { () throws(CRMFault) in
            try relate(
                "Associate", "contact", contact, "contact_customer_accounts",
                [EntityReference("account", account), EntityReference("account", other)])
        }
        #expect(fault?.code == .invalidArgument)
    }

    @Test func refusesToRelateTwice() throws {
        let competitor = try sandbox.create("competitor", ["name": "K"])
        let lead = try sandbox.create("lead", ["lastname": "L"])
        let other = [EntityReference("competitor", competitor)]
        try relate("Associate", "lead", lead, "leadcompetitors_association", other)
        let fault = fault { () throws(CRMFault) in
            // From the other side it is the same relation.
            try relate(
                "Associate", "competitor", competitor, "leadcompetitors_association",
                [EntityReference("lead", lead)])
        }
        #expect(fault?.code == .duplicateRecord)
        try relate("Disassociate", "lead", lead, "leadcompetitors_association", other)
        let again = CRMFault.self
        #expect(throws: again) {
            try relate("Disassociate", "lead", lead, "leadcompetitors_association", other)
        }
    }

    @Test func refusesAnUnknownRelationship() throws {
        let fault = fault { () throws(CRMFault) in
            try relate("Associate", "account", account, "nothing", [])
        }
        #expect(fault?.code == .invalidArgument)
    }

    @Test func refusesARecordOfTheWrongTable() throws {
        let fault = fault { () throws(CRMFault) in
            try relate(
                "Associate", "account", account, "contact_customer_accounts",
                [EntityReference("account", account)])
        }
        #expect(fault?.code == .invalidArgument)
    }

    @Test func supportsTheDeprecatedMessages() throws {
        let lead = try sandbox.create("lead", ["lastname": "L"])
        let names: AttributeCollection = [
            "Moniker1": reference("account", account), "Moniker2": reference("lead", lead),
            "RelationshipName": "accountleads_association",
        ]
        try sandbox.execute("AssociateEntities", names)
        #expect(throws: CRMFault.self) { try sandbox.execute("AssociateEntities", names) }
        try sandbox.execute("DisassociateEntities", names)
        let both = CRMValue.referenceArray([
            EntityReference("account", account), EntityReference("lead", lead),
        ])
        try sandbox.execute("SetRelated", ["Target": both])
        try sandbox.execute("RemoveRelated", ["Target": both])
    }

    @Test func showsRelationsFromBothSides() throws {
        let user = try sandbox.user()
        try relate(
            "Associate", "role", WellKnown.administratorRole, "systemuserroles_association",
            [EntityReference("systemuser", user)])
        func related(_ entity: String, _ id: GUID, _ other: String) throws -> [GUID?] {
            let results = try sandbox.execute(
                "Retrieve",
                [
                    "Target": reference(entity, id), "ColumnSet": .columns([]),
                    "RelatedEntitiesQuery": .relatedQueries(
                        RelationshipQueryCollection([
                            .init(
                                Relationship("systemuserroles_association"),
                                .expression(Query(other)))
                        ])),
                ])
            let entity = try #require(results["Entity"].flatMap { Entity(crm: $0) })
            return entity.relatedEntities[0].entities.entities.map(\.id)
        }
        #expect(try related("systemuser", user, "role") == [WellKnown.administratorRole])
        #expect(
            Set(try related("role", WellKnown.administratorRole, "systemuser"))
                == [WellKnown.administrator, user])
    }
}
