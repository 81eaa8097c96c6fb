import PeriluneCore
import PeriluneHTTP
import Synchronization
import Testing

@testable import CRMPlugin

/// What a client makes of an organization that is broken, hostile, or not one at all.
struct WebAPIClientFailureTests {
    private static let json = "application/json; odata.metadata=minimal"

    private func client(
        token: any TokenProvider = FixedToken("secret"),
        _ answer: @escaping @Sendable (HTTPClientRequest) -> HTTPResponse
    ) throws -> WebAPIClient {
        try WebAPIClient(
            url: "https://org.example/", token: token, schema: ODataSample.schema
        ) { request in answer(request) }
    }

    private func failure(_ response: HTTPResponse) async throws -> CRMError? {
        let client = try client { _ in response }
        do throws(CRMError) {
            _ = try await client.retrieve("account", ODataSample.id, ["name"])
            return nil
        } catch {
            return error
        }
    }

    private func code(_ response: HTTPResponse) async throws -> String? {
        try await failure(response)?.error.code.rawValue
    }

    @Test func sendsTheDocumentedHeaders() async throws {
        let client = try client { request in
            #expect(
                request.url
                    == "https://org.example/api/data/v9.2/accounts(\(ODataSample.id))?$select=name")
            #expect(request.headers["Authorization"] == "Bearer secret")
            #expect(request.headers["OData-MaxVersion"] == "4.0")
            return HTTPResponse(200, Self.json, #"{"name":"A"}"#)
        }
        #expect(try await client.retrieve("account", ODataSample.id, ["name"])["name"] == "A")
    }

    @Test func htmlIsNotAnAnswer() async throws {
        for status in [200, 302, 404, 500] {
            #expect(
                try await code(HTTPResponse(status, "text/html", "<html>Sign in</html>"))
                    == "crm.answer")
        }
    }

    @Test func truncatedJSONIsNotAnAnswer() async throws {
        let failure = try await failure(HTTPResponse(200, Self.json, #"{"name":"A"#))
        #expect(failure?.error.code == "crm.answer")
        #expect(try await code(HTTPResponse(500, Self.json, #"{"error":{"co"#)) == "crm.answer")
        #expect(try await code(HTTPResponse(204)) == "crm.answer")
    }

    @Test func throttlingHasARetryDelay() async throws {
        var response = HTTPResponse(
            429, Self.json, #"{"error":{"code":"0x80072322","message":"Number of requests"}}"#)
        response.headers["Retry-After"] = "17"
        guard case .fault(let fault)? = try await failure(response) else {
            Issue.record("no fault")
            return
        }
        #expect(fault.code == .throttledCount && fault.retryAfter == 17)
        var bare = HTTPResponse(429, "text/plain", "slow down")
        bare.headers["Retry-After"] = "3"
        guard case .fault(let gateway)? = try await failure(bare) else {
            Issue.record("no fault")
            return
        }
        #expect(gateway.retryAfter == 3)
    }

    @Test func aRefusedTokenIsReplacedOnce() async throws {
        final class Tokens: TokenProvider {
            let count = Mutex(0)
            func token() -> String? { "t\(count.withLock { $0 })" }
            func rejected(_ token: String) { count.withLock { $0 += 1 } }
        }
        let tokens = Tokens()
        let client = try client(token: tokens) { request in
            request.headers["Authorization"] == "Bearer t1"
                ? HTTPResponse(200, Self.json, "{}") : HTTPResponse(401)
        }
        _ = try await client.retrieve("account", ODataSample.id, ["name"])
        let count = tokens.count.withLock { $0 }
        #expect(count == 1)
    }

    @Test func aLinkToAnotherHostIsNotFollowed() async throws {
        for link in [
            "https://evil.example/api/data/v9.2/accounts?p=2", "http://org.example/api/data/v9.2/x",
            "https://org.example.evil/api/data/v9.2/x", "/api/data/v9.2/accounts", "",
        ] {
            let client = try client { request in
                #expect(request.url == "https://org.example/api/data/v9.2/accounts")
                return HTTPResponse(200, Self.json, #"{"value":[],"@odata.nextLink":"\#(link)"}"#)
            }
            var pages = try await client.pages(of: "account")
            await #expect(throws: CRMError.self, "\(link)") {
                _ = try await pages.next()
                _ = try await pages.next()
            }
        }
    }

    @Test func aLoopingLinkIsNotFollowed() async throws {
        let link = "https://org.example/api/data/v9.2/accounts?$skiptoken=2"
        let client = try client { _ in
            HTTPResponse(200, Self.json, #"{"value":[],"@odata.nextLink":"\#(link)"}"#)
        }
        var pages = try await client.pages(of: "account")
        _ = try await pages.next()
        _ = try await pages.next()
        await #expect(throws: CRMError.self) { _ = try await pages.next() }
    }

    @Test func aCreatedRecordNeedsAnIdentity() async throws {
        let client = try client { _ in HTTPResponse(204) }
        await #expect(throws: CRMError.self) { _ = try await client.create(Entity("account")) }
    }

    @Test func aCustomMessageNeedNotHaveResults() async throws {
        let client = try client { _ in HTTPResponse(204) }
        #expect(try await client.execute(OrganizationRequest("new_Tidy", [:])).results.isEmpty)
    }

    @Test func theResultsOfACustomMessageAreTypedByTheirJSON() async throws {
        let client = try client { _ in
            HTTPResponse(200, Self.json, #"{"@odata.context":"x","Count":3,"Name":"A"}"#)
        }
        let response = try await client.execute(OrganizationRequest("new_Tidy", [:]))
        #expect(response.results == ["Count": .int(3), "Name": .string("A")])
    }

    @Test func anInvalidBatchResponseFails() async throws {
        let requests = [OrganizationRequest("Create", ["Target": .entity(Entity("account"))])]
        for response in [
            HTTPResponse(200, "text/html", "x"), HTTPResponse(200, Self.json, "{}"),
            HTTPResponse(200, headers: [("Content-Type", "multipart/mixed; boundary=b")], body: []),
            HTTPResponse(
                200, headers: [("Content-Type", "multipart/mixed; boundary=b")],
                body: Array("--b--".utf8)),
        ] {
            let client = try client { _ in response }
            await #expect(throws: CRMError.self) {
                _ = try await client.execute(
                    OrganizationRequest("ExecuteTransaction", ["Requests": .requests(requests)]))
            }
        }
    }

    @Test func refusesAnInvalidAddress() {
        for url in ["", "org.example", "ftp://org.example", "https://org.example?x=1"] {
            #expect(throws: PeriluneError.self) {
                _ = try WebAPIClient(url: url, token: FixedToken(nil)) { _ in HTTPResponse(200) }
            }
        }
    }

    @Test func readsCannotBePartOfATransaction() async throws {
        let client = try client { _ in HTTPResponse(200) }
        let read = OrganizationRequest(
            "Retrieve",
            [
                "Target": .reference(EntityReference("account", ODataSample.id)),
                "ColumnSet": .columns(.all),
            ])
        await #expect(throws: CRMError.self) {
            _ = try await client.execute(
                OrganizationRequest("ExecuteTransaction", ["Requests": .requests([read])]))
        }
    }
}
