package import PeriluneCore
package import PeriluneHTTP

/// Brings requests to an organization, over the Web API or OData v2: address, token, headers of every
/// request.
package final class ODataTransport: Sendable {
    /// Sends a request and waits for the answer.
    package typealias Send =
        @Sendable (HTTPClientRequest) async throws(PeriluneError) -> HTTPResponse

    /// With a slash at the end.
    let root: String
    private let version: ODataVersion
    private let token: any TokenProvider
    private let sender: Send

    init(
        url: String, _ version: ODataVersion = .v4, token: any TokenProvider,
        send: @escaping Send
    ) throws(PeriluneError) {
        var root = url
        while root.hasSuffix("/") { root.removeLast() }
        guard root.hasPrefix("https://") || root.hasPrefix("http://"), !root.contains("?") else {
            throw PeriluneError(
                "crm.url", "the URL of an organization must look like https://org.crm.dynamics.com")
        }
        switch version {
        case .v2:
            let service = "/xrmservices/2011/organizationdata.svc"
            if !root.lowercased().hasSuffix(service) {
                root += "/XRMServices/2011/OrganizationData.svc"
            }
        case .v4: if !root.contains("/api/data/v") { root += "/api/data/v9.2" }
        }
        self.root = root + "/"
        self.version = version
        self.token = token
        sender = send
    }

    /// Sends a request; anything but a success is an error.
    func send(
        _ call: WebAPICall, requestId: GUID? = nil
    ) async throws(CRMError) -> HTTPResponse {
        try WebAPIAnswer.checked(try await sendUnchecked(call, requestId: requestId))
    }

    /// Sends a request, with a fresh token once more where the first was refused.
    func sendUnchecked(
        _ call: WebAPICall, requestId: GUID? = nil
    ) async throws(CRMError) -> HTTPResponse {
        do throws(PeriluneError) {
            let first = try await token.token()
            let response = try await sender(request(call, first, requestId))
            guard response.status == 401, let first else { return response }
            MessageAttempt.markRefused()
            await token.rejected(first)
            guard let second = try await token.token(), second != first else { return response }
            return try await sender(request(call, second, requestId))
        } catch {
            throw .failure(error)
        }
    }

    private func request(
        _ call: WebAPICall, _ token: String?, _ requestId: GUID?
    ) -> HTTPClientRequest {
        var headers: HTTPHeaders =
            switch version {
            case .v2: [("DataServiceVersion", "2.0"), ("MaxDataServiceVersion", "2.0")]
            case .v4: [("OData-Version", "4.0"), ("OData-MaxVersion", "4.0")]
            }
        if call.headers["Accept"] == nil { headers["Accept"] = "application/json" }
        if let token { headers["Authorization"] = "Bearer \(token)" }
        if let requestId { headers["x-ms-client-request-id"] = requestId.description }
        for field in call.headers.fields { headers.add(field.name, field.value) }
        // A call that only reads leaves no doubt about what was carried out.
        let isAtMostOnce = call.isRead ? false : MessageAttempt.markSent()
        return HTTPClientRequest(
            call.method, root + call.path, headers: headers, body: call.body,
            isAtMostOnce: isAtMostOnce)
    }

    /// The path of a link in a response; throws for a link to another server, which would receive the token.
    func path(ofLink link: String) throws(CRMError) -> String {
        if let path = link.dropping(root) { return path }
        throw .failure(
            PeriluneError(
                "crm.answer", "the link to the next page leads to another server",
                hint: "no request was sent to it"))
    }
}
