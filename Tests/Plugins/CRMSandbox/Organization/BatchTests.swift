import CRMPlugin
import Testing

@testable import CRMSandboxPlugin

struct BatchTests {
    let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    private let good = OrganizationRequest(
        "Create", ["Target": .entity(Entity("account", ["name": "A"]))])
    private let bad = OrganizationRequest(
        "Create", ["Target": .entity(Entity("account", ["nothing": "A"]))])

    private var count: Int {
        get throws {
            try sandbox.organization.withSession { (session) throws(CRMFault) in
                try session.query(Query("account")).entities.count
            }
        }
    }

    @Test(arguments: [
        (true, true, [0, 1, 2], 2), (true, false, [1], 2), (false, true, [0, 1], 1),
        (false, false, [1], 1),
    ])
    func returnsTheRequestedResponses(
        continues: Bool, answers: Bool, indexes: [Int], created: Int
    ) throws {
        let items = try sandbox.organization.executeMultiple(
            [good, bad, good], .init(continueOnError: continues, returnResponses: answers))
        #expect(items.map(\.requestIndex) == indexes)
        #expect(items.filter { $0.fault != nil }.map(\.requestIndex) == [1])
        #expect(try count == created)
    }

    @Test func aClientCanSendBothAsMessages() async throws {
        let client = sandbox.organization.client()
        let both = OrganizationRequest(
            "ExecuteTransaction",
            ["Requests": .requests([good, good]), "ReturnResponses": true])
        let response = try await client.execute(
            OrganizationRequest(
                "ExecuteMultiple",
                [
                    "Requests": .requests([bad, both]),
                    "Settings": .multipleSettings(.init(continueOnError: true)),
                ]))
        #expect(response.results["IsFaulted"] == true)
        guard case .multipleResponses(let items)? = response.results["Responses"] else {
            Issue.record("no responses")
            return
        }
        #expect(items.map(\.requestIndex) == [0, 1])
        #expect(items.first?.fault?.code == .queryNoAttribute)
        guard case .responses(let made)? = items.last?.response?.results["Responses"] else {
            Issue.record("no responses of the transaction")
            return
        }
        #expect(made.count == 2)
        #expect(try count == 2)
    }

    @Test(arguments: ["ExecuteMultiple", "ExecuteTransaction"])
    func noBatchInsideATransaction(name: String) throws {
        let inner = OrganizationRequest(
            name, ["Requests": .requests([good]), "Settings": .multipleSettings(.init())])
        #expect(throws: CRMFault.self) {
            try sandbox.organization.executeTransaction([good, inner])
        }
        #expect(try count == 0)
    }

    @Test func noExecuteMultipleInsideAnother() throws {
        let inner = OrganizationRequest(
            "ExecuteMultiple",
            ["Requests": .requests([good]), "Settings": .multipleSettings(.init())])
        let items = try sandbox.organization.executeMultiple([inner], .init())
        #expect(items.first?.fault?.code == .invalidArgument)
        #expect(try count == 0)
    }

    @Test func aTransactionIsAtomic() throws {
        let fault = fault { () throws(CRMFault) in
            _ = try sandbox.organization.executeTransaction([good, good, bad])
        }
        #expect(fault?.code == .queryNoAttribute)
        #expect(fault?.details["FaultedRequestIndex"] == 2)
        #expect(try count == 0)
        #expect(try sandbox.organization.executeTransaction([good, good]).count == 2)
        #expect(try count == 2)
    }

    @Test func refusesNoRequestsAndTooMany() {
        for requests in [[], Array(repeating: good, count: 1001)] {
            #expect(throws: CRMFault.self) {
                try sandbox.organization.executeTransaction(requests)
            }
        }
    }

    @Test func refusesAnUnknownMessage() throws {
        let fault = fault { () throws(CRMFault) in try sandbox.execute("Nothing", [:]) }
        #expect(fault?.code == .sdkMessageNotImplemented)
    }

    @Test func whoAmINamesTheCaller() throws {
        let user = try sandbox.user()
        let results = try sandbox.execute("WhoAmI", [:], as: Caller(userId: user))
        #expect(results["UserId"] == .guid(user))
        #expect(results["OrganizationId"] == .guid(WellKnown.organization))
    }
}
