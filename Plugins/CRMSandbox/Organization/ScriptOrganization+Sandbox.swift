public import CRMPlugin

extension ScriptOrganization {
    /// A sandbox in the same process, for the scripts of a host.
    public static func sandbox(
        _ organization: Organization, name: String = "sandbox", as caller: Caller = .administrator
    ) -> ScriptOrganization {
        ScriptOrganization(
            name, client: organization.client(as: caller), schema: organization.schema)
    }
}
