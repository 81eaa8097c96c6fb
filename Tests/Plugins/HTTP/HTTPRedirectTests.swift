import PeriluneCore
import PeriluneHTTP
import Testing

@testable import HTTPPlugin

struct HTTPRedirectTests {
    /// Redirects `/to` with a status, and answers everything else with the method.
    private func lab(_ status: Int, to place: String) throws -> HTTPLab {
        try HTTPLab { request in
            request.path == "/to"
                ? HTTPResponse(status, headers: [("Location", place)])
                : HTTPResponse(200, body: Array(request.method.utf8))
        }
    }

    @Test(arguments: ["/there", "there", "?x=1", "http:there"])
    func aGetIsFollowed(_ place: String) async throws {
        let lab = try lab(302, to: place)
        let error = try await lab.error("commander:emit(http.get('URL/to').body)")
        if place == "?x=1" {
            #expect(error?.code == "http.redirect")
        } else if place == "http:there" {
            #expect(error?.code == "http.request")
        } else {
            #expect(error == nil)
            #expect(lab.received.map(\.path) == ["/to", "/there"])
        }
    }

    @Test(arguments: [
        "http://169.254.169.254/latest/meta-data/", "http://127.0.0.1:1/", "https://evil.example/",
        "//evil.example/",
    ])
    func isNotFollowedBeyondTheGrant(_ place: String) async throws {
        let lab = try lab(307, to: place)
        let error = try await lab.error("http.get('URL/to')")
        #expect(error?.code == "script.grant", "\(error?.message ?? "")")
        #expect(lab.received.count == 1)
    }

    @Test func isNotFollowedToAPrivateAddressEvenIfAllHostsAreGranted() async throws {
        let lab = try lab(302, to: "http://169.254.169.254/latest/meta-data/")
        let range = try #require(AddressRange("127.0.0.1"))
        let configuration = HTTPConfiguration(
            timeout: .seconds(2), hosts: [try .init(lab.origin, addresses: [range])])
        let all = try await lab.error("http.get('URL/to')", grants: [], configuration)
        #expect(all?.code == "http.address")
    }

    @Test(arguments: [
        (301, ["POST"]), (302, ["POST"]), (303, ["POST", "GET"]), (307, ["POST", "POST"]),
    ])
    func aPostIsRedirectedOnlyIfTheServerDidNotProcessIt(
        _ status: Int, _ methods: [String]
    ) async throws {
        let lab = try lab(status, to: "/there")
        let text = try await lab.emitted("commander:emit(http.post('URL/to', 'x').status)")
        #expect(text == (methods.count == 1 ? "\(status)" : "200"))
        #expect(lab.received.map(\.method) == methods)
        #expect(lab.received.last?.body.isEmpty == (status == 303))
    }

    @Test func tooManyRedirectsAreAnError() async throws {
        let lab = try HTTPLab { _ in HTTPResponse(302, headers: [("Location", "/to")]) }
        #expect(try await lab.error("http.get('URL/to')")?.code == "http.redirect")
        #expect(lab.received.count == 6)
    }

    @Test func anotherOriginGetsNoHeaderThatCouldBeSecret() async throws {
        let other = try HTTPLab()
        let lab = try lab(302, to: "\(other.origin)/")
        let configuration = HTTPConfiguration(
            hosts: [try .init(lab.origin, headers: [("X-Key", "configured")])])
        _ = try await lab.emitted(
            "http.get('URL/to', { headers = { Authorization = 'a', ['X-Token'] = 'b', Accept = 'c' } })",
            grants: [lab.origin, other.origin], configuration)
        #expect(lab.received.first?.headers["X-Key"] == "configured")
        let request = try #require(other.received.first)
        #expect(request.headers["Accept"] == "c")
        for name in ["Authorization", "X-Token", "X-Key"] { #expect(request.headers[name] == nil) }
    }
}
