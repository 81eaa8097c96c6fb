import Foundation
import PeriluneCore
import PeriluneHTTP
import Synchronization
import Testing

struct ServerTests {
    private let client: HTTPClient

    init() throws { client = try HTTPClient(HTTPClientOptions(connectionsPerHost: 1000)) }

    private func url(_ server: HTTPServer, _ path: String = "/") -> String {
        "http://127.0.0.1:\(server.port)\(path)"
    }

    @Test func givesTheHandlerTheRequestAsSent() async throws {
        let seen = Mutex<HTTPRequest?>(nil)
        let server = try HTTPServer(
            handler: ClosureHandler { request, respond in
                seen.withLock { $0 = request }
                respond(HTTPResponse(204))
            })
        let answer = try await client.send(
            HTTPClientRequest(
                "MERGE", url(server, "/a%20b//c?x=%2F&y"),
                headers: [("X-One", "1"), ("x-two", "a, b "), ("X-One", "")],
                body: Array(repeating: 7, count: 200_000)))
        let request = try #require(seen.withLock { $0 })
        #expect(answer.status == 204)
        #expect(request.method == "MERGE")
        #expect(request.path == "/a%20b//c")
        #expect(request.query == "x=%2F&y")
        #expect(request.headers.all("x-one") == ["1", ""])
        #expect(request.headers["X-Two"] == "a, b")
        #expect(request.headers["content-length"] == "200000")
        #expect(request.body == Array(repeating: 7, count: 200_000))
    }

    @Test func sendsTheAnswerAsGiven() async throws {
        let body = (0..<300_000).map { UInt8(truncatingIfNeeded: $0) }
        let server = try HTTPServer(
            handler: ClosureHandler { _, respond in
                respond(
                    HTTPResponse(
                        418,
                        headers: [
                            ("Set-Cookie", "a=1"), ("Set-Cookie", "b=2"), ("Content-Length", "9"),
                        ], body: body))
            })
        let answer = try await client.send(HTTPClientRequest("GET", url(server)))
        #expect(answer.status == 418)
        #expect(answer.headers.all("set-cookie") == ["a=1", "b=2"])
        #expect(answer.headers.all("content-length") == ["300000"])
        #expect(answer.body == body)
    }

    @Test func anAnswerHasTheTimeAtWhichItIsSent() async throws {
        let server = try HTTPServer(handler: EchoHandler())
        // The clock of the server may be a tick behind.
        let before = Timestamp.now.microseconds / 1_000_000 - 1
        let answer = try await client.send(HTTPClientRequest("GET", url(server)))
        let after = Timestamp.now.microseconds / 1_000_000
        let dates = (before...after).map {
            HTTPDate.format(Timestamp(microseconds: $0 * 1_000_000))
        }
        #expect(dates.contains(answer.headers["date"] ?? ""))
    }

    @Test func answersHeadWithoutABody() async throws {
        let server = try HTTPServer(handler: EchoHandler())
        let answer = try await client.send(HTTPClientRequest("HEAD", url(server)))
        #expect(answer.status == 200)
        #expect(answer.headers["content-length"] == "12")
        #expect(answer.body.isEmpty)
    }

    @Test func answersFromAnotherThreadLater() async throws {
        let handler = WaitingHandler()
        let server = try HTTPServer(handler: handler)
        async let answer = client.send(HTTPClientRequest("GET", url(server)))
        await handler.waitUntil(1)
        handler.answerAll(HTTPResponse(202))
        #expect(try await answer.status == 202)
    }

    @Test func sendsOnlyTheFirstAnswer() async throws {
        let server = try HTTPServer(
            handler: ClosureHandler { _, respond in
                respond(HTTPResponse(200))
                respond(HTTPResponse(500))
            })
        for _ in 0..<3 {
            #expect(try await client.send(HTTPClientRequest("GET", url(server))).status == 200)
        }
    }

    @Test func answers500IfTheHandlerDropsARequest() async throws {
        let server = try HTTPServer(handler: ClosureHandler { _, _ in })
        let answer = try await client.send(HTTPClientRequest("GET", url(server)))
        #expect(answer.status == 500)
        #expect(String(decoding: answer.body, as: UTF8.self).contains("http.no-answer"))
    }

    @Test func answers500IfARequestIsDroppedLater() async throws {
        let server = try HTTPServer(
            handler: ClosureHandler { _, respond in
                Task {
                    try await Task.sleep(for: .milliseconds(20))
                    withExtendedLifetime(respond) {}
                }
            })
        #expect(try await client.send(HTTPClientRequest("GET", url(server))).status == 500)
    }

    @Test func answers503IfTheHandlerNeverAnswers() async throws {
        let handler = WaitingHandler()
        let server = try HTTPServer(
            HTTPServerOptions(deadlines: .init(answer: .milliseconds(50))), handler: handler)
        #expect(try await client.send(HTTPClientRequest("GET", url(server))).status == 503)
        handler.answerAll(HTTPResponse(200))
        #expect(server.openConnections == 1)
    }

    @Test func asksForABodyThatIsAllowed() async throws {
        let server = try HTTPServer(handler: EchoHandler())
        let answers = await blocking {
            let connection = RawConnection(port: server.port)
            connection.send(
                "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n")
            let first = connection.receive()
            connection.send("hi")
            return [first, connection.receive()]
        }
        #expect(answers[0] == "HTTP/1.1 100 Continue\r\n\r\n")
        #expect(answers[1]?.hasSuffix("{POST / - 2}") == true)
    }

    @Test func answersTooLargeDuringAnEndlessBody() async throws {
        let server = try HTTPServer(
            HTTPServerOptions(bodyLimit: { $0 == "/big" ? 1 << 20 : 1000 }), handler: EchoHandler())
        let (answer, sent) = await blocking {
            let connection = RawConnection(port: server.port)
            connection.send("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n")
            let chunk = "10000\r\n" + String(repeating: "x", count: 65536) + "\r\n"
            var sent = 0
            while sent < 1000, connection.send(chunk) { sent += 1 }
            return (connection.receive(), sent)
        }
        #expect(answer?.contains("413") == true)
        #expect(answer?.contains("the request body is larger than 1000 bytes") == true)
        #expect(sent < 1000)
    }

    @Test func countsRequestsThatItRefuses() async throws {
        let handler = CountingHandler()
        let server = try HTTPServer(
            HTTPServerOptions(bodyLimit: { _ in 1000 }), handler: handler)
        let answers = await blocking {
            ["POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1001\r\n\r\n", "nonsense\r\n\r\n"].map {
                let connection = RawConnection(port: server.port)
                connection.send($0)
                return connection.receive() ?? ""
            }
        }
        #expect(answers[0].contains(" 413 "))
        #expect(answers[1].contains(" 400 "))
        #expect(handler.refused == ["http.too-large", "http.bad-request"])
    }

    @Test func limitsConnections() async throws {
        let server = try HTTPServer(
            HTTPServerOptions(connections: 2), handler: EchoHandler())
        let answers = await blocking {
            let idle = [RawConnection(port: server.port), RawConnection(port: server.port)]
            for connection in idle {
                connection.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
                _ = connection.receive()
            }
            let third = RawConnection(port: server.port)
            third.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
            idle[0].stopSending()
            return RawConnection.firstLine(third.receive())
        }
        #expect(answers?.contains("200") == true)
    }

    @Test func saysWhyItCannotListen() throws {
        let server = try HTTPServer(handler: EchoHandler())
        let error = #expect(throws: PeriluneError.self) {
            _ = try HTTPServer(HTTPServerOptions(port: server.port), handler: EchoHandler())
        }
        #expect(error?.code == .httpListen)
        #expect(error?.message.contains("Address already in use") == true)
        #expect(throws: PeriluneError.self) {
            _ = try HTTPServer(HTTPServerOptions(address: "nowhere"), handler: EchoHandler())
        }
    }

    @Test func servesIPv6() async throws {
        guard
            let server = try? HTTPServer(HTTPServerOptions(address: "::1"), handler: EchoHandler())
        else { return }
        let request = HTTPClientRequest("GET", "http://[::1]:\(server.port)/")
        #expect(try await client.send(request).status == 200)
    }

    @Test func servesWithSeveralThreads() async throws {
        let server = try HTTPServer(HTTPServerOptions(threads: 3), handler: EchoHandler())
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<200 {
                group.addTask {
                    let request = HTTPClientRequest("GET", url(server, "/\(number)"))
                    return try await client.send(request).status
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses == Array(repeating: 200, count: 200))
        await server.shutdown(grace: .seconds(1))
    }
}

extension RawConnection {
    static func firstLine(_ answer: String?) -> String? {
        answer?.components(separatedBy: "\r\n").first
    }
}
