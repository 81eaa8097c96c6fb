import PeriluneCore
import PeriluneHTTP
import Testing

@testable import CRMPlugin

/// What each transport makes of an organization that does not answer as it should, over a real socket.
struct BrokenOrganizationTests {
    enum Transport: CaseIterable {
        case soap, webAPI

        var contentType: String { self == .soap ? "text/xml; charset=utf-8" : "application/json" }

        func client(_ url: String, timeout: Duration = .seconds(20)) throws -> any CRMClient {
            let http = try HTTPClient(HTTPClientOptions(timeout: timeout))
            switch self {
            case .soap: return try SOAPClient(url, http: http)
            case .webAPI:
                return try WebAPIClient(url: url, token: FixedToken(nil), http: http)
            }
        }

        /// The error that WhoAmI ends with.
        func failure(
            _ answer: String, hangs: Bool = false, timeout: Duration = .seconds(20)
        ) async throws -> CRMError? {
            let server = BrokenServer(answer, hangs: hangs)
            let client = try client(server.url, timeout: timeout)
            return await #expect(throws: CRMError.self) {
                _ = try await client.execute(WhoAmI.Request())
            }
        }
    }

    private func answer(_ status: String, _ headers: String, _ body: String) -> String {
        "HTTP/1.1 \(status)\r\n\(headers)\r\nContent-Length: \(body.utf8.count)\r\n"
            + "Connection: close\r\n\r\n\(body)"
    }

    @Test(arguments: Transport.allCases)
    func htmlIsNotAnAnswerAndIsNotShown(_ transport: Transport) async throws {
        let page = "<html>password=hunter2</html>"
        for status in ["200 OK", "302 Found", "404 Not Found", "500 Oops"] {
            let error = try await transport.failure(
                answer(status, "Content-Type: text/html", page))
            #expect(error?.error.code == "crm.answer")
            #expect(!"\(String(describing: error))".contains("hunter2"))
        }
    }

    @Test(arguments: Transport.allCases)
    func aGatewayThatAnswersInsteadIsNotAvailable(_ transport: Transport) async throws {
        for status in ["502 Bad Gateway", "503 Service Unavailable", "504 Gateway Timeout"] {
            let error = try await transport.failure(
                answer(status, "Content-Type: text/html", "<html></html>"))
            #expect(error?.error.code == .crmUnavailable)
        }
    }

    @Test(arguments: Transport.allCases)
    func aTruncatedAnswerIsAnError(_ transport: Transport) async throws {
        let error = try await transport.failure(
            "HTTP/1.1 200 OK\r\nContent-Type: \(transport.contentType)\r\n"
                + "Content-Length: 500\r\n\r\n{\"UserId\":")
        #expect(error?.error.code == "http.truncated")
    }

    @Test(arguments: Transport.allCases, ["", "HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n<"])
    func anAnswerThatNeverEndsTimesOut(_ transport: Transport, begin: String) async throws {
        let error = try await transport.failure(
            begin, hangs: true, timeout: .milliseconds(200))
        #expect(error?.error.code == "http.timeout")
    }

    @Test(arguments: Transport.allCases)
    func throttlingHasARetryDelay(_ transport: Transport) async throws {
        let error = try await transport.failure(
            answer(
                "429 Too Many Requests", "Content-Type: text/html\r\nRetry-After: 17", "slow"))
        guard case .fault(let fault)? = error else {
            Issue.record("no fault")
            return
        }
        #expect(fault.code == .throttledCount)
        #expect(fault.retryAfter == 17)
    }

    @Test(arguments: Transport.allCases)
    func aRequestWithoutATokenIsUnauthorized(_ transport: Transport) async throws {
        let error = try await transport.failure(
            answer("401 Unauthorized", "Content-Type: text/html", "who?"))
        #expect(error?.error.code == "crm.unauthorized")
    }
}
