import CRMPlugin
import PeriluneCore
import Testing

struct SOAPRoundTripTests {
    private let time = Timestamp(microseconds: 1_436_356_800_000_000)

    @Test(arguments: 0..<RandomCRM.kinds)
    func readsBackEveryKindOfValue(kind: Int) throws {
        var random = RandomCRM(seed: UInt64(kind))
        for _ in 0..<40 {
            let value = random.value(kind: kind, 3)
            let call = SOAPCall(OrganizationRequest("Test", ["Value": value]))
            let bytes = try call.encode()
            let back = try SOAPCall.decode(bytes)
            #expect(back.request.parameters["Value"] == value)
            // Equality of decimals and references forgives; the wire must not.
            #expect(try back.encode() == bytes)
        }
    }

    @Test(arguments: 0..<20)
    func readsBackRequests(seed: Int) throws {
        var random = RandomCRM(seed: UInt64(seed))
        for _ in 0..<20 {
            let call = SOAPCall(random.request(3))
            #expect(try SOAPCall.decode(try call.encode()) == call)
        }
    }

    @Test(arguments: 0..<20)
    func readsBackResponses(seed: Int) throws {
        var random = RandomCRM(seed: UInt64(seed))
        for _ in 0..<20 {
            let call = SOAPCall(random.request(0))
            let response = OrganizationResponse(call.request.requestName, random.pairs(3))
            let bytes = try SOAPReply.response(response).encode(at: time)
            #expect(try SOAPReply.decode(bytes, to: call) == .response(response))
        }
    }

    @Test(arguments: [SOAPVersion.v11, .v12])
    func readsBackFaults(version: SOAPVersion) throws {
        var random = RandomCRM(seed: 7)
        let call = SOAPCall(OrganizationRequest("WhoAmI"))
        for _ in 0..<100 {
            let fault = random.fault()
            let bytes = try SOAPReply.fault(fault).encode(to: .execute, version, at: time)
            #expect(try SOAPReply.decode(bytes, to: call) == .fault(fault))
        }
    }

    @Test func readsBackTheClassicOperations() throws {
        var random = RandomCRM(seed: 11)
        let columns = ColumnSet(["name", "revenue"])
        for _ in 0..<20 {
            let target = EntityReference("account", random.guid())
            let entity = random.entity(2)
            let requests: [(SOAPOperation, AttributeCollection)] = [
                (.create, ["Target": .entity(entity)]), (.update, ["Target": .entity(entity)]),
                (.delete, ["Target": .reference(target)]),
                (.retrieve, ["Target": .reference(target), "ColumnSet": .columns(columns)]),
                (.retrieveMultiple, ["Query": .query(random.query())]),
                (
                    .associate,
                    [
                        "Target": .reference(target),
                        "Relationship": .relationship(random.relationship()),
                        "RelatedEntities": .references([random.reference()]),
                    ]
                ),
            ]
            for (operation, parameters) in requests {
                let request = OrganizationRequest(
                    operation.rawValue, namespace: .xrm, parameters)
                let call = SOAPCall(request, operation: operation)
                #expect(try SOAPCall.decode(try call.encode()) == call)
            }
        }
    }

    @Test func readsBackWhatClassicOperationsAnswer() throws {
        var random = RandomCRM(seed: 12)
        let results: [(SOAPOperation, AttributeCollection)] = [
            (.create, ["id": .guid(random.guid())]), (.update, [:]), (.delete, [:]),
            (.retrieve, ["Entity": .entity(random.entity(2))]),
            (.retrieveMultiple, ["EntityCollection": .entities(random.collection(3))]),
        ]
        for (operation, results) in results {
            let call = SOAPCall(OrganizationRequest(operation.rawValue), operation: operation)
            let response = OrganizationResponse(operation.rawValue, results)
            let bytes = try SOAPReply.response(response).encode(to: operation, at: time)
            #expect(try SOAPReply.decode(bytes, to: call) == .response(response))
        }
    }
}
