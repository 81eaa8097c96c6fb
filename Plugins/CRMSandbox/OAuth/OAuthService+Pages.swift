import CRMPlugin
import PeriluneCore
import PeriluneHTTP

extension OAuthService {
    /// Redirects the browser with a code, without asking for a password.
    func authorize(_ request: HTTPRequest) -> HTTPResponse {
        guard let pairs = QueryPairs(request.query ?? "", most: 50),
            let client = pairs["client_id"], !client.isEmpty,
            let redirect = pairs["redirect_uri"], Self.isHarmless(redirect: redirect)
        else {
            return HTTPResponse(
                400, "text/plain; charset=utf-8",
                "client_id and a redirect_uri on this machine are required\n")
        }
        func redirectResponse(_ pairs: [(name: String, value: String)]) -> HTTPResponse {
            let separator = redirect.contains("?") ? "&" : "?"
            var response = HTTPResponse(302)
            response.headers.add(
                "Location", redirect + separator + PercentEncoding.form(pairs))
            return response
        }
        let state = pairs["state"].map { [(name: "state", value: $0)] } ?? []
        func refused(_ name: String, _ why: String) -> HTTPResponse {
            redirectResponse([("error", name), ("error_description", why)] + state)
        }
        guard pairs["response_type"] == "code" else {
            return refused("unsupported_response_type", "the only response_type is code")
        }
        if let method = pairs["code_challenge_method"], method != "S256" {
            return refused("invalid_request", "the code_challenge_method must be S256")
        }
        guard
            let user = pairs["login_hint"].map({ user(named: $0) }) ?? directory.users.first
        else { return refused("access_denied", "unknown user") }
        let grant = TokenStore.Grant(
            user: user.id, name: user.name, client: client,
            kind: .code(
                redirect: redirect, challenge: pairs["code_challenge"], nonce: pairs["nonce"]))
        guard let code = try? tokens.issue(grant, seconds: 600) else {
            return refused("server_error", "cannot create a code")
        }
        return redirectResponse([("code", code)] + state)
    }

    /// Only this machine, or an application with a custom URL scheme: a code must not be sent to a web site.
    private static func isHarmless(redirect: String) -> Bool {
        guard redirect.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            let end = redirect.firstRange(of: "://"), !redirect.contains("#")
        else { return false }
        let scheme = redirect[..<end.lowerBound].lowercased()
        guard scheme == "http" || scheme == "https" else {
            return !["javascript", "data", "file"].contains(scheme)
        }
        let host = redirect[end.upperBound...].prefix { $0 != "/" && $0 != "?" }
        return ["localhost", "127.0.0.1", "[::1]"].contains { name in
            host == name
                || host.hasPrefix(name + ":")
                    && host.dropFirst(name.utf8.count + 1).allSatisfy(\.isNumber)
        }
    }

    /// Begins a sign-in that the user completes on another device.
    func deviceCode(_ form: QueryPairs, _ path: OAuthPath, _ request: HTTPRequest) -> HTTPResponse {
        guard let client = form["client_id"], !client.isEmpty else {
            return .refusal("invalid_request", "client_id is missing")
        }
        do throws(PeriluneError) {
            let typed = try Self.typedCode()
            let grant = TokenStore.Grant(
                user: .zero, name: nil, client: client,
                kind: .device(typed: typed, isApproved: false))
            let code = try tokens.issue(grant, seconds: 900)
            let url = "\(root(of: request))/oauth2/device"
            let message = "To sign in, open \(url) and enter the code \(typed)."
            let isFirst = path.version == .v1
            return .json([
                "device_code": .string(code), "user_code": .string(typed),
                isFirst ? "verification_url" : "verification_uri": .string(url),
                "expires_in": isFirst ? "900" : 900, "interval": isFirst ? "1" : 1,
                "message": .string(message),
            ])
        } catch {
            return .refusal("server_error", error.message, status: 500)
        }
    }

    /// Letters and digits that cannot be taken for one another.
    private static func typedCode() throws(PeriluneError) -> String {
        let letters = Array("BCDFGHJKLMNPQRSTVWXZ23456789".utf8)
        let bytes = try secureRandom(8).map { letters[Int($0) % letters.count] }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The page where the user enters the code.
    func devicePage(_ request: HTTPRequest) -> HTTPResponse {
        guard request.method == "POST" else { return Self.page(Self.deviceForm) }
        let form = QueryPairs(String(decoding: request.body, as: UTF8.self), most: 50)
        let typed = (form?["user_code"] ?? "").uppercased().filter { $0 != " " && $0 != "-" }
        guard let user = directory.users.first, !typed.isEmpty,
            tokens.approve(typed: typed, as: user.id, name: user.name)
        else { return Self.page("<p>There is no such code.</p>" + Self.deviceForm, status: 400) }
        return Self.page("<p>You are signed in. This window can be closed.</p>")
    }

    private static let deviceForm = """
        <form method="post"><label>Code <input name="user_code" autofocus></label>
        <button>Sign in</button></form>
        """

    private static func page(_ text: String, status: Int = 200) -> HTTPResponse {
        HTTPResponse(
            status, "text/html; charset=utf-8",
            "<!doctype html><title>Sandbox</title>\n\(text)\n")
    }
}
