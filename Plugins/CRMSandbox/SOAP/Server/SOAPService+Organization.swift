import CRMPlugin
public import PeriluneCore

extension SOAPService {
    /// Creates a service of an organization.
    ///
    /// `caller` returns the user of a request; requests without authorization are refused before.
    /// `baseURL` is the root as clients see it (`https://crm.example`); without it, the WSDL takes
    /// the request's own `Host` over plain HTTP.
    public init(
        _ organization: Organization, baseURL: String? = nil,
        caller: @escaping @Sendable (HTTPRequest) -> Caller = { _ in .administrator }
    ) {
        self.init(organization, baseURL: baseURL, threads: ExecutionThreads(), caller: caller)
    }

    /// Shares its threads with other endpoints.
    package init(
        _ organization: Organization, baseURL: String?, threads: ExecutionThreads,
        caller: @escaping @Sendable (HTTPRequest) -> Caller
    ) {
        self.init(
            baseURL: baseURL, threads: threads, now: organization.options.now,
            schema: organization.schema
        ) {
            (call, request) throws(CRMFault) in
            let caller = try organization.impersonated(call.callerId, by: caller(request))
            return try organization.execute(call.request, as: caller)
        }
    }
}

extension Organization {
    /// The user that a call names in its header instead of the sender.
    fileprivate func impersonated(
        _ user: GUID?, by caller: Caller
    ) throws(CRMFault) -> Caller {
        guard let user, user != caller.userId else { return caller }
        let answer = try execute(
            OrganizationRequest(
                "Retrieve", namespace: .xrm,
                [
                    "Target": .reference(EntityReference("systemuser", user)),
                    "ColumnSet": .columns(["businessunitid"]),
                ]), as: caller)
        var impersonated = caller
        impersonated.userId = user
        if case .entity(let record) = answer.results["Entity"],
            let unit = record["businessunitid", as: EntityReference.self]
        {
            impersonated.businessUnitId = unit.id
        }
        return impersonated
    }
}
