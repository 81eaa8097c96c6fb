import CRMPlugin
import Testing

@testable import CRMSandboxPlugin

struct KeyTests {
    let sandbox: Sandbox

    init() throws {
        sandbox = try Sandbox { options in
            let entities = options.schema.entities.map { entity in
                var entity = entity
                if entity.logicalName == "account" {
                    entity.keys = [.init("number", ["accountnumber"])]
                }
                return entity
            }
            options.schema = Schema(entities, options.schema.relationships)
        }
    }

    private func keyed(_ number: String, _ attributes: AttributeCollection) -> Entity {
        var entity = Entity("account", attributes)
        entity.keyAttributes = ["accountnumber": .string(number)]
        return entity
    }

    @Test func findsTheRecordByItsKey() throws {
        let id = try sandbox.create("account", ["name": "A", "accountnumber": "7"])
        try sandbox.execute("Update", ["Target": .entity(keyed("7", ["name": "B"]))])
        #expect(try sandbox.retrieve("account", id)["name"] == "B")
    }

    @Test func lookupsAcceptAKeyToo() throws {
        let id = try sandbox.create("account", ["name": "A", "accountnumber": "7"])
        let parent = EntityReference("account", .zero, keyAttributes: ["accountnumber": "7"])
        let child = try sandbox.create("account", ["parentaccountid": .reference(parent)])
        #expect(
            try sandbox.retrieve("account", child)["parentaccountid"] == reference("account", id))
    }

    @Test func refusesTheSameKeyTwice() throws {
        try sandbox.create("account", ["accountnumber": "7"])
        let fault = fault { () throws(CRMFault) in
            try sandbox.create("account", ["accountnumber": "7"])
        }
        #expect(fault?.code == .duplicateRecordEntityKey)
    }

    @Test func manyRecordsMayLackTheKey() throws {
        try sandbox.create("account", ["name": "A"])
        try sandbox.create("account", ["name": "B"])
    }

    @Test func refusesAKeyWithoutARecord() throws {
        let fault = fault { () throws(CRMFault) in
            try sandbox.execute("Update", ["Target": .entity(keyed("9", ["name": "B"]))])
        }
        #expect(fault?.code == .recordNotFoundByEntityKey)
    }

    @Test func refusesColumnsThatAreNoKey() throws {
        var entity = Entity("account", ["name": "B"])
        entity.keyAttributes = ["nothing": "x"]
        let unknown = entity
        entity.keyAttributes = ["name": "x"]
        let noKey = entity
        for entity in [unknown, noKey] {
            let fault = fault { () throws(CRMFault) in
                try sandbox.execute("Update", ["Target": .entity(entity)])
            }
            #expect(fault?.code == .invalidEntityKeyOperation)
        }
    }

    @Test func upsertCreatesThenUpdates() throws {
        let first = try sandbox.execute("Upsert", ["Target": .entity(keyed("7", ["name": "A"]))])
        #expect(first["RecordCreated"] == true)
        let second = try sandbox.execute("Upsert", ["Target": .entity(keyed("7", ["name": "B"]))])
        #expect(second["RecordCreated"] == false)
        #expect(first["Target"] == second["Target"])
        let id = try #require(second["Target"].flatMap { EntityReference(crm: $0) }?.id)
        let account = try sandbox.retrieve("account", id)
        #expect(account["name"] == "B")
        #expect(account["accountnumber"] == "7")
    }

    @Test func upsertWorksByIdentityToo() throws {
        let id = GUID.random()
        let entity = CRMValue.entity(Entity("contact", id: id, ["lastname": "C"]))
        #expect(try sandbox.execute("Upsert", ["Target": entity])["RecordCreated"] == true)
        #expect(try sandbox.execute("Upsert", ["Target": entity])["RecordCreated"] == false)
    }
}
