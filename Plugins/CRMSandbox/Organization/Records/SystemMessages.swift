import CRMPlugin

/// Messages about the organization and the caller.
enum SystemMessages {
    static let all = [whoAmI, version, currentOrganization]

    /// The version that the sandbox reports.
    static let versionText = "9.2.0.0"

    static let whoAmI = MessageHandler("WhoAmI", on: .none, isRead: true) { _, session in
        [
            "UserId": .guid(session.caller.userId),
            "BusinessUnitId": .guid(session.caller.businessUnitId),
            "OrganizationId": .guid(WellKnown.organization),
        ]
    }

    static let version = MessageHandler("RetrieveVersion", on: .none, isRead: true) { _, _ in
        ["Version": .string(versionText)]
    }

    static let currentOrganization = MessageHandler(
        "RetrieveCurrentOrganization", on: .none, isRead: true
    ) { _, session in
        let name = session.organization.options.name
        let detail: AttributeCollection = [
            "OrganizationId": .guid(WellKnown.organization), "FriendlyName": .string(name),
            "UniqueName": .string(name), "UrlName": .string(name),
            "OrganizationVersion": .string(versionText), "State": "Enabled",
        ]
        return [
            "Detail": .entity(Entity("organizationdetail", id: WellKnown.organization, detail))
        ]
    }
}
