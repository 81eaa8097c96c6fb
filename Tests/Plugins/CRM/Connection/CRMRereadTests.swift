import PeriluneCore
import PeriluneHTTP
import PeriluneTestKit
import Testing

@testable import CRMPlugin

/// What `CRM.reread` replaces while a host runs.
struct CRMRereadTests {
    private let crm = CRM([organization()])

    private static func organization(
        url: String = "http://127.0.0.1:9", key: Secret = "one",
        change: (inout CRM.Organization) -> Void = { _ in }
    ) -> CRM.Organization {
        var organization = CRM.Organization(
            "dev",
            webhooks: WebhookOptions(authentication: .key(key), abortsOnFailure: false),
            connection: CRMConnection(url: url))
        change(&organization)
        return organization
    }

    private func source() throws -> HTTPSource {
        var registry = Registry()
        try registry.register(crm)
        return try #require(registry.sources.first)
    }

    private func code(of source: HTTPSource, key: String) -> PeriluneError.Code? {
        do throws(PeriluneError) {
            _ = try source.decode(
                HTTPRequest(method: "POST", path: "/webhooks/dev", query: "code=\(key)"))
            return nil
        } catch {
            return error.code
        }
    }

    @Test func webhooksRequireTheNewKey() throws {
        let source = try source()
        #expect(code(of: source, key: "one") != .httpUnauthorized)
        let rereading = try crm.reread([Self.organization(key: "two")])
        #expect(rereading == CRM.RereadChanges(changed: ["dev"]))
        #expect(code(of: source, key: "one") == .httpUnauthorized)
        #expect(code(of: source, key: "two") != .httpUnauthorized)
    }

    @Test func theSameSettingsChangeNothing() throws {
        _ = try source()
        #expect(try crm.reread([Self.organization()]) == CRM.RereadChanges())
        let next = [Self.organization(url: "http://127.0.0.1:10", key: "two")]
        #expect(try crm.reread(next).changed == ["dev"])
        #expect(try crm.reread(next) == CRM.RereadChanges())
    }

    @Test func requestsUseTheNewConnection() async throws {
        let used = UsedOrganizations()
        let organization = try used.connect("dev", CRMConnection(url: "http://127.0.0.1:9"))
        let lab = ScriptLab { _ throws(CRMError) in
            throw .failure(PeriluneError("test.reached", "reached"))
        }
        used.replaceConnection(
            "dev", CRMConnection(url: "http://new"),
            ScriptOrganization("dev", client: lab, schema: ScriptLab.schema))
        do throws(CRMError) {
            _ = try await organization.client.execute(OrganizationRequest("WhoAmI"))
            Issue.record("no error")
        } catch {
            #expect(error.error.code == "test.reached")
        }
    }

    @Test func otherSettingsNeedARestart() throws {
        let cases: [(name: String, change: (inout CRM.Organization) -> Void)] = [
            ("without webhooks", { $0.webhooks = nil }),
            ("without a connection", { $0.connection = nil }),
            ("another limit", { $0.webhooks?.bodyLimit = 5 }),
            ("open", { $0.webhooks?.authentication = .none }),
            ("another name", { $0.name = "prod" }),
        ]
        for (name, change) in cases {
            let source = try source()
            let next = Self.organization(url: "http://127.0.0.1:10", key: "two", change: change)
            let rereading = try crm.reread([next])
            #expect(rereading.changed.isEmpty, "\(name)")
            #expect(rereading.needsRestart.contains(next.name), "\(name)")
            #expect(code(of: source, key: "one") != .httpUnauthorized, "\(name)")
        }
    }

    @Test func anErrorReplacesNothing() throws {
        let source = try source()
        let next = Self.organization(key: "two") { $0.connection?.url = "not a URL" }
        #expect(throws: PeriluneError.self) { try crm.reread([next]) }
        #expect(code(of: source, key: "one") != .httpUnauthorized)
    }
}
