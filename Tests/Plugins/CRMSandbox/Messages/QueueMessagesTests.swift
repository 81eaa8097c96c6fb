import CRMPlugin
import Testing

@testable import CRMSandboxPlugin

struct QueueItemMessagesTests {
    let sandbox: Sandbox
    let queue: GUID
    let other: GUID
    let task: GUID

    init() throws {
        sandbox = try Sandbox()
        queue = try sandbox.create("queue", ["name": "Support"])
        other = try sandbox.create("queue", ["name": "Sales"])
        task = try sandbox.create("task", ["subject": "Call"])
    }

    private func add(
        _ target: CRMValue? = nil, to queue: GUID? = nil, _ more: AttributeCollection = [:]
    ) throws(CRMFault) -> GUID {
        var parameters = more
        parameters["Target"] = target ?? reference("task", task)
        parameters["DestinationQueueId"] = .guid(queue ?? self.queue)
        return try sandbox.id("QueueItemId", of: "AddToQueue", parameters)
    }

    private func pick(_ item: GUID, _ worker: GUID, remove: Bool = false) throws(CRMFault) {
        try sandbox.execute(
            "PickFromQueue",
            [
                "QueueItemId": .guid(item), "WorkerId": .guid(worker),
                "RemoveQueueItem": .bool(remove),
            ])
    }

    private func route(_ item: GUID, to target: CRMValue) throws(CRMFault) {
        try sandbox.execute("RouteTo", ["Target": target, "QueueItemId": .guid(item)])
    }

    private func receivedEmail() throws(CRMFault) -> CRMValue {
        let id = try sandbox.create("email", ["subject": "In", "directioncode": false])
        try sandbox.setState("email", id, 1, 4)
        return reference("email", id)
    }

    @Test func addsAnItem() throws {
        let item = try sandbox.retrieve(
            "queueitem",
            add(
                nil, to: nil,
                ["QueueItemProperties": .entity(Entity("queueitem", ["priority": 5]))]))
        #expect(item["queueid"] == reference("queue", queue))
        #expect(item["objectid"] == reference("task", task))
        #expect(item["title"] == "Call")
        #expect(item["priority"] == 5)
    }

    @Test func movesTheExistingItem() throws {
        let item = try add()
        try pick(item, WellKnown.administrator)
        #expect(try add(nil, to: other) == item)
        let moved = try sandbox.retrieve("queueitem", item)
        #expect(moved["queueid"] == reference("queue", other))
        #expect(moved["workerid"] == nil)
        #expect(try sandbox.count("queueitem") == 1)
    }

    @Test func movesFromTheNamedQueueOnly() throws {
        let item = try add()
        #expect(try add(nil, to: other, ["SourceQueueId": .guid(queue)]) == item)
        let fault = fault { () throws(CRMFault) in
            _ = try add(nil, to: queue, ["SourceQueueId": .guid(queue)])
        }
        #expect(fault?.code == ErrorCode(0x8004_0524))
    }

    @Test func receivedEmailWaitsInSeveralQueues() throws {
        let email = try receivedEmail()
        #expect(try add(email) != add(email, to: other))
        #expect(try sandbox.count("queueitem") == 2)
    }

    @Test func emailThatIsAlreadyInTheQueueFaults() throws {
        let email = try receivedEmail()
        _ = try add(email)
        let fault = fault { () throws(CRMFault) in _ = try add(email) }
        #expect(fault?.code == ErrorCode(0x8004_0523))
    }

    @Test func inactiveRecordFaults() throws {
        try sandbox.setState("task", task, 1, 5)
        let fault = fault { () throws(CRMFault) in _ = try add() }
        #expect(fault?.code == ErrorCode(0x8004_051E))
    }

    @Test func tableWithoutQueuesFaults() throws {
        let account = try sandbox.create("account", ["name": "A"])
        let fault = fault { () throws(CRMFault) in _ = try add(reference("account", account)) }
        #expect(fault?.code == ErrorCode(0x8004_051C))
    }

    @Test func unknownQueueFaults() {
        let fault = fault { () throws(CRMFault) in _ = try add(nil, to: .random()) }
        #expect(fault?.code == .objectDoesNotExist)
    }

    @Test func pickSetsTheWorker() throws {
        let item = try add()
        try pick(item, WellKnown.administrator)
        let picked = try sandbox.retrieve("queueitem", item)
        #expect(picked["workerid"] == reference("systemuser", WellKnown.administrator))
        #expect(picked["workeridmodifiedon"] != nil)
    }

    @Test func pickRemovesTheItemWhenAsked() throws {
        try pick(add(), WellKnown.administrator, remove: true)
        #expect(try sandbox.count("queueitem") == 0)
        #expect(try sandbox.count("task") == 1)
    }

    @Test func pickByAnUnknownWorkerFaults() throws {
        let item = try add()
        let worker = GUID.random()
        let fault = fault { () throws(CRMFault) in try pick(item, worker) }
        #expect(
            fault == CRMFault(.invalidArgument, "Invalid workerid: \(worker) of type 8"))
    }

    @Test func pickOfAnUnknownItemFaults() {
        let id = GUID.random()
        let fault = fault { () throws(CRMFault) in try pick(id, WellKnown.administrator) }
        #expect(
            fault == CRMFault(.objectDoesNotExist, "queueitem With Id = \(id) Does Not Exist"))
    }

    @Test func pickOfADeactivatedItemFaults() throws {
        let item = try add()
        try sandbox.setState("task", task, 1, 5)
        let fault = fault { () throws(CRMFault) in try pick(item, WellKnown.administrator) }
        #expect(fault?.code == ErrorCode(0x8004_051D))
    }

    @Test func releaseRemovesTheWorker() throws {
        let item = try add()
        try pick(item, WellKnown.administrator)
        try sandbox.execute("ReleaseToQueue", ["QueueItemId": .guid(item)])
        #expect(try sandbox.retrieve("queueitem", item)["workerid"] == nil)
    }

    @Test func removeKeepsTheRecord() throws {
        try sandbox.execute("RemoveFromQueue", ["QueueItemId": .guid(try add())])
        #expect(try sandbox.count("queueitem") == 0)
        #expect(try sandbox.count("task") == 1)
    }

    @Test(arguments: ["ReleaseToQueue", "RemoveFromQueue"])
    func unknownItemFaults(_ message: String) {
        let fault = fault { () throws(CRMFault) in
            try sandbox.execute(message, ["QueueItemId": .guid(.random())])
        }
        #expect(fault?.code == .objectDoesNotExist)
    }

    @Test func routesToAnotherQueue() throws {
        let item = try add()
        try route(item, to: reference("queue", other))
        #expect(try sandbox.retrieve("queueitem", item)["queueid"] == reference("queue", other))
    }

    @Test func routesToTheQueueOfAUser() throws {
        let item = try add()
        let user = try sandbox.user()
        try sandbox.update("systemuser", user, ["queueid": reference("queue", other)])
        try route(item, to: reference("systemuser", user))
        let routed = try sandbox.retrieve("queueitem", item)
        #expect(routed["queueid"] == reference("queue", other))
        #expect(routed["workerid"] == reference("systemuser", user))
    }

    @Test func routesToTheSameQueueFault() throws {
        let item = try add()
        let fault = fault { () throws(CRMFault) in try route(item, to: reference("queue", queue)) }
        #expect(fault?.code == ErrorCode(0x8004_051B))
    }

    @Test func routingADeactivatedItemFaults() throws {
        let item = try add()
        try sandbox.setState("task", task, 1, 5)
        let fault = fault { () throws(CRMFault) in try route(item, to: reference("queue", other)) }
        #expect(fault?.code == ErrorCode(0x8004_0527))
    }

    @Test func routingToANonMemberOfAPrivateQueueFaults() throws {
        let item = try add()
        try sandbox.update("queue", queue, ["queueviewtype": .option(1)])
        let user = try sandbox.user()
        let fault = fault { () throws(CRMFault) in
            try route(item, to: reference("systemuser", user))
        }
        #expect(fault?.code == ErrorCode(0x8063_1121))
    }
}

struct QueueMemberMessagesTests {
    let sandbox: Sandbox
    let user: GUID
    let queue: GUID

    init() throws {
        sandbox = try Sandbox()
        user = try sandbox.user()
        queue = try sandbox.create("queue", ["name": "P", "queueviewtype": .option(1)])
        try sandbox.create("queue", ["name": "All"])
    }

    private func add(_ principal: Entity) throws(CRMFault) {
        try sandbox.execute(
            "AddPrincipalToQueue", ["QueueId": .guid(queue), "Principal": .entity(principal)])
    }

    private func queues(_ user: GUID, withPublic: Bool) throws(CRMFault) -> [String] {
        let results = try sandbox.execute(
            "RetrieveUserQueues", ["UserId": .guid(user), "IncludePublic": .bool(withPublic)])
        guard case .entities(let found)? = results["EntityCollection"] else { return [] }
        return found.entities.compactMap { $0["name", as: String.self] }
    }

    @Test func aMemberSeesThePrivateQueue() throws {
        #expect(try queues(user, withPublic: false) == [])
        try add(Entity("systemuser", id: user))
        #expect(try queues(user, withPublic: false) == ["P"])
        #expect(try queues(user, withPublic: true) == ["P", "All"])
    }

    @Test func addingTwiceIsAddingOnce() throws {
        try add(Entity("systemuser", id: user))
        try add(Entity("systemuser", id: user))
        #expect(try sandbox.retrieve("queue", queue)["numberofmembers"] == 1)
    }

    @Test func aTeamStandsForItsMembers() throws {
        let team = try sandbox.create(
            "team",
            ["name": "T", "businessunitid": reference("businessunit", WellKnown.businessUnit)])
        try sandbox.execute(
            "AssociateEntities",
            [
                "Moniker1": reference("team", team), "Moniker2": reference("systemuser", user),
                "RelationshipName": "teammembership_association",
            ])
        try add(Entity("team", id: team))
        #expect(try queues(user, withPublic: false) == ["P"])
        #expect(try queues(WellKnown.administrator, withPublic: false) == [])
    }

    @Test func unknownPrincipalFaults() {
        let fault = fault { () throws(CRMFault) in try add(Entity("systemuser", id: .random())) }
        #expect(fault?.code == .objectDoesNotExist)
    }

    @Test func otherTablesAreNotPrincipals() {
        let fault = fault { () throws(CRMFault) in try add(Entity("contact", id: .random())) }
        #expect(fault?.code == .invalidArgument)
    }

    @Test func noUserFaults() {
        let fault = fault { () throws(CRMFault) in _ = try queues(.zero, withPublic: true) }
        #expect(fault?.code == ErrorCode(0x8004_04EC))
    }
}
