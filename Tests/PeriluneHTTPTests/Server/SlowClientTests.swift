import Foundation
import PeriluneCore
import PeriluneHTTP
import Testing

struct SlowClientTests {
    private static let options = HTTPServerOptions(
        deadlines: .init(
            head: .milliseconds(150), body: .milliseconds(150), write: .milliseconds(150),
            idle: .milliseconds(150)))

    /// Sends a byte now and then until the server has enough; says whether it ever had.
    private func drip(_ start: String, to server: HTTPServer) async -> Bool {
        await blocking {
            let connection = RawConnection(port: server.port)
            connection.send(start)
            for _ in 0..<1000 {
                guard connection.send("a") else { return true }
                usleep(10_000)
            }
            return false
        }
    }

    @Test func disconnectsASlowRequestLine() async throws {
        let server = try HTTPServer(Self.options, handler: EchoHandler())
        #expect(await drip("GET /", to: server))
    }

    @Test func disconnectsSlowHeaders() async throws {
        let server = try HTTPServer(Self.options, handler: EchoHandler())
        #expect(await drip("GET / HTTP/1.1\r\nHost: h\r\nA: ", to: server))
    }

    @Test func disconnectsSlowHeadersOfASecondRequest() async throws {
        let server = try HTTPServer(Self.options, handler: EchoHandler())
        let first = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"
        #expect(await drip(first + "GET / HTTP/1.1\r\nHost: h\r\nA: ", to: server))
    }

    @Test func disconnectsASlowBody() async throws {
        let server = try HTTPServer(Self.options, handler: EchoHandler())
        #expect(
            await drip("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5000\r\n\r\n", to: server))
    }

    @Test func disconnectsAClientThatSendsNothing() async throws {
        let server = try HTTPServer(Self.options, handler: EchoHandler())
        let end = await blocking { RawConnection(port: server.port).receive() }
        #expect(end == "")
    }

    @Test func disconnectsAClientThatDoesNotReadTheAnswer() async throws {
        let handler = ClosureHandler { _, respond in
            respond(HTTPResponse(200, body: Array(repeating: 0, count: 32 << 20)))
        }
        let server = try HTTPServer(Self.options, handler: handler)
        let connection = RawConnection(port: server.port)
        connection.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        while server.requests == 0 { try await Task.sleep(for: .milliseconds(2)) }
        while server.openConnections > 0 { try await Task.sleep(for: .milliseconds(2)) }
        withExtendedLifetime(connection) {}
    }

    /// It fills the buffers of the system, so the server must wait until the client has read some of it.
    @Test func sendsAllOfALargeAnswer() async throws {
        let size = 32 << 20
        let handler = ClosureHandler { _, respond in
            respond(HTTPResponse(200, body: Array(repeating: 0x61, count: size)))
        }
        let server = try HTTPServer(handler: handler)
        let connection = RawConnection(port: server.port)
        connection.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        while server.requests == 0 { try await Task.sleep(for: .milliseconds(2)) }
        let received = await blocking {
            var count = 0
            while count < size, let piece = connection.receive(), !piece.isEmpty {
                count += piece.utf8.count
            }
            return count
        }
        #expect(received >= size)
    }

    @Test func keepsAClientThatIsInTime() async throws {
        let options = HTTPServerOptions(deadlines: .init(head: .milliseconds(500)))
        let server = try HTTPServer(options, handler: EchoHandler())
        let other = RawConnection(port: server.port)
        let request = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"
        other.send(request)
        _ = await blocking { other.receive(answers: 1) }
        #expect(await drip("GET /", to: server))
        other.send(request)
        #expect(await blocking { other.receive(answers: 1) }.contains(" 200 "))
    }

    @Test func servesOtherClientsMeanwhile() async throws {
        let server = try HTTPServer(handler: EchoHandler())
        let slow = (0..<100).map { _ in RawConnection(port: server.port) }
        for connection in slow { connection.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Le") }
        let client = try HTTPClient()
        for _ in 0..<20 {
            let url = "http://127.0.0.1:\(server.port)/"
            #expect(try await client.send(HTTPClientRequest("GET", url)).status == 200)
        }
        withExtendedLifetime(slow) {}
    }
}
