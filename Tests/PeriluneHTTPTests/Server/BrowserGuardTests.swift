import PeriluneCore
import PeriluneHTTP
import Testing

struct BrowserGuardTests {
    private let guardian = BrowserGuard(
        hosts: ["events.example.com", "*.internal"],
        origins: ["https://App.example.com:443", "http://localhost:3000"])

    private func code(
        _ host: String?, _ origin: String? = nil, method: String = "POST", isOpen: Bool = true
    ) -> String? {
        var request = HTTPRequest(method: method, path: "/events")
        if let host { request.headers.add("Host", host) }
        if let origin { request.headers.add("Origin", origin) }
        do throws(PeriluneError) {
            try guardian.check(request, isOpen: isOpen)
            return nil
        } catch {
            return error.code.rawValue
        }
    }

    @Test(arguments: [
        nil, "localhost", "LOCALHOST:8080", "localhost.", "a.localhost:1", "127.0.0.1",
        "127.0.0.1:8080", "10.1.2.3:80", "[::1]:8080", "[::1]", "Events.Example.com:443",
        "a.internal",
    ])
    func acceptsItsOwnHostNames(host: String?) { #expect(code(host) == nil) }

    @Test(arguments: [
        "evil.example", "evil.example:8080", "localhost.evil.example", "127.0.0.1.evil.example",
        "internal", "example.com", "events.example.com.evil.example",
        "[::1].evil.example", "[::1", "[::1]evil.example",
    ])
    func refusesOtherHostNames(host: String) {
        #expect(code(host) == "http.host")
        #expect(code(host, method: "GET") == "http.host")
        // A page that uses DNS rebinding does not have the credentials.
        #expect(code(host, isOpen: false) == nil)
    }

    @Test(arguments: [
        ("127.0.0.1:8080", "http://127.0.0.1:8080"), ("localhost", "http://localhost"),
        ("localhost:80", "http://localhost"), ("events.example.com", "https://events.example.com"),
        ("localhost:8080", "http://localhost:3000"), ("localhost", "https://app.example.com"),
    ])
    func acceptsItsOwnAndAllowedOrigins(host: String, origin: String) {
        #expect(code(host, origin) == nil)
    }

    @Test(arguments: [
        "https://evil.example", "null", "", "http://localhost:8081", "http://127.0.0.1:8080",
        "file://", "https://app.example.com.evil.example",
    ])
    func refusesOtherOrigins(origin: String) {
        #expect(code("localhost:8080", origin) == "http.origin")
        #expect(code("localhost:8080", origin, isOpen: false) == "http.origin")
        #expect(code("localhost:8080", origin, method: "GET") == nil)
    }

    @Test func shortensALongNameInTheError() throws {
        var request = HTTPRequest(method: "POST", path: "/events")
        request.headers.add("Host", String(repeating: "x", count: 5000))
        let error = #expect(throws: PeriluneError.self) {
            try guardian.check(request, isOpen: true)
        }
        #expect((error?.message.count ?? .max) < 300)
    }

    @Test func refusesAnotherHostAfterAKnownOne() {
        #expect(code("events.example.com") == nil)
        #expect(code("evil.example") == "http.host")
        #expect(code("events.example.com") == nil)
        #expect(code("evil.example") == "http.host")
    }
}
