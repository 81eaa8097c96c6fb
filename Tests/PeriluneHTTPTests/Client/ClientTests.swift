import Foundation
import PeriluneCore
import PeriluneHTTP
import Testing

struct ClientTests {
    @Test func readsAnAnswer() async throws {
        let server = RawServer(
            answering: "HTTP/1.1 100 Continue\r\nX-Early: 1\r\n\r\n"
                + "HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\nX-Two:  b \r\nx-two: c\r\n\r\nno")
        let answer = try await HTTPClient().send(HTTPClientRequest("GET", server.url))
        #expect(answer.status == 404)
        #expect(answer.headers.all("X-Two") == ["b", "c"])
        #expect(answer.headers["x-early"] == nil)
        #expect(answer.body == Array("no".utf8))
    }

    @Test func doesNotFollowRedirects() async throws {
        let server = RawServer(
            answering: "HTTP/1.1 302 Found\r\nLocation: /other\r\nContent-Length: 0\r\n\r\n")
        let answer = try await HTTPClient().send(HTTPClientRequest("GET", server.url))
        #expect(answer.status == 302)
        #expect(answer.headers["location"] == "/other")
    }

    @Test func decompressesAnAnswer() async throws {
        // gzip -9 of five words
        let packed = try #require(
            Base64.decode("H4sIAAAAAAACA8tIzcnJV8jATnIBAGgCMWYeAAAA"))
        let server = try HTTPServer(
            handler: ClosureHandler { request, respond in
                let accepts = request.headers["accept-encoding"]?.contains("gzip") == true
                respond(
                    HTTPResponse(
                        accepts ? 200 : 406, headers: [("Content-Encoding", "gzip")], body: packed))
            })
        let answer = try await HTTPClient().send(
            HTTPClientRequest("GET", "http://127.0.0.1:\(server.port)/"))
        #expect(answer.status == 200)
        #expect(String(decoding: answer.body, as: UTF8.self) == "hello hello hello hello hello\n")
        #expect(answer.headers["content-encoding"] == nil)
    }

    @Test(arguments: ["GET", "POST", "PUT", "PATCH", "MERGE", "DELETE"])
    func sendsAnyMethodWithOrWithoutABody(_ method: String) async throws {
        let server = try HTTPServer(handler: EchoHandler())
        let client = try HTTPClient()
        for body in [[], Array("abc".utf8), Array("a\0b".utf8)] {
            let answer = try await client.send(
                HTTPClientRequest(method, "http://127.0.0.1:\(server.port)/x", body: body))
            #expect(
                String(decoding: answer.body, as: UTF8.self) == "{\(method) /x - \(body.count)}")
        }
    }

    @Test func sendsOnlyRequestedHeaders() async throws {
        let server = try HTTPServer(
            handler: ClosureHandler { request, respond in
                let names = request.headers.fields.map { $0.name.lowercased() }
                respond(HTTPResponse(200, "text/plain", names.sorted().joined(separator: " ")))
            })
        let answer = try await HTTPClient().send(
            HTTPClientRequest(
                "POST", "http://127.0.0.1:\(server.port)/", headers: [("X-Empty", "")],
                body: Array(repeating: 1, count: 1 << 20)))
        #expect(
            String(decoding: answer.body, as: UTF8.self)
                == "accept accept-encoding content-length host user-agent x-empty")
    }

    @Test func reusesItsConnections() async throws {
        let server = try HTTPServer(handler: EchoHandler())
        let client = try HTTPClient()
        for _ in 0..<50 {
            _ = try await client.send(HTTPClientRequest("GET", "http://127.0.0.1:\(server.port)/"))
        }
        #expect(server.acceptedConnections == 1)
        #expect(server.requests == 50)
    }

    @Test func carriesFiveHundredRequestsAtOnce() async throws {
        let handler = WaitingHandler()
        let server = try HTTPServer(handler: handler)
        let client = try HTTPClient(HTTPClientOptions(connectionsPerHost: 500))
        let answers = (0..<500).map { _ in
            Task {
                try await client.send(HTTPClientRequest("GET", "http://127.0.0.1:\(server.port)/"))
            }
        }
        await handler.waitUntil(500)
        handler.answerAll(HTTPResponse(200))
        for answer in answers { #expect(try await answer.value.status == 200) }
        #expect(server.acceptedConnections == 500)
    }

    @Test func sharesAsManyConnectionsAsAllowed() async throws {
        let server = try HTTPServer(handler: EchoHandler())
        let client = try HTTPClient(HTTPClientOptions(connectionsPerHost: 4))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<300 {
                group.addTask {
                    let url = "http://127.0.0.1:\(server.port)/"
                    let answer = try await client.send(HTTPClientRequest("GET", url))
                    #expect(answer.status == 200)
                }
            }
            try await group.waitForAll()
        }
        #expect(server.acceptedConnections <= 4)
    }

    @Test func keepsTheLastIdleConnectionsOnly() async throws {
        let client = try HTTPClient(HTTPClientOptions(idleConnections: 1))
        let servers = try (0..<2).map { _ in try HTTPServer(handler: EchoHandler()) }
        for server in [servers[0], servers[0], servers[1], servers[0]] {
            let url = "http://127.0.0.1:\(server.port)/"
            #expect(try await client.send(HTTPClientRequest("GET", url)).status == 200)
            // libcurl compares how long connections have been idle, in milliseconds.
            try await Task.sleep(for: .milliseconds(5))
        }
        #expect(servers.map(\.acceptedConnections) == [2, 1])
    }
}
