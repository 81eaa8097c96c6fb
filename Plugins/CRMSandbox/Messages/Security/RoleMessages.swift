import CRMPlugin

/// RemovePrivilegeRole and ReplacePrivilegesRole.
enum RoleMessages {
    static let all = [removePrivilege, replacePrivileges]

    static let removePrivilege = MessageHandler(
        "RemovePrivilegeRole", as: "RemovePrivilege", on: .id("RoleId", of: "role")
    ) { parameters, session in
        let role = try parameters.id("RoleId")
        let privilege = try parameters.id("PrivilegeId")
        guard try session.exists("role", role) else { throw CRMFault.noRecord("role", role) }
        let rows = try session.ids(
            of: "roleprivileges", where: ["roleid": .guid(role), "privilegeid": .guid(privilege)])
        guard !rows.isEmpty else { throw CRMFault.noRecord("roleprivileges", privilege) }
        let layout = try session.layout("roleprivileges")
        for row in rows { try session.remove(layout, row) }
        return [:]
    }

    static let replacePrivileges = MessageHandler(
        "ReplacePrivilegesRole", as: "ReplacePrivileges", on: .id("RoleId", of: "role")
    ) { parameters, session in
        let role = try parameters.id("RoleId")
        let privileges: [RolePrivilege] = try parameters.required("Privileges")
        guard try session.exists("role", role) else { throw CRMFault.noRecord("role", role) }
        // For a privilege that is named twice, the last one is used.
        var depths: [GUID: RolePrivilege.Depth] = [:]
        for wanted in privileges {
            let privilege = try session.retrieve("privilege", wanted.privilegeId)
            let flag = "canbe\(wanted.depth.rawValue.lowercased())"
            guard privilege[flag] != false else {
                throw CRMFault(.invalidPrivilegeDepth, "Invalid privilege depth.")
            }
            depths[wanted.privilegeId] = wanted.depth
        }
        let layout = try session.layout("roleprivileges")
        for row in try session.ids(of: "roleprivileges", where: ["roleid": .guid(role)]) {
            try session.remove(layout, row)
        }
        for (privilege, depth) in depths.sorted(by: { $0.key < $1.key }) {
            try session.insert(
                [
                    "roleprivilegeid": .guid(session.newID()), "roleid": .guid(role),
                    "privilegeid": .guid(privilege), "privilegedepthmask": .int(depth.mask),
                ], into: layout)
        }
        return [:]
    }
}

extension RolePrivilege.Depth {
    /// The bit that the table keeps.
    fileprivate var mask: Int32 {
        switch self {
        case .basic: 1
        case .local: 2
        case .deep: 4
        case .global: 8
        }
    }
}
