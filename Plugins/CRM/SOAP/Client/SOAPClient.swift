public import PeriluneCore
public import PeriluneHTTP

/// A client of an organization over SOAP: every message goes through Execute.
public struct SOAPClient: CRMClient {
    /// Sends a request and waits for the answer.
    package typealias Send =
        @Sendable (HTTPClientRequest) async throws(PeriluneError) -> HTTPResponse

    private let endpoint: String
    private let tokens: any TokenProvider
    private let send: Send
    private let caller: GUID?

    /// Makes a client for the organization at a URL such as `https://contoso.crm.dynamics.com`, or
    /// `https://crm.example/contoso` on premises.
    ///
    /// With a `caller`, messages are sent on behalf of that user, which the sender must be allowed.
    public init(
        _ url: String, http: HTTPClient, tokens: any TokenProvider = FixedToken(nil),
        caller: GUID? = nil
    ) throws(PeriluneError) {
        try self.init(url, tokens: tokens, caller: caller) { request throws(PeriluneError) in
            try await http.send(request)
        }
    }

    /// Makes a client that sends in a way of its own.
    package init(
        _ url: String, tokens: any TokenProvider = FixedToken(nil), caller: GUID? = nil,
        send: @escaping Send
    ) throws(PeriluneError) {
        var root = url
        while root.hasSuffix("/") { root.removeLast() }
        guard root.hasPrefix("https://") || root.hasPrefix("http://"), !root.contains("?") else {
            throw PeriluneError(
                "crm.url", "the URL of an organization must look like https://org.crm.dynamics.com")
        }
        endpoint = root + "/XRMServices/2011/Organization.svc/web"
        self.tokens = tokens
        self.caller = caller
        self.send = send
    }

    /// Sends a message and waits for the answer.
    public func execute(
        _ request: OrganizationRequest
    ) async throws(CRMError) -> OrganizationResponse {
        MessageAttempt.markPreparing()
        var call = SOAPCall(request)
        call.callerId = caller
        let response: HTTPResponse
        do throws(PeriluneError) {
            response = try await answer(to: call)
        } catch {
            throw .failure(error)
        }
        return try SOAPAnswer.read(response, to: call)
    }

    /// A refused token is worth one more try with another: nothing was carried out.
    private func answer(to call: SOAPCall) async throws(PeriluneError) -> HTTPResponse {
        let body = try call.encode()
        let token = try await tokens.token()
        let response = try await send(request(call, body, token))
        guard response.status == 401, let token else { return response }
        MessageAttempt.markRefused()
        await tokens.rejected(token)
        guard let other = try await tokens.token(), other != token else { return response }
        return try await send(request(call, body, other))
    }

    private func request(_ call: SOAPCall, _ body: [UInt8], _ token: String?) -> HTTPClientRequest {
        // The action has no quotes, as Microsoft's mobile SDK sends it.
        var headers: HTTPHeaders = [
            ("Content-Type", call.version.contentType), ("SOAPAction", call.operation.action),
            ("Accept", "text/xml"),
        ]
        if let token { headers["Authorization"] = "Bearer \(token)" }
        return HTTPClientRequest(
            "POST", endpoint, headers: headers, body: body, isAtMostOnce: MessageAttempt.markSent())
    }
}
