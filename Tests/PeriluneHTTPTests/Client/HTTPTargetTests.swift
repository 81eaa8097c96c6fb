import PeriluneCore
import Testing

@testable import PeriluneHTTP

struct HTTPTargetTests {
    @Test(arguments: [
        ("https://API.example.com", "https://api.example.com/"),
        ("HTTPS://api.example.com:443/a?b#c", "https://api.example.com/a?b"),
        ("http://api.example.com:80?q", "http://api.example.com/?q"),
        ("https://api.example.com:8443/", "https://api.example.com:8443/"),
        ("http://[::0001]:8080/x", "http://[::1]:8080/x"),
        ("http://127.0.0.1/", "http://127.0.0.1/"),
    ])
    func urlsAreNormalized(_ text: String, _ url: String) throws {
        #expect(try HTTPTarget(text).url == url)
    }

    @Test(arguments: [
        ("b", "https://a.example/x/b"), ("/b?c", "https://a.example/b?c"),
        ("?c", "https://a.example/x/y?c"), ("#d", "https://a.example/x/y?q"),
        ("//b.example", "https://b.example/"), ("http://b.example/z", "http://b.example/z"),
    ])
    func aLocationIsResolved(_ location: String, _ url: String) throws {
        #expect(try HTTPTarget("https://a.example/x/y?q").resolving(location).url == url)
    }

    @Test(arguments: ["javascript:x", "ftp://b.example/", "//u@b.example/", "//127.1/", "/a b"])
    func anInvalidLocationIsAnError(_ location: String) throws {
        let target = try HTTPTarget("https://a.example/x/y?q")
        #expect(throws: PeriluneError.self) { try target.resolving(location) }
    }
}
