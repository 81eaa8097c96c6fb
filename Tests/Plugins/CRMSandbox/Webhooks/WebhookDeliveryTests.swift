import CRMPlugin
import PeriluneCore
import PeriluneHTTP
import PeriluneJSON
import Synchronization
import Testing

@testable import CRMSandboxPlugin

struct WebhookDeliveryTests {
    /// A sandbox without example records, and the receiver of its webhooks.
    private struct Bench {
        let receiver: Receiver
        let server: HTTPServer
        let organization: Organization

        init(
            _ answers: [Receiver.Answer] = [], timeout: Duration = .seconds(10),
            _ registrations: (String) throws -> [WebhookRegistration]
        ) throws {
            receiver = Receiver(answers)
            server = try HTTPServer(handler: receiver)
            var webhooks = WebhookDelivery.Options()
            webhooks.registrations = try registrations("http://127.0.0.1:\(server.port)/hook")
            webhooks.timeout = timeout
            webhooks.host = "sandbox.test"
            var options = OrganizationOptions()
            options.seedsData = false
            options.deliver(try WebhookDelivery(webhooks))
            organization = try Organization(path: ":memory:", options: options)
        }

        func create(
            _ entity: String = "lead", _ attributes: AttributeCollection = ["subject": "hot"]
        ) async throws -> GUID {
            try await onThread {
                let response = try organization.execute(
                    OrganizationRequest("Create", ["Target": .entity(Entity(entity, attributes))]))
                guard case .guid(let id)? = response.results["id"] else { return .zero }
                return id
            }
        }

        func update(_ id: GUID, _ attributes: AttributeCollection) async throws {
            _ = try await onThread {
                try organization.execute(
                    OrganizationRequest(
                        "Update", ["Target": .entity(Entity("lead", id: id, attributes))]))
            }
        }

        func delete(_ entity: String, _ id: GUID) async throws {
            _ = try await onThread {
                try organization.execute(
                    OrganizationRequest(
                        "Delete", ["Target": .reference(EntityReference(entity, id))]))
            }
        }

        func records(_ entity: String) async throws -> [Entity] {
            try await onThread {
                try organization.withSession(isRead: true) { (session) throws(CRMFault) in
                    var query = Query(entity)
                    query.allColumns = true
                    return try session.query(query).entities
                }
            }
        }

        func first(_ entity: String, where name: String, is value: CRMValue) async throws -> GUID {
            try await records(entity).first { $0[name] == value }?.id ?? .zero
        }

        /// Operations block while a webhook is under way: they don't belong on Swift's own threads.
        private func onThread<Answer: Sendable>(
            _ body: @escaping @Sendable () throws -> Answer
        ) async throws -> Answer {
            let result: Result<Answer, any Error> = await withCheckedContinuation { continuation in
                _ = startThread { continuation.resume(returning: Result { try body() }) }
            }
            return try result.get()
        }
    }

    private func payload(_ request: HTTPRequest) throws -> Value { try Value(json: request.body) }

    /// What `perilune serve` makes of a delivery.
    private func event(_ request: HTTPRequest) throws -> Value {
        let delivery = try HTTPSource.webhooks(of: "dev").decode(request)
        return try Value(json: delivery.events[0].json)
    }

    @Test func reportsAnUpdateAfterItHappened() async throws {
        let bench = try Bench { [try WebhookRegistration("lead.update=\($0)?code=k")] }
        let id = try await bench.create()
        try await bench.update(id, ["leadqualitycode": .option(1)])
        await bench.receiver.wait(for: 1)
        let request = bench.receiver.requests[0]
        #expect(request.method == "POST")
        #expect(request.path == "/hook")
        #expect(request.query == "code=k")
        #expect(request.headers["Content-Type"] == "application/json")
        #expect(request.headers["x-ms-dynamics-organization"] == "sandbox.test")
        #expect(request.headers["x-ms-dynamics-entity-name"] == "lead")
        #expect(request.headers["x-ms-dynamics-request-name"] == "Update")
        #expect(request.headers["x-ms-dynamics-msg-size-exceeded"] == nil)
        let correlation = request.headers["x-ms-correlation-request-id"]
        #expect(try payload(request)["CorrelationId"]?.string == correlation)
        let event = try event(request)
        #expect(event["type"] == "crm.lead.update")
        #expect(event["subject"]?.string == "lead/\(id)")
        let data = event["data"]
        #expect(data?["target"]?["leadqualitycode"] == 1)
        #expect(data?["target"]?["modifiedon"] != nil)
        #expect(data?["target"]?["subject"] == nil)
        #expect(data?["post"]?["image"]?["subject"] == "hot")
        #expect(data?["pre"]?["image"]?["leadqualitycode"] != 1)
        #expect(data?["mode"] == 1)
    }

    @Test func reportsACreateWithAllAttributes() async throws {
        let bench = try Bench { [try WebhookRegistration("lead.create=\($0)")] }
        let id = try await bench.create()
        await bench.receiver.wait(for: 1)
        let data = try event(bench.receiver.requests[0])["data"]
        #expect(data?["output"]?["id"]?.string == id.description)
        #expect(data?["target"]?["statecode"] == 0)
        #expect(data?["target"]?["createdon"] != nil)
    }

    @Test func keepsARowOfEachAsynchronousDelivery() async throws {
        let bench = try Bench([.status(200), .status(500)]) {
            [try WebhookRegistration("lead.create=\($0)")]
        }
        _ = try await bench.create()
        _ = try await bench.create()
        var states: [OptionSetValue?] = []
        // The rows are written after the receiver has answered.
        while states.count < 2 || !states.allSatisfy({ $0 == 30 || $0 == 31 }) {
            states = try await bench.records("asyncoperation")
                .map { $0["statuscode", as: OptionSetValue.self] }
            await Task.yield()
        }
        #expect(Set(states) == [30, 31])
        let failed = try await bench.records("asyncoperation").first { $0["errorcode"] != nil }
        #expect(failed?["errorcode"] == .int(ErrorCode.webhookStatus.rawValue))
    }

    @Test func keepsTheOrderOfOperations() async throws {
        let bench = try Bench { [try WebhookRegistration("lead.*=\($0)")] }
        let id = try await bench.create()
        for number in 0..<10 { try await bench.update(id, ["subject": .string("\(number)")]) }
        await bench.receiver.wait(for: 11)
        let subjects = try bench.receiver.requests.dropFirst().map {
            try event($0)["data"]?["target"]?["subject"]?.string
        }
        #expect(subjects == (0..<10).map { "\($0)" })
    }

    @Test func sendsTheThreeKindsOfSecrets() async throws {
        let bench = try Bench { url in
            [
                WebhookRegistration("update", on: "lead", to: url, authentication: .key("a b&c")),
                WebhookRegistration(
                    "update", on: "lead", to: url + "?x=1",
                    authentication: .query([.init("k", "v=w")])),
                WebhookRegistration(
                    "update", on: "lead", to: url, authentication: .headers([.init("X-Key", "h")])),
            ]
        }
        let id = try await bench.create()
        try await bench.update(id, ["subject": "new"])
        await bench.receiver.wait(for: 3)
        let requests = bench.receiver.requests
        #expect(QueryPairs(requests[0].query ?? "")?["code"] == "a b&c")
        #expect(requests[1].query == "x=1&k=v%3Dw")
        #expect(requests[2].headers["x-key"] == "h")
        #expect(requests[2].query == nil)
    }

    @Test func aSynchronousWebhookCanAbortTheOperation() async throws {
        let bench = try Bench([.status(400, "too cheap"), .status(204)]) {
            [try WebhookRegistration("sync:lead.update=\($0)")]
        }
        let id = try await bench.create()
        let fault = await #expect(throws: CRMFault.self) {
            try await bench.update(id, ["subject": "forbidden"])
        }
        #expect(fault?.code == .isvAborted)
        #expect(fault?.trace == "too cheap")
        #expect(fault?.message.contains("400") == true)
        try await bench.update(id, ["description": "allowed"])
        let data = try event(bench.receiver.requests[1])["data"]
        #expect(data?["mode"] == 0)
        #expect(data?["pre"]?["image"]?["subject"] == "hot")
    }

    @Test(arguments: [502, 503, 504])
    func retriesOnceAfterAGatewayError(_ status: Int) async throws {
        let bench = try Bench([.status(status), .status(200), .status(status), .status(status)]) {
            [try WebhookRegistration("sync:lead.update=\($0)")]
        }
        let id = try await bench.create()
        try await bench.update(id, ["subject": "a"])
        #expect(bench.receiver.requests.count == 2)
        #expect(bench.receiver.requests[0].body == bench.receiver.requests[1].body)
        await #expect(throws: CRMFault.self) { try await bench.update(id, ["subject": "b"]) }
        #expect(bench.receiver.requests.count == 4)
    }

    @Test(arguments: [400, 404, 500, 301])
    func doesNotRetryOtherErrors(_ status: Int) async throws {
        let bench = try Bench([.status(status)]) {
            [try WebhookRegistration("sync:lead.update=\($0)")]
        }
        let id = try await bench.create()
        await #expect(throws: CRMFault.self) { try await bench.update(id, ["subject": "b"]) }
        #expect(bench.receiver.requests.count == 1)
    }

    @Test func givesUpOnAReceiverThatHangs() async throws {
        let bench = try Bench([.silence], timeout: .milliseconds(100)) {
            [try WebhookRegistration("sync:lead.update=\($0)")]
        }
        defer { bench.receiver.release() }
        let id = try await bench.create()
        let fault = await #expect(throws: CRMFault.self) {
            try await bench.update(id, ["subject": "b"])
        }
        #expect(fault?.details["SubErrorCode"] == .int(ErrorCode.webhookTimeout.rawValue))
    }

    @Test func abortsIfTheReceiverIsUnavailable() async throws {
        let bench = try Bench { _ in
            [try WebhookRegistration("sync:lead.update=http://127.0.0.1:1/x?code=s3cret")]
        }
        let id = try await bench.create()
        let fault = await #expect(throws: CRMFault.self) {
            try await bench.update(id, ["subject": "b"])
        }
        #expect(fault?.details["SubErrorCode"] == .int(ErrorCode.webhookFailed.rawValue))
        #expect(!"\(fault as Any)".contains("s3cret"))
    }

    @Test func reportsHowEachDeliveryEnded() async throws {
        let reports = Mutex<[String]>([])
        let receiver = Receiver([.status(503), .status(503), .status(200)])
        let server = try HTTPServer(handler: receiver)
        var webhooks = WebhookDelivery.Options()
        let address = "http://u:p@127.0.0.1:\(server.port)/hook"
        webhooks.registrations = [try WebhookRegistration("lead.create=\(address)?code=s3cret")]
        webhooks.report = { report in reports.withLock { $0.append("\(report)") } }
        var options = OrganizationOptions()
        options.seedsData = false
        options.deliver(try WebhookDelivery(webhooks))
        let organization = try Organization(path: ":memory:", options: options)
        for _ in 0..<2 {
            _ = try organization.execute(
                OrganizationRequest("Create", ["Target": .entity(Entity("lead"))]))
        }
        await receiver.wait(for: 3)
        while reports.withLock({ $0.count }) < 2 { await Task.yield() }
        let shown = "webhook crm.lead.create to http://127.0.0.1:\(server.port)/hook: "
        #expect(
            reports.withLock { $0 } == [
                shown + "The webhook responded with status code 503.", shown + "delivered",
            ])
    }

    @Test func leavesOutOversizedParts() async throws {
        let bench = try Bench { [try WebhookRegistration("sync:lead.update=\($0)")] }
        let id = try await bench.create()
        let text = String(repeating: "x", count: 2000)
        let context = RemoteExecutionContext("Update", "lead", id)
        var large = context
        large.inputParameters = [
            "Target": .entity(Entity("lead", id: id, ["description": .string(text)])),
            "Much": .strings(Array(repeating: text, count: 200)),
        ]
        let sender = WebhookSender(
            http: try HTTPClient(), timeout: .seconds(10), organization: "sandbox.test")
        let registration = try WebhookRegistration(
            "lead.update=http://127.0.0.1:\(bench.server.port)/hook")
        let sent = WebhookPayload(large)
        let failure = await withCheckedContinuation { continuation in
            _ = startThread { continuation.resume(returning: sender.post(sent, to: registration)) }
        }
        #expect(failure == nil)
        let request = try #require(bench.receiver.requests.last)
        #expect(request.headers["x-ms-dynamics-msg-size-exceeded"] != nil)
        #expect(try payload(request)["InputParameters"] == nil)
        #expect(try event(request)["data"]?["truncated"] == true)
    }

    @Test func refusesAContextThatStaysTooLarge() async throws {
        var context = RemoteExecutionContext("Update", "lead", .zero)
        context.sharedVariables = ["much": .string(String(repeating: "x", count: 300_000))]
        let sender = WebhookSender(
            http: try HTTPClient(), timeout: .seconds(1), organization: "sandbox.test")
        let registration = try WebhookRegistration("lead.update=http://127.0.0.1:1/")
        let failure = sender.post(WebhookPayload(context), to: registration)
        #expect(failure?.code == .webhookTooLarge)
    }

    @Test func deliversOnlyIfAFilteringAttributeIsSet() async throws {
        let bench = try Bench { url in
            var registration = try WebhookRegistration("sync:lead.update=\(url)")
            registration.filteringAttributes = ["leadqualitycode"]
            return [registration]
        }
        let id = try await bench.create()
        try await bench.update(id, ["subject": "b"])
        #expect(bench.receiver.requests.isEmpty)
        try await bench.update(id, ["leadqualitycode": .option(2)])
        #expect(bench.receiver.requests.count == 1)
    }

    @Test func usesRegistrationsFromTables() async throws {
        let bench = try Bench { _ in [] }
        let endpoint = try await bench.create(
            "serviceendpoint",
            [
                "name": "hook", "contract": .option(8), "authtype": .option(5),
                "url": .string("http://127.0.0.1:\(bench.server.port)/rows"),
                "authvalue": #"<settings><setting name="X-Key" value="k"/></settings>"#,
            ])
        let message = try await bench.first("sdkmessage", where: "name", is: "Update")
        let step = try await bench.create(
            "sdkmessageprocessingstep",
            [
                "name": "on update", "mode": .option(0), "stage": .option(40),
                "eventhandler": .reference(EntityReference("serviceendpoint", endpoint)),
                "sdkmessageid": .reference(EntityReference("sdkmessage", message)),
            ])
        _ = try await bench.create(
            "sdkmessageprocessingstepimage",
            [
                "name": "before", "entityalias": "before", "imagetype": .option(0),
                "attributes": "subject",
                "sdkmessageprocessingstepid": .reference(
                    EntityReference("sdkmessageprocessingstep", step)),
            ])
        let id = try await bench.create()
        try await bench.update(id, ["subject": "cold"])
        let request = try #require(bench.receiver.requests.first)
        #expect(request.path == "/rows")
        #expect(request.headers["X-Key"] == "k")
        let event = try event(request)
        #expect(event["data"]?["pre"]?["before"]?["subject"] == "hot")
        #expect(event["data"]?["pre"]?["before"]?["statecode"] == nil)
        #expect(event["data"]?["post"] == [:])
        let extensionId = event["data"]?["context"]?["OwningExtension"]?["Id"]?.string
        #expect(extensionId == step.description)
        try await bench.delete("sdkmessageprocessingstep", step)
        try await bench.update(id, ["subject": "warm"])
        #expect(bench.receiver.requests.count == 1)
    }

    @Test func doesNotReportRolledBackOperations() async throws {
        let bench = try Bench([.status(400)]) {
            [
                try WebhookRegistration("sync:lead.update=\($0)"),
                try WebhookRegistration("lead.update=\($0)"),
                try WebhookRegistration("lead.delete=\($0)"),
            ]
        }
        let id = try await bench.create()
        await #expect(throws: CRMFault.self) { try await bench.update(id, ["subject": "b"]) }
        try await bench.update(id, ["subject": "c"])
        await bench.receiver.wait(for: 3)
        let modes = try bench.receiver.requests.map { try event($0)["data"]?["mode"] }
        #expect(modes == [0, 0, 1])
    }

    @Test(arguments: [
        "", "lead=http://x", "lead.update", "lead.update=ftp://x", "a.b.c=http://x",
        "le ad.x=http://x",
    ])
    func refusesInvalidRegistrations(_ text: String) {
        let error = #expect(throws: PeriluneError.self) { try WebhookRegistration(text) }
        #expect(error?.code == "crm.webhook")
    }

    @Test func readsTheSecretsOfAnEndpoint() throws {
        let text =
            #"<settings><setting name="K" value="v&amp;w"/><setting name="L" value="x"/></settings>"#
        #expect(
            try WebhookAuthentication(type: 5, value: text)
                == .headers([.init("K", "v&w"), .init("L", "x")]))
        #expect(try WebhookAuthentication(type: 4, value: "k") == .key("k"))
        #expect(throws: PeriluneError.self) { try WebhookAuthentication(type: 6, value: "<") }
    }
}
