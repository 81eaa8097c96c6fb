package import PeriluneCore
package import PeriluneHTTP

/// Routes requests to the paths of plugins (``HTTPRoute``), after authenticating them.
package struct Routes: HTTPHandler {
    /// The routes in the order of the plugins: the first one whose prefix matches is used.
    package let routes: [HTTPRoute]
    private let browsers: BrowserGuard
    private let token: BearerToken

    /// - Parameters:
    ///   - routes: The paths.
    ///   - browsers: Rejects requests of pages of other sites.
    ///   - token: What clients must send.
    package init(_ routes: [HTTPRoute], browsers: BrowserGuard, token: BearerToken) {
        self.routes = routes
        self.browsers = browsers
        self.token = token
    }

    /// The route of a path; `nil` if no plugin answers it.
    package func route(of path: String) -> HTTPRoute? {
        routes.first { path.hasPrefix($0.prefix) }
    }

    /// Whether a path belongs to one of the routes.
    package func answers(_ path: String) -> Bool { route(of: path) != nil || home(path) != nil }

    /// The first route with pages, to which `/` redirects.
    private func home(_ path: String) -> HTTPRoute? {
        path == "/" ? routes.first(where: \.hasPages) : nil
    }

    /// Checks the origin and the token, and calls the handler of the route.
    ///
    /// `GET /` is redirected to the first route with pages. A request without the token is answered with 401, so that a browser
    /// asks for it.
    package func handle(
        _ request: HTTPRequest, _ respond: @escaping @Sendable (HTTPResponse) -> Void
    ) {
        guard let route = route(of: request.path) else {
            guard let home = home(request.path) else { return respond(.notFound) }
            var response = HTTPResponse(303, "text/plain", "")
            response.headers["Location"] = home.prefix
            return respond(response)
        }
        if let refusal = refusal(of: request) { return respond(refusal) }
        route.handler.handle(request, respond)
    }

    package func refusal(beforeBodyOf request: HTTPRequest) -> HTTPResponse? {
        guard let route = route(of: request.path) else { return nil }
        return refusal(of: request) ?? route.handler.refusal(beforeBodyOf: request)
    }

    private func refusal(of request: HTTPRequest) -> HTTPResponse? {
        do throws(PeriluneError) {
            try browsers.check(request, isOpen: !token.isRequired)
            if Self.isOfAnotherSite(request) {
                throw PeriluneError(
                    "http.origin", "pages of other sites may not send requests to this path")
            }
            try token.check(request, allowsPassword: true)
            return nil
        } catch {
            var response = HTTPResponse.refusal(error)
            if response.status == 401 {
                // Makes browsers ask for a password, which is the token.
                response.headers["WWW-Authenticate"] = #"Basic realm="Perilune", charset="UTF-8""#
            }
            return response
        }
    }

    /// Whether the browser says that another site caused the request; other sites may only link to pages.
    private static func isOfAnotherSite(_ request: HTTPRequest) -> Bool {
        switch request.headers["sec-fetch-site"] {
        case nil, "same-origin", "none": false
        default:
            request.method != "GET" || request.headers["sec-fetch-mode"] != "navigate"
                || request.headers["sec-fetch-dest"] != "document"
        }
    }

    /// Makes the plugins answer requests that are still waiting, because the server stops.
    package func stop() { for route in routes { route.stop() } }
}
