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
        let http = try httpClient()
        let tokens: any TokenProvider = tokenProvider(http) ?? FixedToken(nil)
        switch transport {
        case .soap: return retrying(try SOAPClient(url, http: http, tokens: tokens))
        case .webapi: return retrying(try WebAPIClient(url: url, token: tokens, http: http))
        case .odata: return retrying(try ODataV2Client(url: url, token: tokens, http: http))
        }
    }

    private func retrying(_ client: some CRMClient) -> any CRMClient {
        RetryingClient(client, policy: retries, concurrency: concurrency)
    }
}
