import CRMPlugin
import PeriluneCore
import Synchronization
import Testing

@testable import CRMSandboxPlugin

struct SandboxServerTests {
    private let clock = MovingClock()

    /// Says as whom it was asked.
    private struct Echo: HTTPHandler {
        func handle(_ request: HTTPRequest, _ respond: @escaping @Sendable (HTTPResponse) -> Void) {
            respond(HTTPResponse(200, "text/plain", request.path))
        }
    }

    private func server(
        _ change: (inout SandboxServer.Options) -> Void = { _ in }
    ) -> SandboxServer {
        var options = SandboxServer.Options(OAuthService(now: clock.now), now: clock.now)
        change(&options)
        return SandboxServer(
            [SandboxEndpoint("api", prefix: "/api/data/", Echo())], options)
    }

    private func send(
        _ server: SandboxServer, _ path: String, token: String? = nil
    ) async -> HTTPResponse {
        var headers: HTTPHeaders = [("Host", "sandbox.test")]
        if let token { headers.add("Authorization", "Bearer \(token)") }
        let request = HTTPRequest(method: "GET", path: path, headers: headers)
        return await withCheckedContinuation { continuation in
            server.handle(request) { continuation.resume(returning: $0) }
        }
    }

    @Test(arguments: [nil, "", "wrong"])
    func requiresAToken(_ token: String?) async {
        let response = await send(server(), "/api/data/v9.2/accounts", token: token)
        #expect(response.status == 401)
        #expect(
            response.headers["WWW-Authenticate"]?.hasPrefix("Bearer authorization_uri=") == true)
    }

    @Test func refusesAWrongTokenEvenIfNoneIsRequired() async {
        let server = server { $0.requiresToken = false }
        #expect(await send(server, "/api/data/x", token: "wrong").status == 401)
        #expect(await send(server, "/api/data/x").status == 200)
    }

    @Test(arguments: [
        ("localhost:8180", nil, 200), ("localhost:8180", "http://localhost:8180", 200),
        ("localhost:8180", "https://app.example.com", 200), ("crm.internal", nil, 200),
        ("localhost:8180", "https://evil.example", 403), ("evil.example", nil, 421),
        ("evil.example", "http://evil.example", 421),
    ])
    func refusesOtherOriginsAndHosts(_ host: String, _ origin: String?, _ status: Int) async {
        let server = server {
            $0.requiresToken = false
            $0.hosts = ["crm.internal"]
            $0.origins = ["https://app.example.com"]
        }
        for path in ["/api/data/x", "/oauth2/token"] {
            var request = HTTPRequest(method: "POST", path: path, headers: [("Host", host)])
            if let origin { request.headers.add("Origin", origin) }
            let response = await withCheckedContinuation { continuation in
                server.handle(request) { continuation.resume(returning: $0) }
            }
            let isRefused = [403, 421].contains(response.status)
            #expect(isRefused == (status != 200))
            if isRefused { #expect(response.status == status) }
        }
    }

    @Test(arguments: [
        ("/api/data/v9.2/a", 200), ("/API/Data/v9.2/a", 200), ("/Contoso/api/data/x", 200),
        ("/a/b/api/data/x", 404), ("/api/dat", 404), ("/", 200),
        ("/.well-known/openid-configuration", 200),
    ])
    func routesPathsToServices(_ path: String, _ status: Int) async {
        #expect(await send(server { $0.requiresToken = false }, path).status == status)
    }

    @Test func doesNotLogQueries() async {
        let lines = Mutex<[String]>([])
        let server = server { options in
            options.requiresToken = false
            options.log = { line in lines.withLock { $0.append(line.description) } }
        }
        let request = HTTPRequest(
            method: "GET", path: "/api/data/x", query: "code=s3cret", headers: [])
        _ = await withCheckedContinuation { continuation in
            server.handle(request) { continuation.resume(returning: $0) }
        }
        while lines.withLock({ $0.isEmpty }) { await Task.yield() }
        #expect(lines.withLock { $0 } == ["GET /api/data/x 200 0.0 ms"])
    }

    @Test func limitsTheRequestRate() async {
        let now = clock.now
        let server = server { options in
            options.requiresToken = false
            var limits = ServiceProtection.Limits()
            limits.requests = 3
            options.protection = ServiceProtection(limits, now: now)
        }
        for _ in 0..<3 { #expect(await send(server, "/api/data/x").status == 200) }
        let refused = await send(server, "/api/data/x")
        #expect(refused.status == 429)
        #expect(refused.headers["Retry-After"] == "300")
        #expect(String(decoding: refused.body, as: UTF8.self).contains("0x80072322"))
        clock.advance(seconds: 300)
        #expect(await send(server, "/api/data/x").status == 200)
    }

    @Test(arguments: ["text/xml; charset=utf-8", "application/soap+xml"])
    func tellsSOAPClientsHowLongToWaitInAFault(_ type: String) async throws {
        let sandbox = try Sandbox()
        var options = SandboxServer.Options(OAuthService(now: clock.now), now: clock.now)
        options.requiresToken = false
        var limits = ServiceProtection.Limits()
        limits.requests = 0
        options.protection = ServiceProtection(limits, now: clock.now)
        let server = SandboxServer.standard(sandbox.organization, options)
        let request = HTTPRequest(
            method: "POST", path: SOAPService.paths[0], headers: [("Content-Type", type)])
        let response = await withCheckedContinuation { continuation in
            server.handle(request) { continuation.resume(returning: $0) }
        }
        #expect(response.status == 500)
        #expect(response.headers["Retry-After"] == "300")
        let text = String(decoding: response.body, as: UTF8.self)
        #expect(text.contains("PT300S"))
        let reply = try SOAPReply.decode(response.body, to: SOAPCall(.init("WhoAmI")))
        guard case .fault(let fault) = reply else {
            Issue.record("no fault")
            return
        }
        #expect(fault.code == .throttledCount)
        #expect(fault.retryAfter == 300)
    }

    @Test func limitsTimeAndConcurrentRequests() {
        var limits = ServiceProtection.Limits()
        limits.concurrent = 2
        limits.seconds = 10
        let protection = ServiceProtection(limits, now: clock.now)
        let user = GUID.random()
        #expect(protection.enter(user) == nil)
        #expect(protection.enter(user) == nil)
        #expect(protection.enter(user)?.code == .throttledConcurrency)
        #expect(protection.enter(.random()) == nil)
        protection.leave(user, after: 9_000_000)
        #expect(protection.enter(user) == nil)
        protection.leave(user, after: 2_000_000)
        #expect(protection.enter(user)?.code == .throttledTime)
    }
}
