import Perilune
import PeriluneCore
import PeriluneJSON
import PeriluneLua
import Testing

@testable import CRMPlugin

/// Payloads that were too large, and what scripts see of them.
struct WebhookCompletionTests {
    private func event(isTruncated: Bool = true) throws -> Event {
        var headers: HTTPHeaders = []
        if isTruncated { headers.add("x-ms-dynamics-msg-size-exceeded", "true") }
        let body =
            isTruncated ? SamplePayload.context(parameters: "") : SamplePayload.context()
        let delivery = try HTTPSource.webhooks(of: "dev").decode(
            HTTPRequest(
                method: "POST", path: "/webhooks/dev", headers: headers, body: Array(body.utf8)))
        return try #require(delivery.events.first)
    }

    private func plugin(_ lab: ScriptLab, completes: Bool = true) -> CRM {
        CRM(
            [.init("dev", webhooks: WebhookOptions(completes: completes))],
            clients: [ScriptOrganization("dev", client: lab, schema: ScriptLab.schema)])
    }

    /// What a script with this condition emits of the target and of what was missing.
    private func decide(
        _ event: Event, _ lab: ScriptLab, quality: Int? = nil, completes: Bool = true,
        isDryRun: Bool = false
    ) async throws -> Host.Results {
        let condition =
            quality.map { "where = { [\"data.target.leadqualitycode\"] = \($0) }," } ?? ""
        var options = HostOptions()
        options.isDryRun = isDryRun
        let host = try await Host(options: options) {
            plugin(lab, completes: completes)
            Script(
                name: "rule.lua",
                source: """
                    return { on = "crm.lead.update", \(condition)
                      execute = function(event, commander)
                        commander:emit({ subject = event.data.target.subject,
                          truncated = event.data.truncated, incomplete = event.data.incomplete })
                      end }
                    """)
        }
        return try await host.process(all: [event])
    }

    private func emitted(_ results: Host.Results) throws -> Value? {
        results.output.isEmpty ? nil : try Value(json: results.output)
    }

    private let lab = ScriptLab { request in
        var lead = Entity("lead", id: GUID(SamplePayload.record))
        lead["subject"] = "large"
        lead["leadqualitycode"] = .option(1)
        return ["Entity": .entity(lead)]
    }

    @Test func areCompletedBeforeScriptsAreAsked() async throws {
        let results = try await decide(event(), lab, quality: 1)
        let seen = try emitted(results)
        #expect(seen?["subject"] == "large")
        #expect(seen?["truncated"] == true)
        #expect(seen?["incomplete"] == nil)
        let record = try #require(results.records.first)
        #expect(record.outcome == .handled)
        #expect(record.by == "rule.lua")
        #expect(record.effects.map(\.kind) == ["crm.complete"])
        guard case .reference(let asked)? = lab.asked.first?.parameters["Target"] else {
            Issue.record("nothing was retrieved")
            return
        }
        #expect(asked.logicalName == "lead")
        #expect(asked.id == GUID(SamplePayload.record))
    }

    @Test func conditionsTestTheCompletedEvent() async throws {
        let results = try await decide(event(), lab, quality: 3)
        #expect(results.output.isEmpty)
        #expect(results.records.first?.outcome == .unhandled)
    }

    @Test func keepTheReasonIfTheRecordCannotBeRead() async throws {
        let lab = ScriptLab { _ throws(CRMError) in
            throw .fault(CRMFault(.objectDoesNotExist, "lead With Id = x Does Not Exist"))
        }
        let seen = try emitted(await decide(event(), lab))
        #expect(seen?["subject"] == nil)
        #expect(seen?["truncated"] == true)
        #expect(seen?["incomplete"]?.string?.hasSuffix("Does Not Exist") == true)
    }

    @Test func aDryRunSendsNoRequest() async throws {
        let seen = try emitted(await decide(event(), lab, isDryRun: true))
        #expect(seen?["incomplete"]?.string?.hasPrefix("effect.dry-run") == true)
        #expect(lab.asked.isEmpty)
    }

    @Test func areOptional() async throws {
        let seen = try emitted(await decide(event(), lab, completes: false))
        #expect(seen?["truncated"] == true)
        #expect(lab.asked.isEmpty)
    }

    @Test func areSkippedForACompletePayload() async throws {
        let seen = try emitted(await decide(event(isTruncated: false), lab, quality: 1))
        #expect(seen?["subject"] == "a/b")
        #expect(lab.asked.isEmpty)
    }

    @Test func needAConnection() async throws {
        var registry = Registry()
        let crm = CRM([.init("dev", webhooks: WebhookOptions(completes: true))])
        let error = #expect(throws: PeriluneError.self) { try crm.register(in: &registry) }
        #expect(error?.code == "crm.configuration")
    }
}
