import CRMPlugin
import PeriluneCore

extension SandboxServer {
    /// All endpoints of an organization.
    ///
    /// `baseURL` is how clients reach it, such as `https://localhost:8443`; without it links begin with
    /// `http://` and the host of the request.
    public static func standard(
        _ organization: Organization, _ options: Options, baseURL: String? = nil
    ) -> SandboxServer {
        @Sendable func caller(_ request: HTTPRequest) -> Caller {
            Self.caller(of: request, options)
        }
        let soap = SOAPService(organization, baseURL: baseURL, caller: caller)
        let webAPI = WebAPIService(organization, baseURL: baseURL, caller: caller)
        let odata = ODataV2Service(organization, baseURL: baseURL, caller: caller)
        return SandboxServer(
            [
                SandboxEndpoint("odata", odata, serves: ODataV2Service.serves),
                SandboxEndpoint(
                    "soap", soap, serves: SOAPService.serves, throttled: soap.throttled),
                SandboxEndpoint("webapi", prefix: "/api/data/", webAPI),
            ], options)
    }
}

extension OrganizationOptions {
    /// Delivers webhooks of what happens in the organization.
    public mutating func deliver(_ webhooks: WebhookDelivery) { observers.append(webhooks) }
}
