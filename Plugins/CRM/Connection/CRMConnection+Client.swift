public import PeriluneCore
public import PeriluneHTTP

extension CRMConnection {
    /// The client of the HTTP requests of this connection.
    public func httpClient() throws(PeriluneError) -> HTTPClient {
        try HTTPClient(
            HTTPClientOptions(
                timeout: timeout, connectionsPerHost: concurrency, caFile: caFile))
    }

    /// Who gets the tokens of this connection; `nil` where it needs none.
    public func tokenProvider(_ http: HTTPClient) -> OAuthTokenProvider? {
        authentication.map { OAuthTokenProvider(organization: url, $0, http: http) }
    }

    /// A client by the transport of this connection, which tries again what is safe to try again.
    ///
    /// Nothing is sent before the first message.
    public func client() throws(PeriluneError) -> any CRMClient {
        try organization(named: "").client
    }

    /// The organization as scripts see it: the client, and the tables, which the Web API tells whatever
    /// the transport is.
    public func organization(named name: String) throws(PeriluneError) -> ScriptOrganization {
        let http = try httpClient()
        let tokens: any TokenProvider = tokenProvider(http) ?? FixedToken(nil)
        let webAPI = try WebAPIClient(url: url, token: tokens, http: http)
        let client: any CRMClient
        switch transport {
        case .soap: client = retrying(try SOAPClient(url, http: http, tokens: tokens))
        case .webapi: client = retrying(webAPI)
        case .odata:
            throw PeriluneError(
                "crm.configuration", "the transport odata is not there yet", hint: "use webapi")
        }
        return ScriptOrganization(name, client: client, schema: webAPI)
    }

    private func retrying(_ client: some CRMClient) -> any CRMClient {
        RetryingClient(client, policy: retries, concurrency: concurrency)
    }
}
