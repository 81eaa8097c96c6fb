import Foundation
import PeriluneCore
import PeriluneHTTP
import Testing

struct ShutdownTests {
    @Test func finishesAcceptedRequests() async throws {
        let handler = WaitingHandler()
        let server = try HTTPServer(handler: handler)
        let url = "http://127.0.0.1:\(server.port)/"
        let client = try HTTPClient()
        let answers = (0..<20).map { _ in
            Task { try await client.send(HTTPClientRequest("GET", url)) }
        }
        await handler.waitUntil(20)
        async let end: Void = server.shutdown()
        await Self.waitUntilRefused(url)
        handler.answerAll(HTTPResponse(200))
        for answer in answers {
            let answer = try await answer.value
            #expect(answer.status == 200)
            #expect(answer.headers["connection"] == "close")
        }
        await end
        #expect(server.openConnections == 0)
    }

    /// A request that is still taken waits for its answer like the others, so each has little time.
    private static func waitUntilRefused(_ url: String) async {
        let request = HTTPClientRequest("GET", url, timeout: .milliseconds(50))
        while true {
            do throws(PeriluneError) {
                _ = try await HTTPClient().send(request)
            } catch {
                if error.code == .httpConnect { return }
            }
        }
    }

    @Test func closesIdleConnectionsAtOnce() async throws {
        let server = try HTTPServer(handler: EchoHandler())
        let idle = RawConnection(port: server.port)
        idle.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        _ = await blocking { idle.receive() }
        await server.shutdown(grace: .seconds(600))
        #expect(await blocking { idle.receive() } == "")
    }

    /// It leaves the grace of the first one as it is.
    @Test func aSecondShutdownDoesNothing() async throws {
        let handler = WaitingHandler()
        let server = try HTTPServer(handler: handler)
        let url = "http://127.0.0.1:\(server.port)/"
        async let answer = HTTPClient().send(HTTPClientRequest("GET", url))
        await handler.waitUntil(1)
        async let end: Void = server.shutdown()
        await Self.waitUntilRefused(url)
        await server.shutdown(grace: .zero)
        handler.answerAll(HTTPResponse(200))
        #expect(try await answer.status == 200)
        await end
    }

    @Test func answers503WhenTheGraceIsOver() async throws {
        let handler = WaitingHandler()
        let server = try HTTPServer(handler: handler)
        let client = try HTTPClient()
        async let answer = client.send(
            HTTPClientRequest("GET", "http://127.0.0.1:\(server.port)/"))
        await handler.waitUntil(1)
        await server.shutdown(grace: .milliseconds(20))
        #expect(try await answer.status == 503)
        handler.answerAll(HTTPResponse(200))
    }

    @Test func disconnectsSendersWhenTheGraceIsOver() async throws {
        let server = try HTTPServer(handler: EchoHandler())
        let connection = RawConnection(port: server.port)
        connection.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\n")
        while server.openConnections == 0 { try await Task.sleep(for: .milliseconds(2)) }
        await server.shutdown(grace: .milliseconds(20))
        #expect(await blocking { connection.receive() } == "")
    }

    @Test func stopsWhenItsLastReferenceIsReleased() async throws {
        let handler = WaitingHandler()
        let client = try HTTPClient()
        var server: HTTPServer? = try HTTPServer(handler: handler)
        let port = server?.port ?? 0
        async let answer = client.send(HTTPClientRequest("GET", "http://127.0.0.1:\(port)/"))
        await handler.waitUntil(1)
        server = nil
        #expect(try await answer.status == 503)
    }
}
