import CRMPlugin
import Testing

@testable import CRMSandboxPlugin

struct RelatedMessagesTests {
    let sandbox: Sandbox
    let account: GUID
    let lead: GUID

    init() throws {
        sandbox = try Sandbox()
        account = try sandbox.create("account", ["name": "A"])
        lead = try sandbox.create("lead", ["lastname": "L"])
    }

    private func run(_ message: String) throws(CRMFault) {
        try sandbox.execute(
            message,
            [
                "Target": .referenceArray([
                    EntityReference("account", account), EntityReference("lead", lead),
                ])
            ])
    }

    @Test func relatesAndUnrelates() throws {
        try run("SetRelated")
        #expect(try sandbox.count("accountleads") == 1)
        try run("RemoveRelated")
        #expect(try sandbox.count("accountleads") == 0)
    }

    @Test func relatingTwiceFaults() throws {
        try run("SetRelated")
        #expect(fault { () throws(CRMFault) in try run("SetRelated") } == .duplicate)
    }

    @Test func unrelatingUnrelatedRecordsFaults() {
        #expect(
            fault { () throws(CRMFault) in try run("RemoveRelated") }?.code == .objectDoesNotExist)
    }

    @Test func tablesWithoutARelationshipFault() {
        let fault = fault { () throws(CRMFault) in
            try sandbox.execute(
                "SetRelated",
                [
                    "Target": .referenceArray([
                        EntityReference("account", account), EntityReference("task", .random()),
                    ])
                ])
        }
        #expect(fault?.code == .notSupported)
    }

    @Test func oneReferenceFaults() {
        let fault = fault { () throws(CRMFault) in
            try sandbox.execute(
                "SetRelated", ["Target": .referenceArray([EntityReference("account", account)])])
        }
        #expect(fault?.code == .invalidArgument)
    }
}
