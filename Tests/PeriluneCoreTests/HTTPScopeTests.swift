import PeriluneCore
import Testing

struct HTTPScopeTests {
    @Test(arguments: [
        ("api.example.com", "GET api.example.com"),
        ("get,POST Api.Example.com:443", "POST api.example.com"),
        ("*.example.com", "GET a.b.example.com"), ("*.example.com:8443", "GET a.example.com:8443"),
        ("http://127.0.0.1:8080", "GET http://127.0.0.1:8080"),
        ("http://[::1]", "GET http://[0:0::1]:80"), ("GET,PUT a.example", "GET,PUT a.example"),
    ])
    func covers(_ granted: String, _ wanted: String) throws {
        #expect(try HTTPScope(granted).covers(HTTPScope(wanted)))
        #expect(Grants(["http": [granted]]).allows(.http, scope: wanted))
    }

    @Test(arguments: [
        ("GET api.example.com", "POST api.example.com"), ("GET api.example.com", "api.example.com"),
        ("api.example.com", "GET http://api.example.com"),
        ("api.example.com", "GET api.example.com:8443"), ("example.com", "GET api.example.com"),
        ("*.example.com", "GET example.com"), ("*.example.com", "GET badexample.com"),
        ("a.example.com", "*.example.com"), ("http://127.0.0.1:8080", "GET http://127.0.0.1:80"),
    ])
    func doesNotCover(_ granted: String, _ wanted: String) throws {
        #expect(try !HTTPScope(granted).covers(HTTPScope(wanted)))
        #expect(!Grants(["http": [granted]]).allows(.http, scope: wanted))
    }

    @Test(arguments: [
        "", "https://a/b", "a b c", "GET, a.example", "a@b", "*.1.2.3.4", "a.example:", "a..b",
        "127.1",
        "*", "[::1", "[::1]x", "a.example.", "ä.example",
    ])
    func refusesInvalidScopes(_ text: String) {
        #expect(throws: PeriluneError.self) { try HTTPScope(text) }
    }

    @Test func isWrittenInCanonicalForm() throws {
        #expect(
            try HTTPScope("get,Post http://*.Example.com:80").description
                == "GET,POST http://*.example.com")
        #expect(try HTTPScope("https://[::1]:443").description == "[::1]")
    }
}
