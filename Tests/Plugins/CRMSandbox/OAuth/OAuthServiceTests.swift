import CRMPlugin
import PeriluneCore
import PeriluneHTTP
import PeriluneJSON
import Synchronization
import Testing

@testable import CRMSandboxPlugin

/// A clock that a test moves.
final class MovingClock: Sendable {
    private let time = Mutex(Int64(1_700_000_000_000_000))

    var now: @Sendable () -> Timestamp {
        { Timestamp(microseconds: self.time.withLock { $0 }) }
    }

    func advance(seconds: Int64) { time.withLock { $0 += seconds * 1_000_000 } }
}

struct OAuthServiceTests {
    private let clock = MovingClock()
    private let service: OAuthService

    init() { service = OAuthService(now: clock.now) }

    private func send(
        _ method: String, _ target: String, form: [(name: String, value: String)] = [],
        headers: HTTPHeaders = []
    ) -> HTTPResponse {
        let parts = target.split(separator: "?", maxSplits: 1)
        var headers = headers
        headers.add("Host", "sandbox.test")
        let answer = Mutex<HTTPResponse?>(nil)
        service.handle(
            HTTPRequest(
                method: method, path: String(parts[0]),
                query: parts.count > 1 ? String(parts[1]) : nil,
                headers: headers, body: Array(PercentEncoding.form(form).utf8))
        ) { response in answer.withLock { $0 = response } }
        return answer.withLock { $0 } ?? HTTPResponse(0)
    }

    private func token(
        _ form: [(name: String, value: String)], path: String = "/common/oauth2/v2.0/token"
    ) throws -> (status: Int, json: Value) {
        let response = send("POST", path, form: form)
        return (response.status, try Value(json: response.body))
    }

    private func user(_ token: String?) -> GUID? {
        service.user(
            of: HTTPRequest(
                method: "GET", path: "/", headers: [("Authorization", "Bearer \(token ?? "")")]))
    }

    private typealias Form = [(name: String, value: String)]

    private static let application: Form = [
        (name: "grant_type", value: "client_credentials"), ("client_id", "perilune-dev"),
        ("client_secret", "sandbox-secret"), ("scope", "https://sandbox.test/.default"),
    ]

    @Test func givesAnApplicationAToken() throws {
        let (status, json) = try token(Self.application)
        #expect(status == 200)
        #expect(json["expires_in"] == 3599)
        #expect(json["refresh_token"] == nil)
        #expect(user(json["access_token"]?.string) == WellKnown.administrator)
    }

    @Test func acceptsTheSecretAsABasicCredential() throws {
        let basic = Base64.encode(Array("perilune-dev:sandbox-secret".utf8))
        let response = send(
            "POST", "/oauth2/v2.0/token", form: [("grant_type", "client_credentials")],
            headers: [("Authorization", "Basic \(basic)")])
        #expect(response.status == 200)
    }

    @Test func writesNumbersAsStringsInTheFirstVersion() throws {
        let (_, json) = try token(
            [
                ("grant_type", "password"), ("client_id", "any"), ("username", "DEV@sandbox.local"),
                ("password", "sandbox"), ("resource", "http://sandbox.test"),
            ], path: "/oauth2/token")
        #expect(json["expires_in"] == "3599")
        #expect(json["expires_on"] == "1700003599")
        #expect(json["resource"] == "http://sandbox.test")
        #expect(json["refresh_token"] != nil)
    }

    @Test(arguments: [
        (["client_secret": "wrong"], 401, "invalid_client"),
        (["client_id": "other"], 401, "invalid_client"),
        (["client_id": ""], 400, "invalid_request"),
        (["grant_type": "magic"], 400, "unsupported_grant_type"),
        (["grant_type": "password", "username": "dev@sandbox.local"], 400, "invalid_grant"),
        (["grant_type": "refresh_token", "refresh_token": "x"], 400, "invalid_grant"),
        (["grant_type": "authorization_code", "code": "x"], 400, "invalid_grant"),
        (["grant_type": "device_code", "code": "x"], 400, "expired_token"),
    ])
    func refusesInvalidTokenRequests(
        _ change: [String: String], _ status: Int, _ name: String
    ) throws {
        var form = Self.application.filter { change[$0.name] == nil }
        form += change.map { (name: $0.key, value: $0.value) }
        let (answered, json) = try token(form)
        #expect(answered == status)
        #expect(json["error"]?.string == name)
        #expect(json["error_description"]?.string?.contains("sandbox-secret") == false)
    }

    @Test func tokensExpire() throws {
        let (_, json) = try token(Self.application)
        let text = json["access_token"]?.string
        clock.advance(seconds: 3598)
        #expect(user(text) != nil)
        clock.advance(seconds: 1)
        #expect(user(text) == nil)
        #expect(user("anything") == nil)
    }

    @Test func renewsWithARefreshToken() throws {
        let (_, json) = try token([
            ("grant_type", "password"), ("client_id", "any"), ("username", "dev@sandbox.local"),
            ("password", "sandbox"),
        ])
        let refresh = try #require(json["refresh_token"]?.string)
        #expect(user(refresh) == nil)
        let form: Form = [
            (name: "grant_type", value: "refresh_token"), ("refresh_token", refresh),
            ("client_id", "any"),
        ]
        let (status, next) = try token(form)
        #expect(status == 200)
        #expect(user(next["access_token"]?.string) == WellKnown.administrator)
        let (stolen, _) = try token(form.dropLast() + [("client_id", "other")])
        #expect(stolen == 400)
    }

    private func authorize(_ more: String = "") -> HTTPResponse {
        send(
            "GET",
            "/common/oauth2/v2.0/authorize?response_type=code&client_id=app&state=s%26t&redirect_uri=http%3A%2F%2Flocalhost%3A5000%2Fback\(more)"
        )
    }

    private func pairs(_ response: HTTPResponse) -> QueryPairs? {
        response.headers["Location"].flatMap { $0.split(separator: "?").last }
            .flatMap { QueryPairs($0) }
    }

    @Test func aCodeCanBeRedeemedOnce() throws {
        let verifier = "a-verifier-of-at-least-forty-three-characters-000"
        let challenge = Base64.encodeURL(try SHA256.digest(Array(verifier.utf8)))
        let response = authorize("&code_challenge_method=S256&code_challenge=\(challenge)")
        #expect(response.status == 302)
        #expect(pairs(response)?["state"] == "s&t")
        let code = try #require(pairs(response)?["code"])
        var form: Form = [
            (name: "grant_type", value: "authorization_code"), ("client_id", "app"), ("code", code),
            ("redirect_uri", "http://localhost:5000/back"), ("code_verifier", verifier),
        ]
        let (status, json) = try token(form)
        #expect(status == 200)
        #expect(json["id_token"]?.string?.split(separator: ".").count == 2)
        #expect(try token(form).status == 400)
        let second = try #require(
            pairs(authorize("&code_challenge_method=S256&code_challenge=\(challenge)"))?["code"])
        form[2].value = second
        form[4].value = "another-verifier"
        #expect(try token(form).status == 400)
    }

    @Test(arguments: [
        "https%3A%2F%2Fevil.example%2F", "http%3A%2F%2Flocalhost.evil.example%2F",
        "http%3A%2F%2Flocalhost%3A5000%40evil.example%2F", "javascript%3A%2F%2Fx", "%2F%2Fevil", "",
        "http%3A%2F%2F127.0.0.1%2F%0D%0ASet-Cookie%3A%20x",
    ])
    func refusesOtherRedirectURIs(_ redirect: String) {
        let response = send(
            "GET", "/oauth2/authorize?response_type=code&client_id=app&redirect_uri=\(redirect)")
        #expect(response.status == 400)
        #expect(response.headers["Location"] == nil)
    }

    @Test func showsErrorsInTheBrowser() {
        #expect(pairs(authorize("&login_hint=nobody"))?["error"] == "access_denied")
        #expect(pairs(authorize("&code_challenge_method=plain"))?["error"] == "invalid_request")
    }

    @Test func supportsDeviceCodes() throws {
        let begun = try Value(
            json: send("POST", "/oauth2/v2.0/devicecode", form: [("client_id", "app")]).body)
        let form: Form = [
            (name: "grant_type", value: "urn:ietf:params:oauth:grant-type:device_code"),
            ("client_id", "app"), ("device_code", try #require(begun["device_code"]?.string)),
        ]
        #expect(try token(form).json["error"] == "authorization_pending")
        #expect(send("GET", "/oauth2/device").status == 200)
        #expect(send("POST", "/oauth2/device", form: [("user_code", "WRONG")]).status == 400)
        let typed = try #require(begun["user_code"]?.string?.lowercased())
        #expect(send("POST", "/oauth2/device", form: [("user_code", typed)]).status == 200)
        #expect(try token(form).status == 200)
        #expect(try token(form).json["error"] == "expired_token")
    }

    @Test(arguments: [
        ("/.well-known/openid-configuration", "http://sandbox.test", "/oauth2"),
        ("/v2.0/.well-known/openid-configuration", "http://sandbox.test/v2.0", "/oauth2/v2.0"),
        ("/t/.well-known/openid-configuration", "http://sandbox.test/t", "/t/oauth2"),
        (
            "/t/v2.0/.well-known/openid-configuration", "http://sandbox.test/t/v2.0",
            "/t/oauth2/v2.0"
        ),
    ])
    func describesItself(_ path: String, _ issuer: String, _ folder: String) throws {
        let json = try Value(json: send("GET", path).body)
        #expect(json["issuer"]?.string == issuer)
        #expect(json["token_endpoint"]?.string == "http://sandbox.test\(folder)/token")
    }

    @Test(arguments: [
        "/api/data/v9.2/accounts", "/a/b/oauth2/token", "/oauth2/token/x", "/v2.0/oauth2/token",
        "/",
        "/userrealm/x",
    ])
    func leavesOtherPathsAlone(_ path: String) {
        #expect(!OAuthService.serves(path))
    }

    @Test func writesAChallengeThatOldClientsCanRead() throws {
        let response = service.challenge(
            to: HTTPRequest(method: "GET", path: "/x", headers: [("Host", "sandbox.test")]))
        let field = try #require(response.headers["WWW-Authenticate"])
        // They take what stands before the first comma, and every = in it for the only one.
        let first = try #require(field.split(separator: ",").first)
        #expect(first == "Bearer authorization_uri=http://sandbox.test/oauth2/authorize")
        #expect(field.hasSuffix("resource_id=http://sandbox.test/"))
    }
}
