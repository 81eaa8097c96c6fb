import CRMPlugin

/// Roles and the privileges that they hold.
enum SecurityTables {
    static let all = [role, privilege, rolePrivileges, userRoles, teamRoles]

    static let role = Table(
        "Role", 1036, "Security Role", name: "name", ownership: .organization,
        [
            .text("Name", 100), .id("OrganizationId"), .id("RoleTemplateId"),
            .lookup(
                "BusinessUnitId", "businessunit", "business_unit_roles",
                Cascade(delete: .restrict)
            ).required,
            .lookup("ParentRoleId", "role", "role_parent_role"),
            .lookup("ParentRootRoleId", "role", "role_parent_root_role"),
        ])

    static let privilege = Table(
        "Privilege", 1023, "Privilege", name: "name", ownership: .none,
        [
            .text("Name", 100), .integer("AccessRight"), .flag("CanBeBasic", default: true),
            .flag("CanBeLocal", default: true), .flag("CanBeDeep", default: true),
            .flag("CanBeGlobal", default: true),
        ])

    static let rolePrivileges = Table(
        "RolePrivileges", set: "roleprivilegescollection", 12, "Role Privileges",
        id: "RolePrivilegeId", name: nil, ownership: .none, isIntersect: true,
        [.id("RoleId"), .id("PrivilegeId"), .integer("PrivilegeDepthMask")])

    static let userRoles = Table(
        "SystemUserRoles", set: "systemuserrolescollection", 15, "System User Roles",
        id: "SystemUserRoleId", name: nil, ownership: .none, isIntersect: true,
        [.id("SystemUserId"), .id("RoleId")])

    static let teamRoles = Table(
        "TeamRoles", set: "teamrolescollection", 40, "Team Roles", id: "TeamRoleId", name: nil,
        ownership: .none, isIntersect: true, [.id("TeamId"), .id("RoleId")])
}
