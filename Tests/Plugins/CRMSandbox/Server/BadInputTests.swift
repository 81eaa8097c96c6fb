import CRMPlugin
import PeriluneCore
import PeriluneHTTP
import Testing

@testable import CRMSandboxPlugin

/// Bodies and queries that mean no good, at the endpoints of a sandbox.
struct BadInputTests {
    private let sandbox: Sandbox
    private let server: SandboxServer

    init() throws {
        sandbox = try Sandbox()
        let now: @Sendable () -> Timestamp = { Timestamp(microseconds: 1_790_000_000_000_000) }
        var options = SandboxServer.Options(OAuthService(now: now), now: now)
        options.requiresToken = false
        server = .standard(sandbox.organization, options)
    }

    private func send(
        _ method: String, _ path: String, _ type: String = "application/json", _ body: String = "",
        query: String? = nil
    ) async -> (status: Int, text: String) {
        let request = HTTPRequest(
            method: method, path: path, query: query, headers: [("Content-Type", type)],
            body: Array(body.utf8))
        let response = await withCheckedContinuation { continuation in
            server.handle(request) { continuation.resume(returning: $0) }
        }
        return (response.status, String(decoding: response.body, as: UTF8.self))
    }

    private static let bomb =
        "<!DOCTYPE a [<!ENTITY b \"ha\"><!ENTITY c \"&b;&b;&b;\">]><a>&c;</a>"
    private static let outside =
        "<!DOCTYPE a [<!ENTITY b SYSTEM \"file:///etc/passwd\">]><a>&b;</a>"
    private static let deepXML =
        String(repeating: "<a>", count: 5000) + String(repeating: "</a>", count: 5000)
    private static let deepJSON =
        "{\"a\":" + String(repeating: "[", count: 5000) + String(repeating: "]", count: 5000) + "}"

    @Test(arguments: ["{", "{\"name\":", "[]", "\u{0}", "{\"name\":1e}", deepJSON])
    func invalidJSONIsAnswered400(_ body: String) async {
        let answer = await send("POST", "/api/data/v9.2/accounts", "application/json", body)
        #expect(answer.status == 400)
        #expect(answer.text.contains("\"error\""))
    }

    /// Half of a character: a reader would put another one in its place.
    @Test(arguments: [#"\ud800"#, #"\udc00"#, #"\ud800\ud800"#, #"\uDBFFx"#, #"\\\uD83D"#])
    func loneSurrogatesAreRefused(_ escape: String) async throws {
        for path in [
            "/api/data/v9.2/accounts", "/XRMServices/2011/OrganizationData.svc/AccountSet",
        ] {
            let answer = await send("POST", path, "application/json", #"{"Name":"\#(escape)"}"#)
            #expect(answer.status == 400)
            #expect(answer.text.contains("half of a surrogate pair"))
        }
        #expect(try sandbox.count("account") == 0)
    }

    @Test(arguments: [#"\ud83d\ude42"#, #"\\ud800"#, #"\u00e4\n"#])
    func surrogatePairsAreAccepted(_ escape: String) async {
        let body = #"{"name":"\#(escape)"}"#
        let answer = await send("POST", "/api/data/v9.2/accounts", "application/json", body)
        #expect(answer.status == 204)
    }

    @Test(arguments: [#"\u0000"#, #"\u0001"#, #"\uffff"#])
    func charactersThatXMLDoesNotAllowAreRefused(_ escape: String) async throws {
        let body = #"{"name":"a\#(escape)b"}"#
        let answer = await send("POST", "/api/data/v9.2/accounts", "application/json", body)
        #expect(answer.status == 400)
        #expect(answer.text.contains("0x80040278"))
        #expect(try sandbox.count("account") == 0)
    }

    @Test func aCreateWithoutABodyIsRefused() async throws {
        let answer = await send("POST", "/api/data/v9.2/leads")
        #expect(answer.status == 400)
        #expect(try sandbox.count("lead") == 0)
        let empty = await send("POST", "/api/data/v9.2/leads", "application/json", "{}")
        #expect(empty.status == 204)
    }

    @Test(arguments: ["", "<a", "<a/>", "{}", bomb, outside, deepXML])
    func invalidSOAPIsAnsweredWithAFault(_ body: String) async {
        let answer = await send("POST", SOAPService.paths[0], "text/xml", body)
        #expect(answer.status == 500)
        #expect(answer.text.contains("Fault>"))
        #expect(!answer.text.contains("root:") && !answer.text.contains("haha"))
    }

    @Test(arguments: ["", "<fetch", bomb, outside, deepXML])
    func invalidFetchXMLIsAnswered400(_ text: String) async {
        let answer = await send(
            "GET", "/api/data/v9.2/accounts",
            query: PercentEncoding.form([(name: "fetchXml", value: text)]))
        #expect(answer.status == 400)
        #expect(answer.text.contains("\"error\""))
        #expect(!answer.text.contains("root:") && !answer.text.contains("haha"))
    }

    @Test(arguments: [
        "$filter=(((", "$filter=name eq", "$top=-1", "$skiptoken=%zz", "$orderby=%00",
    ])
    func invalidQueriesAreAnswered400(_ query: String) async {
        let answer = await send(
            "GET", "/api/data/v9.2/accounts", query: query.replacing(" ", with: "%20"))
        #expect(answer.status == 400)
        #expect(answer.text.contains("\"error\""))
    }

    @Test func aFilterThatIsNestedTooDeeplyIsAnswered400() async {
        let deep = String(repeating: "(", count: 5000) + String(repeating: ")", count: 5000)
        #expect(
            await send("GET", "/api/data/v9.2/accounts", query: "$filter=\(deep)").status == 400)
    }
}
