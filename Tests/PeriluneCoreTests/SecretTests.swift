import PeriluneCore
import Testing

/// A secret is shown nowhere, whatever a log line or an error does with it.
struct SecretTests {
    private struct Connection {
        var name = "dev"
        var key: Secret = "hunter2"
        var optional: Secret? = "hunter2"
    }

    @Test func isMaskedInTexts() {
        let secret = Secret("hunter2")
        #expect(secret.reveal() == "hunter2")
        #expect("\(secret)" == "****")
        #expect(String(reflecting: secret) == "****")
        #expect(String(describing: [secret: [secret]]) == "[****: [****]]")
    }

    @Test func isMaskedInTypesThatContainIt() {
        #expect(!"\(Connection())".contains("hunter2"))
        #expect(!String(reflecting: Connection()).contains("hunter2"))
    }

    @Test func isMaskedInDumps() {
        var text = ""
        dump(Connection(), to: &text)
        #expect(text.contains("dev"))
        #expect(!text.contains("hunter2"))
        #expect(Mirror(reflecting: Secret("hunter2")).children.isEmpty)
    }
}
