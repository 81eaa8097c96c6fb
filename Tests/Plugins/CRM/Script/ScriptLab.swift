import Perilune
import PeriluneCore
import PeriluneLua
import Synchronization

@testable import CRMPlugin

/// Runs the body of a script's `execute` against a client that answers as the test says.
final class ScriptLab: CRMClient {
    /// What scripts may have handles of.
    let pictures = PictureStore()
    private let requests = Mutex<[OrganizationRequest]>([])
    private let answer: @Sendable (OrganizationRequest) throws(CRMError) -> AttributeCollection

    init(
        _ answer:
            @escaping @Sendable (OrganizationRequest) throws(CRMError) ->
            AttributeCollection = { _ in [:] }
    ) {
        self.answer = answer
    }

    private let known = Mutex(ChangeChain())

    /// What the last body changed.
    var changes: ChangeChain { known.withLock(\.self) }

    /// What was asked, in order.
    var asked: [OrganizationRequest] { requests.withLock { $0 } }

    func execute(
        _ request: OrganizationRequest
    ) async throws(CRMError) -> OrganizationResponse {
        requests.withLock { $0.append(request) }
        return OrganizationResponse(request.requestName, try answer(request))
    }

    /// The record of the event that the body decided.
    func run(
        _ body: String, isDryRun: Bool = false, grants: Grants = .all
    ) async throws -> Host.Results {
        var options = HostOptions()
        options.isDryRun = isDryRun
        let organization = ScriptOrganization("test", client: self, schema: Self.schema)
        known.withLock { $0 = organization.changes }
        var script = Script(
            name: "rule.lua",
            source: """
                local crm = require "crm"
                return { execute = function(event, commander) \(body) end }
                """)
        script.grants = grants
        let host = try await Host(options: options) { [script] in
            ModulePlugin(module: CRMModule.module([organization], pictures: pictures))
            script
        }
        return try await host.process(all: [Event(id: "e", source: "s", type: "test")])
    }

    /// What the body emitted, a line each; an error of the script is thrown.
    func emitted(_ body: String) async throws -> String {
        let results = try await run(body)
        if let error = results.records.first?.error { throw error }
        return String(decoding: results.output, as: UTF8.self)
    }

    static let lead = GUID(high: 0x1111_1111_1111_1111, low: 0x8111_1111_1111_1111)

    static let schema = Schema(
        [
            EntityDefinition(
                "Lead", code: 4, displayName: "Lead", name: "fullname",
                [
                    AttributeDefinition("LeadId", .uniqueidentifier),
                    AttributeDefinition("Subject", .string),
                    AttributeDefinition("NumberOfEmployees", .integer),
                    AttributeDefinition("BudgetAmount", .money),
                    AttributeDefinition("ExchangeRate", .decimal),
                    AttributeDefinition("VersionNumber", .bigInt),
                    AttributeDefinition("Score", .double),
                    AttributeDefinition("DoNotPhone", .boolean),
                    AttributeDefinition("EstimatedCloseDate", .dateTime),
                    AttributeDefinition("OwnerId", .owner, targets: ["systemuser", "team"]),
                    AttributeDefinition("CampaignId", .lookup, targets: ["campaign"]),
                    AttributeDefinition(
                        "LeadQualityCode", .picklist,
                        options: [.init(1, "Hot"), .init(2, "Warm"), .init(3, "Cold")]),
                ]),
            EntityDefinition(
                "Email", code: 4202, displayName: "E-mail", name: "subject", isActivity: true,
                [
                    AttributeDefinition("Subject", .string),
                    AttributeDefinition("To", .partyList, targets: ["contact"]),
                ]),
        ], [])
}

private struct ModulePlugin: Plugin {
    let module: HostModule
    let name = "crm-module"
    func register(in registry: inout Registry) throws(PeriluneError) { try registry.add(module) }
}
