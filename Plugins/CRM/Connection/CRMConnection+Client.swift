public import PeriluneCore
public import PeriluneHTTP

extension CRMConnection {
    /// The client of the HTTP requests of this connection.
    public func httpClient() throws(PeriluneError) -> HTTPClient {
        try HTTPClient(
            HTTPClientOptions(
                timeout: timeout, connectionsPerHost: concurrency, caFile: caFile))
    }

    /// The provider of tokens for this connection; `nil` if it needs none.
    public func tokenProvider(_ http: HTTPClient) -> OAuthTokenProvider? {
        authentication.map { OAuthTokenProvider(organization: url, $0, http: http) }
    }

    /// A client by the transport of this connection, which tries again what is safe to try again.
    ///
    /// Nothing is sent before the first message.
    public func client() throws(PeriluneError) -> any CRMClient {
        try organization(named: "").client
    }

    /// The organization as scripts see it: the client, and where its tables are learned from.
    public func organization(named name: String) throws(PeriluneError) -> ScriptOrganization {
        let organization = try transported(named: name)
        guard authentication == nil else { return organization }
        let unsigned = AnonymousClient(client: organization.client, tables: organization.schema)
        return ScriptOrganization(name, client: unsigned, schema: unsigned)
    }

    private func transported(named name: String) throws(PeriluneError) -> ScriptOrganization {
        let http = try httpClient()
        let tokens: any TokenProvider = tokenProvider(http) ?? FixedToken(nil)
        switch transport {
        case .soap:
            // CRM 2013 has no Web API, and Dataverse has no OData v2 any more.
            let tables = FallbackSchemaSource(
                primary: try WebAPIClient(url: url, token: tokens, http: http),
                fallback: try ODataV2Client(url: url, token: tokens, http: http))
            let client = try SOAPClient(url, http: http, tokens: tokens)
            return ScriptOrganization(
                name, client: retrying(client), schema: RetryingSchema(tables, policy: retries))
        case .webapi:
            let client = try WebAPIClient(url: url, token: tokens, http: http)
            return ScriptOrganization(
                name, client: retrying(client), schema: RetryingSchema(client, policy: retries))
        case .odata:
            let client = try ODataV2Client(url: url, token: tokens, http: http)
            return ScriptOrganization(
                name, client: retrying(client), schema: RetryingSchema(client, policy: retries))
        }
    }

    private func retrying(_ client: some CRMClient) -> any CRMClient {
        RetryingClient(client, policy: retries, concurrency: concurrency)
    }
}
