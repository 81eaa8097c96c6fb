import CRMPlugin
import Testing

@testable import CRMSandboxPlugin

struct StateTests {
    let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    @Test func setsStateAndStatus() throws {
        let id = try sandbox.create("account", ["name": "A"])
        try sandbox.setState("account", id, 1, 2)
        let account = try sandbox.retrieve("account", id)
        #expect(account["statecode"] == .option(1))
        #expect(account.formattedValues["statuscode"] == "Inactive")
    }

    @Test func minusOneIsTheDefaultStatus() throws {
        let id = try sandbox.create("task", ["subject": "T"])
        try sandbox.setState("task", id, 1, -1)
        #expect(try sandbox.retrieve("task", id)["statuscode"] == .option(5))
    }

    @Test func refusesAStatusOfAnotherState() throws {
        let id = try sandbox.create("account", ["name": "A"])
        let fault = fault { () throws(CRMFault) in try sandbox.setState("account", id, 1, 1) }
        #expect(
            fault
                == CRMFault(
                    .invalidStateCodeStatusCode,
                    "1 is not a valid status code on account with Id \(id)."))
    }

    @Test func refusesAStateThatIsNotThere() throws {
        let id = try sandbox.create("account", ["name": "A"])
        let fault = fault { () throws(CRMFault) in try sandbox.setState("account", id, 7, -1) }
        #expect(fault?.code == .invalidStateCodeStatusCode)
    }

    @Test(arguments: [("opportunity", 1), ("opportunity", 2), ("quote", 2), ("salesorder", 2)])
    func refusesStatesThatHaveAMessageOfTheirOwn(entity: String, state: Int32) throws {
        let id = try sandbox.create(entity, ["name": "X"])
        let fault = fault { () throws(CRMFault) in try sandbox.setState(entity, id, state, -1) }
        #expect(fault?.code == .invalidState)
    }

    @Test func anUpdateDoesNotResolveACase() throws {
        let account = try sandbox.create("account", ["name": "A"])
        let id = try sandbox.create(
            "incident", ["title": "T", "customerid": reference("account", account)])
        let fault = fault { () throws(CRMFault) in
            try sandbox.update("incident", id, ["statecode": .option(1)])
        }
        #expect(fault?.message.contains("CloseIncidentRequest") == true)
    }

    @Test func enforcesTransitionsOfTablesThatDefineThem() throws {
        let sandbox = try Sandbox { $0.statusTransitions = ["task": [2: [3]]] }
        let id = try sandbox.create("task", ["subject": "T"])
        let fault = fault { () throws(CRMFault) in try sandbox.setState("task", id, 1, 5) }
        #expect(fault?.message.hasPrefix("Trying to switch task") == true)
        try sandbox.setState("task", id, 0, 3)
        try sandbox.setState("task", id, 1, 5)
    }

    @Test func closingARecordClosesItsQueueItems() throws {
        let queue = try sandbox.create("queue", ["name": "Q"])
        let task = try sandbox.create("task", ["subject": "T"])
        let item = try sandbox.create(
            "queueitem",
            ["queueid": reference("queue", queue), "objectid": reference("task", task)])
        #expect(try sandbox.retrieve("queueitem", item)["title"] == "T")
        try sandbox.setState("task", task, 1, 5)
        #expect(try sandbox.retrieve("queueitem", item)["statecode"] == .option(1))
    }
}
