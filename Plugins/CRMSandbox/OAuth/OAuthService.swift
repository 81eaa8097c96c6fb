public import CRMPlugin
public import PeriluneCore
import PeriluneHTTP

/// The authority of a sandbox: issues tokens to known users and applications, in both versions of the endpoints.
///
/// Every path may follow a tenant (`/common/oauth2/token`), whose name is ignored.
public struct OAuthService: HTTPHandler {
    let directory: OAuthDirectory
    let tokens: TokenStore
    let now: @Sendable () -> Timestamp
    private let scheme: String

    /// Creates an authority at the host of each request; `isSecure` says that it is reached over https.
    public init(
        _ directory: OAuthDirectory = .development, isSecure: Bool = false,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.directory = directory
        scheme = isSecure ? "https" : "http"
        self.now = now
        tokens = TokenStore(now: now)
    }

    /// Whether a path is one of the authority's.
    public static func serves(_ path: String) -> Bool { OAuthPath(path) != nil }

    /// The user of a request; `nil` without a valid token.
    public func user(of request: HTTPRequest) -> GUID? {
        guard let field = request.headers["Authorization"] else { return nil }
        let words = field.split(separator: " ")
        guard words.count == 2, words[0].lowercased() == "bearer",
            let grant = tokens.grant(String(words[1])), case .access = grant.kind
        else { return nil }
        return grant.user
    }

    /// The response that names the authority.
    ///
    /// Clients of 2015 cut the field at its first comma and take the part before it for the authority.
    public func challenge(to request: HTTPRequest) -> HTTPResponse {
        let root = root(of: request)
        var response = HTTPResponse(
            401, "text/plain; charset=utf-8", "HTTP Error 401 - Unauthorized: Access Denied\n")
        response.headers.add(
            "WWW-Authenticate",
            "Bearer authorization_uri=\(root)/oauth2/authorize, resource_id=\(root)/")
        return response
    }

    /// Answers synchronously.
    public func handle(
        _ request: HTTPRequest, _ respond: @escaping @Sendable (HTTPResponse) -> Void
    ) {
        respond(answer(request))
    }

    private func answer(_ request: HTTPRequest) -> HTTPResponse {
        guard let path = OAuthPath(request.path) else { return HTTPResponse(404) }
        let isPost = request.method == "POST"
        switch path.page {
        case .configuration: return configuration(path, request)
        case .keys: return .json(["keys": []])
        case .userRealm: return userRealm(request)
        case .authorize where !isPost: return authorize(request)
        case .device: return devicePage(request)
        case .token where isPost, .deviceCode where isPost:
            guard let form = QueryPairs(String(decoding: request.body, as: UTF8.self), most: 50)
            else { return .refusal("invalid_request", "the body is not a form") }
            return path.page == .token
                ? token(form, path, request) : deviceCode(form, path, request)
        case .token, .deviceCode, .authorize: return HTTPResponse(405)
        }
    }

    /// The root URL by which the client reached the sandbox.
    func root(of request: HTTPRequest) -> String {
        "\(scheme)://\(request.headers["Host"] ?? "localhost")"
    }

    private func configuration(_ path: OAuthPath, _ request: HTTPRequest) -> HTTPResponse {
        let authority = root(of: request) + path.tenant
        let folder = authority + (path.version == .v2 ? "/oauth2/v2.0" : "/oauth2")
        return .json([
            "issuer": .string(issuer(path, request)),
            "authorization_endpoint": .string(folder + "/authorize"),
            "token_endpoint": .string(folder + "/token"),
            "device_authorization_endpoint": .string(folder + "/devicecode"),
            "jwks_uri": .string(authority + "/discovery/keys"),
            "response_types_supported": ["code"],
            "response_modes_supported": ["query"],
            "subject_types_supported": ["pairwise"],
            "scopes_supported": ["openid", "profile", "offline_access"],
            "id_token_signing_alg_values_supported": ["none"],
            "token_endpoint_auth_methods_supported": ["client_secret_post", "client_secret_basic"],
            "code_challenge_methods_supported": ["S256"],
        ])
    }

    /// The issuer named in an identity token.
    func issuer(_ path: OAuthPath, _ request: HTTPRequest) -> String {
        root(of: request) + path.tenant + (path.version == .v2 ? "/v2.0" : "")
    }

    /// Asked before a password is sent: whether the user's domain has an authority of its own.
    private func userRealm(_ request: HTTPRequest) -> HTTPResponse {
        let name = request.path.split(separator: "/").last.flatMap { PercentEncoding.decode($0) }
        return .json([
            "ver": "1.0", "account_type": "Managed",
            "domain_name": .string(name?.split(separator: "@").last.map { String($0) } ?? ""),
            "cloud_instance_name": "sandbox", "cloud_audience_urn": "urn:federation:sandbox",
        ])
    }
}

extension HTTPResponse {
    /// A JSON response that must not be cached, because it may contain tokens.
    static func json(_ value: Value, status: Int = 200) -> HTTPResponse {
        HTTPResponse(
            status,
            headers: [
                ("Content-Type", "application/json; charset=utf-8"), ("Cache-Control", "no-store"),
            ], body: Array(value.json.utf8))
    }

    /// An authority's refusal.
    static func refusal(
        _ name: String, _ description: String, status: Int = 400
    ) -> HTTPResponse {
        .json(["error": .string(name), "error_description": .string(description)], status: status)
    }
}
