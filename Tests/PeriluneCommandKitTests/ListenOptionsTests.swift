import Arguments
import PeriluneCommandKit
import Testing

/// Where commands listen, and whom they answer.
struct ListenOptionsTests {
    @Test(arguments: [
        ("127.0.0.1:80", "127.0.0.1", 80), ("localhost:8080", "127.0.0.1", 8080),
        (":9000", "0.0.0.0", 9000), ("*:9000", "0.0.0.0", 9000), ("[::1]:80", "::1", 80),
        ("::1:80", "::1", 80), ("[::1:80", "[::1", 80), ("a.example:0", "a.example", 0),
        ("a:65535", "a", 65535),
    ])
    func aPlaceHasAHostAndAPort(_ text: String, _ host: String, _ port: UInt16) throws {
        let address = try ListenOptions.address(text, program: "p")
        #expect(address.0 == host)
        #expect(address.1 == port)
    }

    @Test(arguments: ["8080", "a:", "a:http", "a:65536", "a:-1", "[::1]"])
    func aPlaceWithoutAPortIsRefused(_ text: String) throws {
        let error = #expect(throws: UsageError.self) {
            try ListenOptions.address(text, program: "p")
        }
        #expect(
            error?.message
                == "--listen must be HOST:PORT with a port from 0 to 65535, not '\(text)'")
    }

    @Test(arguments: ["a.example", "*.example", "*", "::1", "127.0.0.1"])
    func aHostIsAName(_ host: String) throws {
        try ListenOptions.check(hosts: [host], origins: [], program: "p")
    }

    /// A star elsewhere would never match a name.
    @Test(arguments: [
        "", "http://a.example", "a.example/b", "a.*.example", "*.*", "**.example", "a*.example",
        "*a",
        "*.",
    ])
    func aHostWithASchemeAPathOrAnotherStarIsRefused(_ host: String) {
        #expect(throws: UsageError.self) {
            try ListenOptions.check(hosts: ["a.example", host], origins: [], program: "p")
        }
    }

    @Test(arguments: ["null", "https://a.example", "http://localhost:3000"])
    func anOriginIsASchemeAndAHost(_ origin: String) throws {
        try ListenOptions.check(hosts: [], origins: [origin], program: "p")
    }

    @Test(arguments: [
        "", "*", "a.example", "https://", "https:/a.example", "https//a.example", "https:///a",
        "https://a.example/", "https://a.example/b", "https:a/b",
    ])
    func anOriginWithAPathOrWithoutASchemeIsRefused(_ origin: String) {
        #expect(throws: UsageError.self) {
            try ListenOptions.check(hosts: [], origins: ["null", origin], program: "p")
        }
    }
}
