public import CRMPlugin
public import PeriluneCore
import PeriluneHTTP

/// Everything that a sandbox serves: its authority, and its endpoints behind it.
///
/// A request passes the bearer check and the protection against too many, and is then answered on a
/// thread that may block.
public final class SandboxServer: HTTPHandler {
    private let endpoints: [SandboxEndpoint]
    private let options: Options
    private let browsers: BrowserGuard
    private let threads = ExecutionThreads()

    /// The options of a sandbox.
    public struct Options: Sendable {
        /// The authority; if `requiresToken` is false, tokens are accepted but not required.
        public var authority: OAuthService
        /// Whether a request without a token is refused.
        public var requiresToken = true
        /// The user of requests without a token, if none is required.
        public var anonymous = WellKnown.administrator
        /// Limits the requests of each client; `nil` for no limits.
        public var protection: ServiceProtection?
        /// The names in `Host` that are accepted from clients without a token, besides addresses and `localhost`;
        /// `*.example.com` for all names below it, `*` for any.
        public var hosts = ["*"]
        /// The origins of web pages that may send requests, such as `https://app.example.com`.
        public var origins: [String] = []
        /// The clock.
        public var now: @Sendable () -> Timestamp
        /// Called for each request after it was answered.
        public var log: (@Sendable (SandboxLogLine) -> Void)?

        /// Options with this authority.
        public init(_ authority: OAuthService, now: @escaping @Sendable () -> Timestamp) {
            self.authority = authority
            self.now = now
        }
    }

    /// Serves these endpoints; the first one that has the path answers.
    public init(_ endpoints: [SandboxEndpoint], _ options: Options) {
        self.endpoints = endpoints
        self.options = options
        browsers = BrowserGuard(hosts: options.hosts, origins: options.origins)
    }

    /// Answers a request.
    public func handle(
        _ request: HTTPRequest, _ respond: @escaping @Sendable (HTTPResponse) -> Void
    ) {
        let start = options.now()
        let log = options.log
        let now = options.now
        @Sendable func finish(_ name: String, _ user: GUID?, _ response: HTTPResponse) {
            respond(response)
            log?(
                SandboxLogLine(
                    request: request, endpoint: name, user: user, status: response.status,
                    microseconds: now().microseconds - start.microseconds))
        }
        do throws(PeriluneError) {
            try browsers.check(request, isOpen: !options.requiresToken)
        } catch {
            finish("none", nil, Self.refusal(error))
            return
        }
        if OAuthService.serves(request.path) {
            options.authority.handle(request) { finish("oauth", nil, $0) }
            return
        }
        guard let endpoint = endpoints.first(where: { $0.serves(request.path) }) else {
            finish("none", nil, notFound(request))
            return
        }
        guard let user = user(of: request) else {
            finish(endpoint.name, nil, options.authority.challenge(to: request))
            return
        }
        if let fault = options.protection?.enter(user) {
            finish(endpoint.name, user, endpoint.throttled(request, fault))
            return
        }
        let protection = options.protection
        let accepted = threads.run {
            let begun = now().microseconds
            endpoint.handler.handle(request) { response in
                protection?.leave(user, after: now().microseconds - begun)
                finish(endpoint.name, user, response)
            }
        }
        if !accepted {
            protection?.leave(user, after: 0)
            var response = HTTPResponse(503)
            response.headers.add("Retry-After", "1")
            finish(endpoint.name, user, response)
        }
    }

    /// The calling user of a request, for the endpoints.
    public func caller(of request: HTTPRequest) -> Caller {
        Self.caller(of: request, options)
    }

    /// The calling user of a request, for endpoints that are created before the server.
    public static func caller(of request: HTTPRequest, _ options: Options) -> Caller {
        Caller(userId: options.authority.user(of: request) ?? options.anonymous)
    }

    /// A wrong token is refused even if none is required, since the client means another server.
    private func user(of request: HTTPRequest) -> GUID? {
        if let user = options.authority.user(of: request) { return user }
        let field = request.headers["Authorization"]
        return options.requiresToken || field != nil ? nil : options.anonymous
    }

    private static func refusal(_ error: PeriluneError) -> HTTPResponse {
        let members: [(String, Value)] = [
            ("code", .string(error.code.rawValue)), ("message", .string(error.message)),
            ("hint", .string(error.hint ?? "")),
        ]
        let body = Value.object(.init([("error", .object(.init(members)))]))
        return HTTPResponse(
            error.code == "http.host" ? 421 : 403, "application/json", body.json + "\n")
    }

    private func notFound(_ request: HTTPRequest) -> HTTPResponse {
        guard request.path == "/" else {
            return HTTPResponse(404, "text/plain; charset=utf-8", "Not found.\n")
        }
        let names = endpoints.map(\.name).joined(separator: ", ")
        return HTTPResponse(
            200, "text/plain; charset=utf-8", "Perilune CRM sandbox: \(names).\n")
    }
}

/// A line about an answered request, without query, headers and body.
public struct SandboxLogLine: Sendable, CustomStringConvertible {
    /// The method.
    public let method: String
    /// The path, without what may hold secrets.
    public let path: String
    /// The endpoint that answered.
    public let endpoint: String
    /// The user of the request; `nil` if unknown.
    public let user: GUID?
    /// The status.
    public let status: Int
    /// The duration.
    public let microseconds: Int64

    init(
        request: HTTPRequest, endpoint: String, user: GUID?, status: Int, microseconds: Int64
    ) {
        method = request.method
        path = request.path
        self.endpoint = endpoint
        self.user = user
        self.status = status
        self.microseconds = microseconds
    }

    /// The line as text: `POST /api/data/v9.2/leads 204 1.8 ms`.
    public var description: String {
        let tenths = microseconds / 100
        return "\(method) \(path) \(status) \(tenths / 10).\(tenths % 10) ms"
    }
}
