import CRMPlugin
import Testing

@testable import CRMSandboxPlugin

struct MergeMessagesTests {
    let sandbox: Sandbox
    let master: GUID
    let other: GUID

    init() throws {
        sandbox = try Sandbox()
        master = try sandbox.create("account", ["name": "A", "telephone1": "1"])
        other = try sandbox.create("account", ["name": "B"])
    }

    private func merge(
        _ entity: String = "account", _ master: GUID? = nil, _ other: GUID? = nil,
        _ content: AttributeCollection = [:], parents: Bool = false
    ) throws(CRMFault) {
        try sandbox.execute(
            "Merge",
            [
                "Target": reference(entity, master ?? self.master),
                "SubordinateId": .guid(other ?? self.other),
                "UpdateContent": .entity(Entity(entity, content)),
                "PerformParentingChecks": .bool(parents),
            ])
    }

    @Test func deactivatesTheSubordinate() throws {
        try merge()
        let account = try sandbox.retrieve("account", other)
        #expect(account["merged"] == true)
        #expect(account["masterid"] == reference("account", master))
        #expect(account["statecode"] == .option(1))
        #expect(account["statuscode"] == .option(2))
    }

    @Test func appliesNonNullContent() throws {
        try merge("account", nil, nil, ["name": "AB", "telephone1": .null])
        let account = try sandbox.retrieve("account", master)
        #expect(account["name"] == "AB")
        #expect(account["telephone1"] == "1")
    }

    @Test func movesChildren() throws {
        let contact = try sandbox.create(
            "contact", ["lastname": "C", "parentcustomerid": reference("account", other)])
        let task = try sandbox.create(
            "task", ["subject": "T", "regardingobjectid": reference("account", other)])
        try merge()
        #expect(
            try sandbox.retrieve("contact", contact)["parentcustomerid"]
                == reference("account", master))
        #expect(
            try sandbox.retrieve("task", task)["regardingobjectid"]
                == reference("account", master))
    }

    @Test(arguments: [("contact", 1, 2), ("lead", 2, 7)] as [(String, Int32, Int32)])
    func mergesOtherTables(_ entity: String, _ state: Int32, _ status: Int32) throws {
        let one = try sandbox.create(entity, ["lastname": "A"])
        let two = try sandbox.create(entity, ["lastname": "B"])
        try merge(entity, one, two)
        let merged = try sandbox.retrieve(entity, two)
        #expect(merged["statecode"] == .option(.init(state)))
        #expect(merged["statuscode"] == .option(.init(status)))
        #expect(merged["masterid"] == reference(entity, one))
    }

    @Test func contentIsIgnoredForCases() throws {
        let customer = reference("account", master)
        let one = try sandbox.create("incident", ["title": "One", "customerid": customer])
        let two = try sandbox.create("incident", ["title": "Two", "customerid": customer])
        try merge("incident", one, two, ["title": "Three"])
        #expect(try sandbox.retrieve("incident", one)["title"] == "One")
        #expect(try sandbox.retrieve("incident", two)["statuscode"] == .option(2000))
    }

    @Test func identicalRecordsFault() {
        let fault = fault { () throws(CRMFault) in try merge("account", master, master) }
        #expect(fault?.code == ErrorCode(0x8004_5305))
    }

    @Test func inactiveRecordFaults() throws {
        try sandbox.setState("account", other, 1, 2)
        #expect(fault { () throws(CRMFault) in try merge() }?.code == ErrorCode(0x8004_5304))
    }

    @Test func activeQuoteFaults() throws {
        let quote = try sandbox.create(
            "quote", ["name": "Q", "customerid": reference("account", other)])
        try sandbox.setState("quote", quote, 1, 2)
        #expect(fault { () throws(CRMFault) in try merge() }?.code == ErrorCode(0x8004_5302))
    }

    @Test func masterBelowTheSubordinateFaults() throws {
        let middle = try sandbox.create(
            "account", ["name": "M", "parentaccountid": reference("account", other)])
        try sandbox.update(
            "account", master, ["parentaccountid": reference("account", middle)])
        #expect(fault { () throws(CRMFault) in try merge() }?.code == ErrorCode(0x8004_5300))
    }

    @Test func differentParentsFaultWhenAsked() throws {
        let parent = try sandbox.create("account", ["name": "P"])
        try sandbox.update("account", other, ["parentaccountid": reference("account", parent)])
        let fault = fault { () throws(CRMFault) in
            try merge("account", nil, nil, [:], parents: true)
        }
        #expect(fault?.code == ErrorCode(0x8004_5316))
        try merge()
    }

    @Test func otherTablesFault() {
        let fault = fault { () throws(CRMFault) in try merge("task") }
        #expect(fault?.code == ErrorCode(0x8010_0008))
    }

    @Test func unknownSubordinateFaults() {
        let fault = fault { () throws(CRMFault) in try merge("account", master, .random()) }
        #expect(fault?.code == .objectDoesNotExist)
    }
}
