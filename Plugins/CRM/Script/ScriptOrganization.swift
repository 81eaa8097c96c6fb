import PeriluneCore

/// An organization as scripts see it: where requests go, and what its tables are.
public struct ScriptOrganization: Sendable {
    /// The name that scripts use.
    public let name: String
    /// The client that sends the requests.
    public let client: any CRMClient
    /// The schema of its tables, which determines how values of Lua are converted.
    public let schema: any SchemaSource

    /// The changes by scripts, by which events that they caused are recognized.
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
