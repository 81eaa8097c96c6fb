import Foundation
import PeriluneCore
import Testing

@testable import CRMPlugin

struct CRMConfigurationTests {
    private func read(_ json: String) throws(PeriluneError) -> CRM.Organization {
        let configuration = try CRMConfiguration(
            json: Array(#"{"organizations":[\#(json)]}"#.utf8))
        return configuration.organizations[0]
    }

    /// A file with a secret in it, gone with the closure.
    private func withSecret(_ text: String, _ body: (String) throws -> Void) throws {
        let path = NSTemporaryDirectory() + "secret-\(UUID())"
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        try body(path)
    }

    @Test func readsAConnection() throws {
        try withSecret("hunter2\n") { path in
            let organization = try read(
                #"{"name":"a","url":"https://x","transport":"soap","timeout":7,"concurrency":3,"auth":{"grant":"client-credentials","client":"c","secret":"file:\#(path)","version":"v1"}}"#
            )
            let connection = organization.connection
            #expect(connection?.transport == .soap)
            #expect(connection?.timeout == .seconds(7))
            #expect(connection?.concurrency == 3)
            #expect(connection?.authentication?.version == .v1)
            #expect(
                connection?.authentication?.grant == .clientCredentials(secret: Secret("hunter2")))
            #expect(organization.webhooks == nil)
            #expect(!"\(organization)".contains("hunter2"))
        }
    }

    @Test func readsTheAuthenticationOfWebhooks() throws {
        try withSecret("k\r\n") { path in
            let organization = try read(
                #"{"name":"a","webhooks":{"headers":{"X-Key":"file:\#(path)"}}}"#)
            #expect(organization.webhooks?.authentication == .headers([.init("X-Key", "k")]))
            #expect(organization.connection == nil)
        }
    }

    @Test(arguments: [
        (#"{"nam":"a"}"#, "organizations[0].nam is not a setting"),
        (#"{"name":"a","urll":"x"}"#, "organizations[0].urll is not a setting"),
        (
            #"{"name":"a","url":"ftp://x"}"#,
            "organization 'a': organizations[0].url must begin with https:// or http://"
        ),
        (
            #"{"name":"a","url":"http://x","transport":"rest"}"#,
            "organization 'a': organizations[0].transport must be one of odata, soap, webapi"
        ),
        (
            #"{"name":"a","url":"http://x","timeout":0}"#,
            "organization 'a': organizations[0].timeout must be an integer from 1 to 3600"
        ),
        (
            #"{"name":"a","webhooks":[]}"#,
            "organization 'a': organizations[0].webhooks must be an object"
        ),
        (
            #"{"name":"a","webhooks":{"key":"abc"}}"#,
            "organization 'a': organizations[0].webhooks.key: the configuration contains a secret; it must contain a reference to one"
        ),
        (
            #"{"name":"a","webhooks":{"key":"env:PERILUNE_NO_SUCH"}}"#,
            "organization 'a': organizations[0].webhooks.key: the environment variable PERILUNE_NO_SUCH is not set, or is empty"
        ),
        (
            #"{"name":"a","webhooks":{"key":"file:/no/such"}}"#,
            "organization 'a': organizations[0].webhooks.key: the secret file /no/such does not exist"
        ),
        (
            #"{"name":"a","url":"http://x","auth":{"grant":"password","client":"c"}}"#,
            "organization 'a': organizations[0].auth.user is missing"
        ),
        (#"{"name":"a"},{"name":"a"}"#, "duplicate organization 'a'"),
    ])
    func saysWhatIsWrong(_ json: String, _ message: String) {
        let error = #expect(throws: PeriluneError.self) { try read(json) }
        #expect(error?.message == message)
        #expect(error?.code == "crm.configuration")
    }

    @Test func aFileWithoutOrganizationsSaysWhatToWrite() {
        let error = #expect(throws: PeriluneError.self) {
            try CRMConfiguration(json: Array("{}".utf8))
        }
        #expect(error?.message == "no organizations are configured")
        #expect(error?.hint?.contains(#"{"organizations": [{"name""#) == true)
    }

    @Test func namesTheFile() {
        let error = #expect(throws: PeriluneError.self) {
            try CRMConfiguration(file: "/no/such.json")
        }
        #expect(error?.message == "file not found: /no/such.json")
    }

    @Test func showsNoSecret() {
        let secret = Secret("hunter2")
        var dumped = ""
        dump(["x": secret], to: &dumped)
        for text in ["\(secret)", String(reflecting: secret), String(describing: [secret]), dumped]
        {
            #expect(!text.contains("hunter2"))
        }
        #expect(secret.reveal() == "hunter2")
    }
}
