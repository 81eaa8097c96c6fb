/// The connection to an organization: its address, transport and credentials.
public struct CRMConnection: Hashable, Sendable {
    /// The root of the organization, such as `https://contoso.crm.dynamics.com`.
    public var url: String
    /// In which protocol.
    public var transport: Transport
    /// How tokens are got; `nil` sends none, as a sandbox without sign-in wants it.
    public var authentication: OAuthOptions?
    /// The longest time for one request.
    public var timeout: Duration
    /// Messages under way at a time.
    public var concurrency: Int
    /// How failed requests are retried.
    public var retries: RetryPolicy
    /// A PEM file with the authorities to trust instead of the system's.
    public var caFile: String?

    /// The protocols.
    public enum Transport: String, Sendable, CaseIterable {
        /// `/XRMServices/2011/OrganizationData.svc`: records only.
        case odata
        /// `/XRMServices/2011/Organization.svc`: every message.
        case soap
        /// `/api/data/v9.2`: what is in use today.
        case webapi
    }

    /// Makes a connection.
    public init(
        url: String, transport: Transport = .webapi, authentication: OAuthOptions? = nil,
        timeout: Duration = .seconds(120), concurrency: Int = 52,
        retries: RetryPolicy = RetryPolicy(), caFile: String? = nil
    ) {
        self.url = url
        self.transport = transport
        self.authentication = authentication
        self.timeout = timeout
        self.concurrency = concurrency
        self.retries = retries
        self.caFile = caFile
    }
}
