import Foundation
import PeriluneCore
import PeriluneHTTP
import Testing

@testable import CRMPlugin

struct OAuthTokenProviderTests {
    private let time = ManualTime()

    private func provider(
        _ authority: FakeAuthority,
        grant: OAuthOptions.Grant = .clientCredentials(secret: "s3cret"),
        version: OAuthOptions.Version = .v2, named: String? = "https://login.example.com/t",
        cache: String? = nil
    ) -> OAuthTokenProvider {
        OAuthTokenProvider(
            organization: "https://org.example.com/",
            OAuthOptions(
                client: "app", grant: grant, authority: named, version: version, cacheFolder: cache),
            send: authority.send, pacing: time.pacing)
    }

    @Test func fetchesATokenForAnApplication() async throws {
        let authority = FakeAuthority([FakeAuthority.token("A")])
        #expect(try await provider(authority).token() == "A")
        #expect(authority.urls == ["https://login.example.com/t/oauth2/v2.0/token"])
        #expect(authority.form(0)?["grant_type"] == "client_credentials")
        #expect(authority.form(0)?["client_secret"] == "s3cret")
        #expect(authority.form(0)?["scope"] == "https://org.example.com/.default")
    }

    @Test func supportsVersionOneOfTheEndpoint() async throws {
        let authority = FakeAuthority([FakeAuthority.token("A", seconds: "\"3599\"")])
        let provider = provider(
            authority, grant: .password(user: "u@x", password: "p&w"), version: .v1)
        #expect(try await provider.token() == "A")
        #expect(authority.urls == ["https://login.example.com/t/oauth2/token"])
        #expect(authority.form(0)?["resource"] == "https://org.example.com")
        #expect(authority.form(0)?["password"] == "p&w")
        #expect(authority.form(0)?["scope"] == nil)
    }

    @Test func discoversTheAuthorityFromTheOrganization() async throws {
        let authority = FakeAuthority([FakeAuthority.challenge, FakeAuthority.token("A")])
        #expect(try await provider(authority, named: nil).token() == "A")
        #expect(authority.urls[0] == "https://org.example.com/api/data/v9.2/")
        #expect(authority.urls[1] == "https://login.example.com/t/oauth2/v2.0/token")
    }

    @Test func saysThatAnOrganizationNamesNoAuthority() async throws {
        let authority = FakeAuthority([.success(HTTPResponse(200)), .success(HTTPResponse(404))])
        let error = await #expect(throws: PeriluneError.self) {
            try await provider(authority, named: nil).token()
        }
        #expect(error?.code == "crm.authority")
    }

    @Test func cachesATokenUntilShortlyBeforeItExpires() async throws {
        let authority = FakeAuthority([FakeAuthority.token("A"), FakeAuthority.token("B")])
        let provider = provider(authority)
        #expect(try await provider.token() == "A")
        time.advance(.seconds(3290))
        #expect(try await provider.token() == "A")
        time.advance(.seconds(20))
        #expect(try await provider.token() == "B")
        #expect(authority.requests.count == 2)
    }

    @Test func fetchesOnceForConcurrentRequests() async throws {
        let authority = FakeAuthority([FakeAuthority.token("A"), FakeAuthority.token("B")])
        let provider = provider(authority)
        let tokens = try await withThrowingTaskGroup(of: String?.self) { group in
            for _ in 0..<200 { group.addTask { try await provider.token() } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(tokens == ["A"])
        #expect(authority.requests.count == 1)
    }

    @Test func usesTheRefreshTokenAndKeepsItUnlessReplaced() async throws {
        let authority = FakeAuthority([
            FakeAuthority.token("A", refresh: "R"), FakeAuthority.token("B"),
            FakeAuthority.token("C", refresh: "S"),
        ])
        let provider = provider(authority, grant: .password(user: "u", password: "p"))
        _ = try await provider.token()
        for expected in ["B", "C"] {
            time.advance(.seconds(3599))
            #expect(try await provider.token() == expected)
        }
        #expect(authority.form(1)?["refresh_token"] == "R")
        #expect(authority.form(2)?["refresh_token"] == "R")
    }

    @Test func signsInAgainWhenTheRefreshTokenHasExpired() async throws {
        let authority = FakeAuthority([
            FakeAuthority.token("A", refresh: "R"), FakeAuthority.refusal("invalid_grant"),
            FakeAuthority.token("B"),
        ])
        let provider = provider(authority, grant: .password(user: "u", password: "p"))
        _ = try await provider.token()
        time.advance(.seconds(3599))
        #expect(try await provider.token() == "B")
        #expect(authority.form(2)?["grant_type"] == "password")
    }

    @Test func fetchesANewTokenAfterARejection() async throws {
        let authority = FakeAuthority([FakeAuthority.token("A"), FakeAuthority.token("B")])
        let provider = provider(authority)
        _ = try await provider.token()
        await provider.rejected("X")
        #expect(try await provider.token() == "A")
        await provider.rejected("A")
        #expect(try await provider.token() == "B")
    }

    @Test func usesAValidTokenWhileTheAuthorityIsUnavailable() async throws {
        let authority = FakeAuthority([FakeAuthority.token("A")])
        let provider = provider(authority)
        _ = try await provider.token()
        time.advance(.seconds(3500))
        #expect(try await provider.token() == "A")
        time.advance(.seconds(3600))
        let error = await #expect(throws: PeriluneError.self) { try await provider.token() }
        #expect(error?.code == "crm.token")
    }

    @Test func retriesAnUnavailableTokenEndpointAFewTimes() async throws {
        let away = FakeAuthority.json("<html>", 503)
        let authority = FakeAuthority([away, away, FakeAuthority.token("A")])
        #expect(try await provider(authority).token() == "A")
        let down = FakeAuthority([away, away, away, FakeAuthority.token("A")])
        let error = await #expect(throws: PeriluneError.self) { try await provider(down).token() }
        #expect(error?.code == "crm.token")
        #expect(error?.hint != nil)
        #expect(down.requests.count == 3)
    }

    @Test(arguments: [
        FakeAuthority.json("<html>sign in</html>"), FakeAuthority.json("[]"),
        FakeAuthority.json("{}"), FakeAuthority.json(#"{"access_token":""}"#),
        FakeAuthority.json(#"{"access_token":"T0ken","token_type":"mac"}"#),
        FakeAuthority.json(#"{"access_token":"T0ken","x":"#),
        FakeAuthority.refusal("invalid_client", #"bad\r\nTrace ID: 1"#),
    ])
    func saysWhatIsWrongWithoutSecrets(_ answer: FakeAuthority.Answer) async {
        let authority = FakeAuthority([answer])
        let error = await #expect(throws: PeriluneError.self) {
            try await provider(authority).token()
        }
        #expect(error?.code == "crm.token")
        let text = "\(error as Any)"
        #expect(!text.contains("s3cret") && !text.contains("T0ken") && !text.contains("Trace"))
        #expect(authority.requests.count == 1)
    }

    @Test func storesTheTokenOfEachUserInItsOwnFile() async throws {
        let folder = NSTemporaryDirectory() + "tokens-\(UUID())"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let authority = FakeAuthority([
            FakeAuthority.json(
                #"{"device_code":"D","user_code":"ABC","verification_uri":"https://x","interval":1,"expires_in":900}"#
            ),
            FakeAuthority.refusal("authorization_pending"), FakeAuthority.refusal("slow_down"),
            FakeAuthority.token("A", refresh: "R"),
        ])
        let provider = provider(authority, grant: .deviceCode, cache: folder)
        try await provider.signIn { prompt in
            #expect(prompt == .enter(code: "ABC", url: "https://x"))
        }
        #expect(time.sleeps == [.seconds(1), .seconds(1), .seconds(6)])
        let files = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(files.count == 1)
        let path = "\(folder)/\(try #require(files.first))"
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
        #expect(mode as? Int == 0o600)

        let silent = FakeAuthority([])
        let later = self.provider(silent, grant: .deviceCode, cache: folder)
        #expect(try await later.token() == "A")
        #expect(silent.requests.isEmpty)
        try Data("{".utf8).write(to: URL(fileURLWithPath: path))
        let damaged = self.provider(silent, grant: .deviceCode, cache: folder)
        let error = await #expect(throws: PeriluneError.self) { try await damaged.token() }
        #expect(error?.code == "crm.login")
        try await later.signOut()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    }

    @Test func aKeptTokenIsRenewedAsSoonAsItsRenewalIsDue() async throws {
        let folder = NSTemporaryDirectory() + "tokens-\(UUID())"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let authority = FakeAuthority([
            FakeAuthority.json(
                #"{"device_code":"D","user_code":"ABC","verification_uri":"https://x","interval":1,"expires_in":900}"#
            ),
            FakeAuthority.token("A", refresh: "R"), FakeAuthority.token("B"),
        ])
        func later() -> OAuthTokenProvider {
            provider(authority, grant: .deviceCode, cache: folder)
        }
        try await later().signIn { _ in }
        time.advance(.seconds(3298))
        #expect(try await later().token() == "A")
        time.advance(.seconds(1))
        #expect(try await later().token() == "B")
    }

    /// As `perilune crm login` kept it.
    @Test(arguments: ["0.1"]) func aTokenStoredByAnEarlierReleaseIsUsed(
        release: String
    ) async throws {
        var root = URL(filePath: #filePath)
        for _ in 0..<5 { root.deleteLastPathComponent() }
        let silent = FakeAuthority([])
        let provider = OAuthTokenProvider(
            organization: "http://127.0.0.1:8180",
            OAuthOptions(
                client: "perilune-dev", grant: .deviceCode,
                cacheFolder: root.appending(path: "Tests/Fixtures/\(release)/tokens").path),
            send: silent.send, pacing: time.pacing)
        #expect(try await provider.token() == "an-access-token")
        #expect(silent.requests.isEmpty)
    }

    @Test func signsInWithABrowserOnThisMachine() async throws {
        let authority = FakeAuthority([FakeAuthority.token("A", refresh: "R")])
        let http = try HTTPClient()
        let provider = OAuthTokenProvider(
            organization: "https://org.example.com",
            OAuthOptions(client: "app", grant: .browser, authority: "https://login.example.com/t"),
            send: authority.send, pacing: .system)
        try await provider.signIn { prompt in
            guard case .open(let url) = prompt, let query = url.split(separator: "?").last,
                let pairs = QueryPairs(query), let redirect = pairs["redirect_uri"],
                let state = pairs["state"]
            else {
                Issue.record("no page to open")
                return
            }
            #expect(pairs["code_challenge_method"] == "S256")
            Task {
                // Somebody else on this machine does not know the state.
                let wrong = try await http.send(
                    HTTPClientRequest("GET", "\(redirect)?code=evil&state=x"))
                #expect(wrong.status == 404)
                let page = try await http.send(
                    HTTPClientRequest("GET", "\(redirect)?code=good&state=\(state)"))
                #expect(page.status == 200)
            }
        }
        #expect(try await provider.token() == "A")
        let form = authority.form(0)
        #expect(form?["code"] == "good")
        let verifier = try #require(form?["code_verifier"])
        #expect((43...128).contains(verifier.utf8.count))
    }

    @Test func reportsARejectionInTheBrowser() async throws {
        let http = try HTTPClient()
        let provider = OAuthTokenProvider(
            organization: "https://org.example.com",
            OAuthOptions(client: "app", grant: .browser, authority: "https://login.example.com/t"),
            send: FakeAuthority([]).send, pacing: .system)
        let error = await #expect(throws: PeriluneError.self) {
            try await provider.signIn { prompt in
                guard case .open(let url) = prompt,
                    let pairs = QueryPairs(url.split(separator: "?").last ?? "")
                else { return }
                let redirect = pairs["redirect_uri"] ?? ""
                let state = pairs["state"] ?? ""
                Task {
                    _ = try await http.send(
                        HTTPClientRequest("GET", "\(redirect)?error=access_denied&state=\(state)"))
                }
            }
        }
        #expect(error?.message.contains("access_denied") == true)
    }
}
