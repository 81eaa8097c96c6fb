import CRMPlugin
import PeriluneCore
import Testing

@testable import CRMSandboxPlugin

struct IncidentMessagesTests {
    let sandbox: Sandbox
    let incident: GUID

    init() throws {
        sandbox = try Sandbox()
        let account = try sandbox.create("account", ["name": "A"])
        incident = try sandbox.create(
            "incident", ["title": "Dark", "customerid": reference("account", account)])
    }

    private func close(
        _ status: Int32? = 5, resolution id: GUID? = nil, of incident: CRMValue? = nil
    ) throws(CRMFault) {
        let resolution = Entity(
            "incidentresolution", id: id,
            ["incidentid": incident ?? reference("incident", self.incident), "subject": "Light"])
        var parameters: AttributeCollection = ["IncidentResolution": .entity(resolution)]
        if let status { parameters["Status"] = .option(.init(status)) }
        try sandbox.execute("CloseIncident", parameters)
    }

    @Test(arguments: [(5, 5), (1000, 1000), (-1, 5)] as [(Int32, Int32)])
    func resolvesTheCase(_ asked: Int32, _ expected: Int32) throws {
        try close(asked)
        let closed = try sandbox.retrieve("incident", incident)
        #expect(closed["statecode"] == .option(1))
        #expect(closed["statuscode"] == .option(.init(expected)))
    }

    @Test func leavesACompletedResolution() throws {
        let id = GUID.random()
        try close(resolution: id)
        let resolution = try sandbox.retrieve("incidentresolution", id)
        #expect(resolution["statecode"] == .option(1))
        #expect(resolution["statuscode"] == .option(2))
        #expect(resolution["subject"] == "Light")
    }

    @Test func addsUpTheTimeOfCompletedActivities() throws {
        for (minutes, isDone) in [(20, true), (5, true), (60, false)] as [(Int32, Bool)] {
            let task = try sandbox.create(
                "task",
                [
                    "subject": "T", "regardingobjectid": reference("incident", incident),
                    "actualdurationminutes": .int(minutes),
                ])
            if isDone { try sandbox.setState("task", task, 1, 5) }
        }
        try close()
        #expect(try sandbox.find("incidentresolution").first?["timespent"] == 25)
    }

    @Test func missingResolutionFaults() {
        let fault = fault { () throws(CRMFault) in
            try sandbox.execute("CloseIncident", ["Status": .option(5)])
        }
        #expect(fault == CRMFault(.invalidArgument, "Incident resolution is missing"))
    }

    @Test func missingIncidentFaults() {
        let fault = fault { () throws(CRMFault) in
            try sandbox.execute(
                "CloseIncident",
                [
                    "IncidentResolution": .entity(Entity("incidentresolution")),
                    "Status": .option(5),
                ])
        }
        #expect(fault == CRMFault(.invalidArgument, "The incident id is missing."))
    }

    @Test func resolutionOfAnotherTableFaults() {
        let fault = fault { () throws(CRMFault) in
            try sandbox.execute(
                "CloseIncident",
                ["IncidentResolution": .entity(Entity("task")), "Status": .option(5)])
        }
        #expect(fault?.code == .invalidArgument)
    }

    @Test func incidentOfAnotherTableFaults() {
        let fault = fault { () throws(CRMFault) in
            try close(of: reference("account", .random()))
        }
        #expect(fault?.code == .invalidArgument)
    }

    @Test func emptyIncidentFaults() {
        let fault = fault { () throws(CRMFault) in try close(of: reference("incident", .zero)) }
        #expect(fault == CRMFault(.invalidArgument, "The incident id is missing."))
    }

    @Test func unknownIncidentFaults() {
        let id = GUID.random()
        let fault = fault { () throws(CRMFault) in try close(of: reference("incident", id)) }
        #expect(fault == .noRecord("incident", id))
    }

    @Test func missingStatusFaults() {
        #expect(fault { () throws(CRMFault) in try close(nil) } == .missingField("Status"))
    }

    @Test(arguments: [1, 6, 77] as [Int32])
    func statusOfAnotherStateFaults(_ status: Int32) throws {
        let fault = fault { () throws(CRMFault) in try close(status) }
        #expect(fault?.code == .invalidStateCodeStatusCode)
        #expect(try sandbox.count("incidentresolution") == 0)
    }

    @Test func resolvedAlreadyFaults() throws {
        try close()
        #expect(fault { () throws(CRMFault) in try close() }?.code == ErrorCode(0x8004_04CF))
    }

    @Test func canceledAlreadyFaults() throws {
        try sandbox.setState("incident", incident, 2, 6)
        #expect(fault { () throws(CRMFault) in try close() }?.code == ErrorCode(0x8004_4411))
    }

    @Test func resolutionThatExistsFaultsAndTheCaseStaysOpen() throws {
        let id = GUID.random()
        try close(resolution: id)
        try sandbox.setState("incident", incident, 0, 1)
        let fault = fault { () throws(CRMFault) in try close(resolution: id) }
        #expect(fault == CRMFault(.duplicateRecord, "Cannot insert duplicate key."))
        #expect(try sandbox.retrieve("incident", incident)["statecode"] == .option(0))
    }

    @Test func resolvingByUpdatePointsAtTheMessage() {
        let fault = fault { () throws(CRMFault) in
            try sandbox.update("incident", incident, ["statecode": .option(1)])
        }
        #expect(fault?.message.contains("CloseIncidentRequest") == true)
    }
}

struct ContractMessagesTests {
    let sandbox: Sandbox
    let contract: GUID

    init() throws {
        sandbox = try Sandbox()
        let account = try sandbox.create("account", ["name": "A"])
        contract = try sandbox.create(
            "contract", ["title": "Care", "customerid": reference("account", account)])
        for title in ["One", "Two"] {
            try sandbox.create(
                "contractdetail",
                ["title": .string(title), "contractid": reference("contract", contract)])
        }
        try sandbox.setState("contract", contract, 1, 2)
    }

    private func cancel(_ status: Int32 = -1) throws {
        try sandbox.execute(
            "CancelContract",
            [
                "ContractId": .guid(contract), "CancelDate": try date("2026-10-01T00:00:00Z"),
                "Status": .option(.init(status)),
            ])
    }

    private func clone(_ includesCanceled: Bool) throws -> Entity {
        let results = try sandbox.execute(
            "CloneContract",
            ["ContractId": .guid(contract), "IncludeCanceledLines": .bool(includesCanceled)])
        guard case .entity(let entity)? = results["Entity"] else {
            throw CRMFault(.unexpected, "no contract")
        }
        return entity
    }

    @Test func cancelsTheContractAndItsLines() throws {
        try cancel()
        let canceled = try sandbox.retrieve("contract", contract)
        #expect(canceled["statecode"] == .option(4))
        #expect(canceled["statuscode"] == .option(5))
        #expect(canceled["cancelon"] == (try date("2026-10-01T00:00:00Z")))
        for line in try sandbox.find("contractdetail") {
            #expect(line["statecode"] == .option(2))
            #expect(line["statuscode"] == .option(3))
        }
    }

    @Test func canceledAlreadyFaults() throws {
        try cancel()
        #expect(throws: CRMFault.self) { try cancel() }
    }

    @Test func draftFaults() throws {
        let draft = try #require(try clone(false).id)
        let fault = fault { () throws(CRMFault) in
            try sandbox.execute(
                "CancelContract",
                [
                    "ContractId": .guid(draft), "CancelDate": .date(.init(microseconds: 0)),
                    "Status": .option(-1),
                ])
        }
        #expect(fault?.code == ErrorCode(0x8004_3203))
    }

    @Test func missingDateFaults() {
        let fault = fault { () throws(CRMFault) in
            try sandbox.execute(
                "CancelContract", ["ContractId": .guid(contract), "Status": .option(5)])
        }
        #expect(fault == .missingField("CancelDate"))
    }

    @Test func clonesADraftWithItsLines() throws {
        let copy = try clone(false)
        #expect(copy["statecode"] == .option(0))
        #expect(copy["title"] == "Care")
        #expect(copy["originatingcontract"] == reference("contract", contract))
        #expect(
            try sandbox.count(
                "contractdetail", ["contractid": reference("contract", copy.id ?? .zero)]) == 2)
    }

    @Test(arguments: [(false, 0), (true, 2)])
    func clonesCanceledLinesWhenAsked(_ asked: Bool, _ expected: Int) throws {
        try cancel()
        let copy = try clone(asked)
        let lines = try sandbox.find(
            "contractdetail", ["contractid": reference("contract", copy.id ?? .zero)])
        #expect(lines.count == expected)
        #expect(lines.allSatisfy { $0["statecode"] == .option(0) })
    }

    @Test func cloneOfAnUnknownContractFaults() {
        let fault = fault { () throws(CRMFault) in
            try sandbox.execute("CloneContract", ["ContractId": .guid(.random())])
        }
        #expect(fault?.code == .objectDoesNotExist)
    }
}
