import PeriluneCore

/// An organization as scripts see it: where requests go, and what its tables are.
public struct ScriptOrganization: Sendable {
    /// What scripts call it.
    public let name: String
    /// Where requests go.
    public let client: any CRMClient
    /// What its tables are: how a Lua value becomes one of CRM's types.
    public let schema: any SchemaSource

    /// What scripts changed in it, by which their own events are known.
    let changes = ChangeChain()

    /// Makes an organization.
    public init(_ name: String, client: any CRMClient, schema: any SchemaSource) {
        self.name = name
        self.client = client
        self.schema = schema
    }
}

extension [ScriptOrganization] {
    /// The organization of this name, and without a name the first; `nil` if there are none.
    ///
    /// - Throws: `crm.organization` if none has the name.
    func named(_ name: String?) throws(PeriluneError) -> ScriptOrganization? {
        guard let name, !isEmpty else { return first }
        if let found = first(where: { $0.name == name }) { return found }
        throw PeriluneError(
            "crm.organization", "there is no organization '\(name)'",
            hint: "the organizations are \(map(\.name).joined(separator: ", "))")
    }
}
