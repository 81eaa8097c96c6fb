import Foundation
import PeriluneCore
import Testing

@testable import Perilune

/// Which senders are accepted, and which compressed bodies.
struct SenderTests {
    private let event = #"{"specversion":"1.0","id":"1","source":"/s","type":"t"}"#
    private let compressed =
        "H4sIAAAAAAACA6tWKi5ITS5LLSrOzM9TslIy1DNQ0lHKTAExgYzi/NKi5FQgR78YyCupLACxS5RqAeJ73IM3AAAA"

    private struct Hooks: Plugin {
        var name: String { "hooks" }

        func register(in registry: inout Registry) throws(PeriluneError) {
            for (path, authenticationHint) in [("/open", "add a key"), ("/keyed", nil)] {
                try registry.add(
                    HTTPSource(path: path, authenticationHint: authenticationHint) {
                        (request) throws(PeriluneError) in
                        .init([Event(id: path, source: "hook", type: "test.hook")])
                    })
            }
        }
    }

    /// A source that refuses heads without a header.
    private struct Signed: Plugin {
        var name: String { "signed" }

        func register(in registry: inout Registry) throws(PeriluneError) {
            var source = HTTPSource(path: "/signed") { (request) throws(PeriluneError) in
                .init([Event(id: "1", source: "signed", type: "test.signed")])
            }
            source.checkHead = { (request) throws(PeriluneError) in
                guard request.headers["x-signature"] == nil else { return }
                throw PeriluneError("http.unauthorized", "the header is missing")
            }
            try registry.add(source)
        }
    }

    private func door(_ change: (inout IntakeOptions) -> Void = { _ in }) throws -> Door {
        try Door(durable: false, change: change) { Hooks() }
    }

    private func post(
        _ door: Door, _ path: String = "/events", _ headers: [(String, String)]
    ) async -> HTTPResponse {
        await door.post(event, "application/cloudevents+json", headers, to: path)
    }

    @Test func requestsFromAnotherOriginAreRefused() async throws {
        let door = try door { $0.origins = ["https://app.example"] }
        let foreign = ("Origin", "https://evil.example")
        for path in ["/events", "/open", "/keyed"] {
            let answer = await post(door, path, [("Host", "localhost"), foreign])
            #expect(answer.status == 403)
            #expect(answer.errorCode == "http.origin")
        }
        #expect(await post(door, "/open", [("Origin", "https://app.example")]).status == 202)
        door.remove()
    }

    @Test func aBodyIsNotReceivedWithoutTheToken() async throws {
        let door = try door { $0.token = Array("0123456789abcdef".utf8) }
        func refusal(_ path: String, _ headers: HTTPHeaders = HTTPHeaders()) -> Int? {
            let request = HTTPRequest(method: "POST", path: path, headers: headers)
            return door.intake.refusal(beforeBodyOf: request)?.status
        }
        #expect(refusal("/events") == 401)
        #expect(refusal("/events", [("Authorization", "Bearer 0123456789abcdef")]) == nil)
        // Its senders sign what they send.
        #expect(refusal("/keyed") == nil)
        door.remove()
    }

    @Test func aBodyIsNotReceivedIfTheSourceRefusesItsHead() async throws {
        let door = try Door(durable: false) { Signed() }
        func refusal(_ method: String, _ headers: HTTPHeaders) -> HTTPResponse? {
            door.intake.refusal(
                beforeBodyOf: HTTPRequest(method: method, path: "/signed", headers: headers))
        }
        let refused = refusal("POST", [])
        #expect(refused?.status == 401)
        #expect(refused?.errorCode == "http.unauthorized")
        #expect(refusal("POST", [("X-Signature", "any")]) == nil)
        #expect(refusal("GET", [("X-Signature", "any")])?.status == 405)
        // Only `decode` decides on a request with a body.
        #expect(await post(door, "/signed", []).status == 202)
        door.remove()
    }

    @Test func aReboundHostNameIsRefusedWithoutAToken() async throws {
        let door = try door { $0.hosts = ["events.example"] }
        let rebound = [("Host", "evil.example"), ("Origin", "http://evil.example")]
        let answer = await post(door, "/events", rebound)
        #expect(answer.status == 421)
        #expect(answer.errorCode == "http.host")
        #expect(await post(door, "/open", rebound).status == 421)
        #expect(await post(door, "/keyed", rebound).status == 202)
        #expect(await post(door, "/open", [("Host", "events.example")]).status == 202)
        door.remove()
    }

    @Test func anyHostNameIsAcceptedWithAToken() async throws {
        let door = try door { $0.token = Array("0123456789abcdef".utf8) }
        let token = ("Authorization", "Bearer 0123456789abcdef")
        #expect(await post(door, "/events", [("Host", "any.example"), token]).status == 202)
        #expect(await post(door, "/events", [("Host", "any.example")]).status == 401)
        door.remove()
    }

    @Test(arguments: ["/livez", "/readyz", "/metrics"])
    func probesAcceptAnyHostName(path: String) async throws {
        let door = try door()
        let request = HTTPRequest(method: "GET", path: path, headers: [("Host", "any.example")])
        #expect(await door.ask(request).status == 200)
        door.remove()
    }

    @Test func detailsNeedAKnownHostName() async throws {
        let door = try door()
        let request = HTTPRequest(
            method: "GET", path: "/readyz", query: "verbose", headers: [("Host", "any.example")])
        #expect(await door.ask(request).status == 421)
        door.remove()
    }

    @Test func compressedEventsAreAccepted() async throws {
        let door = try door { $0.bodyLimit = 100 }
        let body = Array(try #require(Data(base64Encoded: compressed)))
        func answer(_ coding: String, _ path: String = "/events") async -> HTTPResponse {
            await door.ask(
                HTTPRequest(
                    method: "POST", path: path,
                    headers: [
                        ("Content-Type", "application/cloudevents+json"),
                        ("Content-Encoding", coding),
                    ], body: body))
        }
        #expect(await answer("gzip").status == 202)
        #expect(await answer("gzip", "/open").status == 202)
        #expect(await answer("deflate").status == 400)
        let unknown = await answer("br")
        #expect(unknown.status == 415)
        #expect(unknown.errorCode == "http.encoding")
        door.remove()
    }

    @Test func aBodyMayNotGrowBeyondItsLimit() async throws {
        let zeros =
            "KLUv/QRoTAAACAABAPz/ORACAgAQAAIAEAACABAAAgAQAAIAEAACABAAAgAQAAIAEAACABAAAgAQAAIAEAACABAAAgAQAAIAEAACABAAAgAQAAIAEAACABAAAgAQAAIAEAACABAAAgAQAAMAEABytDLk"
        let door = try door { $0.bodyLimit = 1000 }
        var request = HTTPRequest(method: "POST", path: "/events")
        request.headers["Content-Encoding"] = "zstd"
        request.body = Array(try #require(Data(base64Encoded: zeros)))
        #expect(await door.ask(request).status == 413)
        door.remove()
    }
}
