import Perilune
import PeriluneCore
import PeriluneHTTP
import Testing

@testable import HTTPPlugin

struct HTTPGrantTests {
    @Test func withoutGrantsNothingIsReached() async throws {
        let lab = try HTTPLab()
        let body = "http.get('\(lab.origin)/')"
        for isDryRun in [false, true] {
            var options = HostOptions()
            options.isDryRun = isDryRun
            let error = try await HTTPLab.run(body, grants: .all, options: options).records[0].error
            #expect(error?.code == "script.grant")
            #expect(
                error?.hint
                    == "add to perilune.lua: grants = { http = { \"GET \(lab.origin)\" } }, with the other grants that its scripts need"
            )
        }
        #expect(lab.received.isEmpty)
    }

    @Test func theErrorNamesTheLineToChange() async throws {
        let place = PeriluneError.Place(file: "perilune.lua", line: 3)
        let grants = Grants(["http": ["GET api.example.com"]], at: place)
        let error = try await HTTPLab.run(
            "http.post('https://api.example.com/x', 'y')", grants: grants
        )
        .records[0].error
        #expect(
            error?.message
                == "http.post requires the grant 'http' for 'POST api.example.com', which rule.lua does not have"
        )
        #expect(
            error?.hint
                == "perilune.lua:3 grants http for GET api.example.com; add \"POST api.example.com\" to them"
        )
        #expect(error?.place.line == 2)
    }

    @Test func methodsAreGrantedOneByOne() async throws {
        let lab = try HTTPLab()
        let grants = ["GET,PUT \(lab.origin)"]
        #expect(try await lab.error("http.get('URL/')", grants: grants) == nil)
        #expect(
            try await lab.error("http.request { method = 'PUT', url = 'URL/' }", grants: grants)
                == nil)
        #expect(
            try await lab.error("http.post('URL/', '')", grants: grants)?.code == "script.grant")
        #expect(lab.received.map(\.method) == ["GET", "PUT"])
    }

    @Test func thisMachineIsReachedOnlyByName() async throws {
        let lab = try HTTPLab()
        #expect(try await lab.error("http.get('URL/')", grants: [])?.code == "http.address")
        #expect(
            try await lab.error("http.get('http://localhost:\(lab.port)/')", grants: [])?.code
                == "http.address")
        #expect(
            try await lab.error(
                "http.get('http://localhost:\(lab.port)/')",
                grants: ["http://localhost:\(lab.port)"])
                == nil)
        #expect(lab.received.count == 1)
    }

    /// A connection to a host stays open for the next request, whoever sends it.
    @Test func aConnectionOfAnotherScriptDoesNotBypassGrants() async throws {
        let lab = try HTTPLab()
        let url = "http://localhost:\(lab.port)/"
        let plugin = HTTP()
        func script(_ name: String, _ grants: [String]) -> Script {
            var script = Script(
                name: name,
                source: """
                    local http = require "http"
                    return { on = "\(name)", execute = function() http.get("\(url)") end }
                    """)
            script.grants = Grants(["http": grants])
            return script
        }
        let (one, two) = (script("named", ["http://localhost:\(lab.port)"]), script("any", []))
        let host = try await Perilune.Host {
            plugin
            one
            two
        }
        let first = try await host.process(Event(id: "1", source: "s", type: "named"))
        #expect(first.error == nil)
        let second = try await host.process(Event(id: "2", source: "s", type: "any"))
        #expect(second.error?.code == "http.address")
        #expect(lab.received.count == 1)
    }

    /// The name server is the attacker's: it answers with an address of this machine, alone or after another.
    @Test(arguments: ["127.0.0.1", "127.0.0.1,169.254.169.254", "::1", "10.0.0.1,127.0.0.1"])
    func aNameThatResolvesToThisMachineIsRefused(_ addresses: String) async throws {
        let lab = try HTTPLab()
        var configuration = HTTPConfiguration()
        configuration.resolved = ["rebound.example.com:\(lab.port):\(addresses)"]
        let origin = "http://rebound.example.com:\(lab.port)"
        let error = try await lab.error("http.get('\(origin)/')", grants: [origin], configuration)
        #expect(error?.code == "http.address", "\(error?.message ?? "")")
        #expect(error?.hint?.contains("{ host = \"\(origin)\", addresses = ") == true)
        // A request of another test may be for the server that had the port before.
        #expect(!lab.received.contains { $0.headers["Host"]?.hasPrefix("rebound") == true })
    }

    @Test func aNameMayResolveToANetworkOfTheConfiguration() async throws {
        let lab = try HTTPLab()
        let origin = "http://inventory.example.com:\(lab.port)"
        let range = try #require(AddressRange("127.0.0.0/8"))
        var configuration = HTTPConfiguration(hosts: [try .init(origin, addresses: [range])])
        configuration.resolved = ["inventory.example.com:\(lab.port):127.0.0.1"]
        #expect(
            try await lab.error("http.get('\(origin)/')", grants: [origin], configuration) == nil)
        #expect(lab.received.count == 1)
    }

    @Test(arguments: [
        "http://2130706433/", "http://0x7f000001/", "http://0177.0.0.1/", "http://127.1/",
        "http://user:secret@api.example.com/", "http://api.example.com@evil.example/",
        "http://api.example.com%2eevil.example/", "file:///etc/passwd", "gopher://api.example.com/",
        "http://api.example.com\\\\@evil.example/", "http://api.example.com/\\r\\nX: y",
        "http:///x",
        "http://[::1%25lo]/", "http://api.example.com:0/", "http://api.example.com./",
        "//api.example.com/", "http://ａpi.example.com/",
    ])
    func aURLThatCouldBeReadInTwoWaysIsRefused(_ url: String) async throws {
        let lab = try HTTPLab()
        let error = try await lab.error("http.get(\"\(url)\")", grants: [])
        #expect(error?.code == "http.request", "\(error?.message ?? "")")
        #expect(error?.message.contains("secret") == false)
    }

    @Test(arguments: [
        "[::ffff:127.0.0.1]", "[::1]", "0.0.0.0", "[::]", "169.254.169.254", "10.1.2.3",
    ])
    func anAddressForSpecialPurposesIsRefused(_ host: String) async throws {
        let lab = try HTTPLab()
        let error = try await lab.error("http.get('http://\(host):\(lab.port)/')", grants: [])
        #expect(error?.code == "http.address", "\(error?.message ?? "")")
        #expect(lab.received.isEmpty)
    }

    @Test(arguments: [
        "{ ['X-A'] = 'a\\r\\nX-B: b' }", "{ ['X-A\\r\\nX-B'] = 'b' }", "{ ['X A'] = 'b' }",
        "{ Host = 'evil.example' }", "{ ['content-length'] = '0' }",
        "{ ['Transfer-Encoding'] = 'chunked' }",
        "{ Connection = 'close' }", "{ ['Proxy-Authorization'] = 'x' }", "{ ['X-A'] = {} }",
    ])
    func aHeaderThatAScriptMustNotSetIsRefused(_ headers: String) async throws {
        let lab = try HTTPLab()
        let error = try await lab.error("http.get('URL/', { headers = \(headers) })")
        #expect(error?.code == "http.option", "\(error?.message ?? "")")
        #expect(lab.received.isEmpty)
    }
}
