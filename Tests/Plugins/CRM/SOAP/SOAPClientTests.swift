import CRMPlugin
import PeriluneCore
import PeriluneHTTP
import Synchronization
import Testing

struct SOAPClientTests {
    private let id = GUID("6997a469-a735-45f8-a4bf-fe31526a086b") ?? .zero

    @Test func sendsExecuteWithTokenAndAction() async throws {
        let wire = Wire([.reply(.response(OrganizationResponse("WhoAmI", ["UserId": .guid(id)])))])
        let client = try wire.client(url: "https://crm.example/contoso/", tokens: FixedToken("t0"))
        let response = try await client.execute(WhoAmI.Request())
        #expect(response.userId == id)
        let sent = try #require(wire.sent.first)
        #expect(sent.url == "https://crm.example/contoso/XRMServices/2011/Organization.svc/web")
        #expect(sent.method == "POST")
        #expect(sent.headers["Authorization"] == "Bearer t0")
        #expect(sent.headers["Content-Type"] == "text/xml; charset=utf-8")
        #expect(
            sent.headers["SOAPAction"]
                == "http://schemas.microsoft.com/xrm/2011/Contracts/Services/IOrganizationService/Execute"
        )
        #expect(try SOAPCall.decode(sent.body).request.requestName == "WhoAmI")
    }

    @Test func sendsNoTokenIfThereIsNone() async throws {
        let wire = Wire([.reply(.response(OrganizationResponse("WhoAmI")))])
        _ = try await wire.client().execute(WhoAmI.Request())
        #expect(wire.sent.first?.headers["Authorization"] == nil)
    }

    @Test func sendsTheCallerId() async throws {
        let wire = Wire([.reply(.response(OrganizationResponse("WhoAmI")))])
        _ = try await wire.client(caller: id).execute(WhoAmI.Request())
        #expect(try SOAPCall.decode(try #require(wire.sent.first).body).callerId == id)
    }

    @Test func readsAFault() async throws {
        let fault = CRMFault(.objectDoesNotExist, "account With Id = x Does Not Exist")
        #expect(await failure(.reply(.fault(fault))) == .fault(fault))
    }

    @Test func retriesOnceWithANewToken() async throws {
        let wire = Wire([
            .http(401, "text/html", "who?"), .reply(.response(OrganizationResponse("WhoAmI"))),
        ])
        _ = try await wire.client(tokens: TokenList(["old", "new"])).execute(WhoAmI.Request())
        #expect(
            wire.sent.map { $0.headers["Authorization"] } == ["Bearer old", "Bearer new"])
    }

    @Test func doesNotTryTheSameTokenTwice() async throws {
        let wire = Wire([.http(401, "text/html", "who?")])
        let error = await #expect(throws: CRMError.self) {
            try await wire.client(tokens: FixedToken("old")).execute(WhoAmI.Request())
        }
        #expect(error?.error.code == "crm.unauthorized")
        #expect(wire.sent.count == 1)
    }

    @Test func saysThatItIsThrottled() async {
        let answer = Wire.Answer.http(429, "text/html", "slow down", [("Retry-After", "17")])
        guard case .fault(let fault) = await failure(answer) else {
            Issue.record("no fault")
            return
        }
        #expect(fault.code == .throttledCount)
        #expect(fault.retryAfter == 17)
    }

    @Test(arguments: [502, 503, 504])
    func saysThatItIsNotAvailable(status: Int) async {
        #expect(await failure(.http(status, "text/html", ""))?.error.code == "crm.unavailable")
    }

    @Test(arguments: [200, 302, 404, 500])
    func refusesHTMLWithoutShowingIt(status: Int) async throws {
        let page = "<html>password=hunter2</html>"
        let error = try #require(await failure(.http(status, "text/html; x", page))).error
        #expect(error.code == "crm.answer")
        #expect(error.message.contains("status \(status) and text/html instead"))
        #expect(!"\(error)".contains("hunter2"))
    }

    @Test func refusesATruncatedAnswerWithoutShowingIt() async throws {
        let reply = SOAPReply.response(OrganizationResponse("WhoAmI", ["Key": "hunter2"]))
        let whole = try reply.encode(at: Timestamp(microseconds: 0))
        let text = String(decoding: whole.dropLast(20), as: UTF8.self)
        let error = try #require(await failure(.http(200, "text/xml", text))).error
        #expect(error.code == "crm.answer")
        #expect(error.place.line == 1)
        #expect(!"\(error)".contains("hunter2"))
    }

    @Test func refusesAnEntityBomb() async throws {
        let bomb = "<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>"
        #expect(await failure(.http(200, "text/xml", bomb))?.error.code == "crm.answer")
    }

    @Test func passesOnErrorsOfTheConnection() async {
        let error = PeriluneError("http.timeout", "no answer")
        #expect(await failure(.failure(error)) == .failure(error))
    }

    @Test(arguments: ["crm.example", "ftp://crm.example", "https://crm.example?a=b"])
    func refusesAnInvalidAddress(url: String) {
        #expect(throws: PeriluneError.self) { try Wire([]).client(url: url) }
    }

    @Test func sendsRequestsOverHTTP() async throws {
        let id = id
        let server = try HTTPServer(handler: Answering(id: id))
        let client = try SOAPClient("http://127.0.0.1:\(server.port)", http: HTTPClient())
        #expect(try await client.create(Entity("account", ["name": "Ä"])) == id)
        await server.shutdown()
    }

    private func failure(_ answer: Wire.Answer) async -> CRMError? {
        await #expect(throws: CRMError.self) {
            try await Wire([answer]).client().execute(WhoAmI.Request())
        }
    }
}

private struct Answering: HTTPHandler {
    let id: GUID

    func handle(_ request: HTTPRequest, _ respond: @escaping @Sendable (HTTPResponse) -> Void) {
        guard let call = try? SOAPCall.decode(request.body),
            request.headers["SOAPAction"] == call.operation.action,
            let body = try? SOAPReply.response(
                OrganizationResponse(call.request.requestName, ["id": .guid(id)])
            ).encode(at: Timestamp(microseconds: 0))
        else { return respond(HTTPResponse(400)) }
        respond(HTTPResponse(200, headers: [("Content-Type", "text/xml")], body: body))
    }
}
