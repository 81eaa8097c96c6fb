import CRMPlugin
import Testing

@testable import CRMSandboxPlugin

struct RoleMessagesTests {
    let sandbox: Sandbox
    let role: GUID
    let privileges: [GUID]

    init() throws {
        sandbox = try Sandbox()
        role = try sandbox.create(
            "role",
            ["name": "R", "businessunitid": reference("businessunit", WellKnown.businessUnit)])
        privileges = try sandbox.find("privilege").prefix(3).compactMap(\.id)
        #expect(privileges.count == 3)
    }

    private func replace(_ wanted: [RolePrivilege]) throws(CRMFault) {
        try sandbox.execute(
            "ReplacePrivilegesRole",
            ["RoleId": .guid(role), "Privileges": .privileges(wanted)])
    }

    private func remove(_ privilege: GUID) throws(CRMFault) {
        try sandbox.execute(
            "RemovePrivilegeRole",
            ["RoleId": .guid(role), "PrivilegeId": .guid(privilege)])
    }

    private func held() throws(CRMFault) -> [GUID: CRMValue] {
        var held: [GUID: CRMValue] = [:]
        for row in try sandbox.find("roleprivileges", ["roleid": .guid(role)]) {
            if let id = row["privilegeid", as: GUID.self] {
                held[id] = row["privilegedepthmask"]
            }
        }
        return held
    }

    @Test func replacesTheWholeSet() throws {
        try replace([.init(privileges[0], .basic), .init(privileges[1], .local)])
        try replace([.init(privileges[1], .deep), .init(privileges[2], .global)])
        #expect(try held() == [privileges[1]: 4, privileges[2]: 8])
    }

    @Test func anEmptySetRemovesAllPrivileges() throws {
        try replace([.init(privileges[0], .basic)])
        try replace([])
        #expect(try held().isEmpty)
    }

    @Test func depthThatThePrivilegeDoesNotHaveFaults() throws {
        try replace([.init(privileges[0], .basic)])
        try sandbox.force("privilege", privileges[1], ["canbedeep": false])
        let fault = fault { () throws(CRMFault) in try replace([.init(privileges[1], .deep)]) }
        #expect(fault?.code == ErrorCode(0x8004_140B))
        #expect(try held() == [privileges[0]: 1])
    }

    @Test func unknownPrivilegeFaults() {
        let fault = fault { () throws(CRMFault) in try replace([.init(.random(), .basic)]) }
        #expect(fault?.code == .objectDoesNotExist)
    }

    @Test func removesOnePrivilege() throws {
        try replace([.init(privileges[0], .basic), .init(privileges[1], .local)])
        try remove(privileges[0])
        #expect(try held() == [privileges[1]: 2])
    }

    @Test func removingAPrivilegeThatTheRoleDoesNotHaveFaults() {
        #expect(
            fault { () throws(CRMFault) in try remove(privileges[0]) }?.code == .objectDoesNotExist)
    }

    @Test(arguments: ["RemovePrivilegeRole", "ReplacePrivilegesRole"])
    func unknownRoleFaults(_ message: String) {
        let fault = fault { () throws(CRMFault) in
            try sandbox.execute(
                message,
                [
                    "RoleId": .guid(.random()), "PrivilegeId": .guid(privileges[0]),
                    "Privileges": .privileges([]),
                ])
        }
        #expect(fault?.code == .objectDoesNotExist)
    }
}
