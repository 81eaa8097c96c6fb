import PeriluneCore
import Testing

@testable import CRMPlugin

struct WebhookSourceTests {
    private func source(_ authentication: WebhookAuthentication = .none) -> HTTPSource {
        .webhooks(of: "dev", WebhookOptions(authentication: authentication))
    }

    private func request(
        query: String? = nil, headers: HTTPHeaders = [], mode: Int = 1, method: String = "POST"
    ) -> HTTPRequest {
        HTTPRequest(
            method: method, path: "/webhooks/dev", query: query, headers: headers,
            body: Array(SamplePayload.context(mode: mode).utf8))
    }

    @Test func acceptsADelivery() throws {
        let delivery = try source().decode(request())
        #expect(delivery.events.count == 1)
        #expect(delivery.identity?.hasPrefix("crm/dev/\(SamplePayload.correlation)/") == true)
        guard case .accepted = delivery.answer else {
            Issue.record("an asynchronous webhook waits for nothing")
            return
        }
    }

    @Test(arguments: [
        (WebhookAuthentication.key("s3cret"), "code=s3cret"),
        (.query([.init("a", "1"), .init("b", "x y")]), "b=x%20y&a=1"),
        (.headers([.init("X-Key", "k")]), ""), (.none, "x"),
    ])
    func acceptsTheRightSecret(_ authentication: WebhookAuthentication, _ query: String) throws {
        _ = try source(authentication).decode(request(query: query, headers: [("x-key", "k")]))
    }

    /// What a request without a body is refused for.
    private func refusal(
        _ authentication: WebhookAuthentication, _ query: String?
    ) -> PeriluneError? {
        var head = request(query: query)
        head.body = []
        do throws(PeriluneError) {
            try source(authentication).checkHead?(head)
            return nil
        } catch {
            return error
        }
    }

    @Test func acceptsAHeadWithTheSecret() {
        #expect(refusal(.key("s3cret"), "code=s3cret") == nil)
        #expect(refusal(.none, nil) == nil)
    }

    private static let wrong: [(WebhookAuthentication, String?)] = [
        (.key("s3cret"), "code=s3cre"), (.key("s3cret"), nil), (.key("s3cret"), "code=%zz"),
        (.key("s3cret"), "key=s3cret"),
        (.query([.init("a", "1"), .init("b", "s3cret")]), "a=1&b=2"),
        (.query([.init("a", "s3cret"), .init("b", "2")]), "b=2"), (.query([]), "a=1"),
        (.headers([.init("X-Key", "s3cret")]), "X-Key=s3cret"), (.headers([]), nil),
    ]

    @Test(arguments: wrong)
    func refusesAWrongSecretWithoutRevealingTheRightOne(
        _ authentication: WebhookAuthentication, _ query: String?
    ) throws {
        let error = #expect(throws: PeriluneError.self) {
            try source(authentication).decode(request(query: query))
        }
        #expect(error?.code == "http.unauthorized")
        #expect(refusal(authentication, query) == error)
        #expect("\(error as Any)".contains("s3cre") == false)
        #expect("\(authentication)".contains("s3cre") == false)
    }

    @Test func refusesAnythingButPost() {
        let error = #expect(throws: PeriluneError.self) {
            try source().decode(request(method: "GET"))
        }
        #expect(error?.code == "crm.webhook")
    }

    @Test(arguments: [
        (Outcome.rejected, 400), (.handled, 200), (.default, 200), (.unhandled, 200),
        (.failed, 200),
    ])
    func answersASynchronousDeliveryWithTheDecision(_ outcome: Outcome, _ status: Int) throws {
        let delivery = try source().decode(request(mode: 0))
        guard case .decided(let answer) = delivery.answer else {
            Issue.record("a synchronous webhook waits")
            return
        }
        let response = answer(
            Record(event: "1", type: "crm.lead.update", outcome: outcome, reason: "too cheap"))
        #expect(response.status == status)
        if outcome == .rejected {
            #expect(String(decoding: response.body, as: UTF8.self) == "too cheap")
        }
    }

    @Test func abortsOnFailureIfConfigured() throws {
        let source = HTTPSource.webhooks(of: "dev", WebhookOptions(abortsOnFailure: true))
        guard case .decided(let answer) = try source.decode(request(mode: 0)).answer else { return }
        let record = Record(event: "1", type: "crm.lead.update", outcome: .failed)
        #expect(answer(record).status == 500)
    }

    /// The script that failed may be the one that rejects.
    @Test(arguments: [Outcome.handled, .default, .unhandled])
    func abortsOnFailureEvenIfAnotherScriptHandledTheEvent(_ outcome: Outcome) throws {
        let source = HTTPSource.webhooks(of: "dev", WebhookOptions(abortsOnFailure: true))
        guard case .decided(let answer) = try source.decode(request(mode: 0)).answer else { return }
        let record = Record(
            event: "1", type: "crm.lead.update", outcome: outcome,
            error: PeriluneError("script.error", "attempt to index a nil value"))
        #expect(answer(record).status == 500)
    }

    @Test(arguments: ["\"0\"", "2", "true", "0.5", "null"])
    func refusesAModeThatIsNeitherSynchronousNorAsynchronous(mode: String) throws {
        var request = request(mode: 0)
        let body = String(decoding: request.body, as: UTF8.self)
        request.body = Array(body.replacing("\"Mode\":0,", with: "\"Mode\":\(mode),").utf8)
        let error = #expect(throws: PeriluneError.self) { try source().decode(request) }
        #expect(error?.message.contains("Mode") == true)
    }

    @Test func refusesASecondTarget() throws {
        var request = request(mode: 0)
        let body = String(decoding: request.body, as: UTF8.self)
        request.body = Array(
            body.replacing(
                "\"InputParameters\":[",
                with: #""InputParameters":[{"key":"Target","value":{"Attributes":[]}},"#
            ).utf8)
        let error = #expect(throws: PeriluneError.self) { try source().decode(request) }
        #expect(error?.message.contains("duplicate name Target") == true)
    }

    /// 502, 503 and 504 would make CRM send it a second time.
    @Test(arguments: [(Bool?.none, 200), (false, 200), (true, 500)])
    func aDecisionThatTakesTooLongIsAnsweredAsAFailure(
        _ abortsOnFailure: Bool?, _ status: Int
    ) throws {
        let source = HTTPSource.webhooks(
            of: "dev", WebhookOptions(abortsOnFailure: abortsOnFailure))
        #expect(try source.decode(request(mode: 0)).late?.status == status)
    }

    @Test func refusesANameThatIsNotAPathComponent() {
        var registry = Registry()
        let error = #expect(throws: PeriluneError.self) {
            try CRM([.init("a/b")]).register(in: &registry)
        }
        #expect(error?.code == "crm.configuration")
    }
}
