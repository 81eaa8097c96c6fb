import PeriluneCore
import PeriluneHTTP
import Synchronization
import Testing

/// What the server keeps of bodies that have not arrived completely.
struct BodyMemoryTests {
    /// Refuses requests without a token before their body, and counts the others.
    private final class Guard: HTTPHandler {
        let handled = Mutex<[Int]>([])

        func handle(_ request: HTTPRequest, _ respond: @escaping @Sendable (HTTPResponse) -> Void) {
            handled.withLock { $0.append(request.body.count) }
            respond(HTTPResponse(200, "text/plain", "{}"))
        }

        func refusal(beforeBodyOf request: HTTPRequest) -> HTTPResponse? {
            request.headers["token"] == nil ? HTTPResponse(401, "text/plain", "{}") : nil
        }
    }

    private func head(_ fields: String) -> String {
        "POST / HTTP/1.1\r\nHost: h\r\n\(fields)\r\n\r\n"
    }

    private func firstLine(_ connection: RawConnection) async -> String? {
        await blocking { RawConnection.firstLine(connection.receive()) }
    }

    @Test(arguments: ["Content-Length: 9", "Transfer-Encoding: chunked"])
    func aRequestIsRefusedBeforeItsBody(framing: String) async throws {
        let handler = Guard()
        let server = try HTTPServer(handler: handler)
        let connection = RawConnection(port: server.port)
        connection.send(head(framing))
        #expect(await firstLine(connection) == "HTTP/1.1 401 Unauthorized")
        #expect(await blocking { connection.receive() } == "")
        #expect(handler.handled.withLock(\.self) == [])
    }

    @Test func aRefusedSenderIsNotAskedToContinue() async throws {
        let server = try HTTPServer(handler: Guard())
        let connection = RawConnection(port: server.port)
        connection.send(head("Content-Length: 9\r\nExpect: 100-continue"))
        #expect(await firstLine(connection) == "HTTP/1.1 401 Unauthorized")
    }

    @Test func anAdmittedBodyIsReceived() async throws {
        let handler = Guard()
        let server = try HTTPServer(handler: handler)
        let connection = RawConnection(port: server.port)
        connection.send(head("Token: yes\r\nContent-Length: 9\r\nExpect: 100-continue"))
        #expect(await firstLine(connection) == "HTTP/1.1 100 Continue")
        connection.send("123456789")
        #expect(await firstLine(connection) == "HTTP/1.1 200 OK")
        #expect(handler.handled.withLock(\.self) == [9])
    }

    private static let large = [UInt8](repeating: 0x61, count: 150 << 10)

    /// A server whose memory is full with one large body that has not arrived completely.
    private func fullServer() async throws -> (HTTPServer, RawConnection) {
        var options = HTTPServerOptions()
        options.bodyMemory = 100 << 10
        let server = try HTTPServer(options, handler: EchoHandler())
        let first = RawConnection(port: server.port)
        let head = head("Content-Length: \(Self.large.count + 1)")
        let isSent = await blocking { first.send(head) && first.send(Self.large) }
        #expect(isSent)
        while server.bodyBytes < Self.large.count - (64 << 10) {
            try await Task.sleep(for: .milliseconds(2))
        }
        return (server, first)
    }

    @Test func aLargeBodyIsRefusedWhenOthersFillTheMemory() async throws {
        let (server, first) = try await fullServer()
        let second = RawConnection(port: server.port)
        let head = head("Content-Length: \(Self.large.count + 1)")
        let answer = await blocking {
            second.send(head)
            second.send(Self.large)
            return second.receive() ?? ""
        }
        #expect(answer.hasPrefix("HTTP/1.1 503 "))
        #expect(answer.contains("Retry-After: 5\r\n"))
        #expect(answer.contains("http.bodies"))
        first.send("a")
        #expect(await firstLine(first) == "HTTP/1.1 200 OK")
    }

    @Test func aSmallBodyIsReceivedWhenLargeOnesFillTheMemory() async throws {
        let (server, first) = try await fullServer()
        let second = RawConnection(port: server.port)
        second.send(head("Content-Length: 3") + "ab")
        second.send("c")
        #expect(await firstLine(second) == "HTTP/1.1 200 OK")
        withExtendedLifetime(first) {}
    }

    @Test func theMemoryOfAClosedConnectionIsFree() async throws {
        let (server, first) = try await fullServer()
        first.stopSending()
        #expect(await blocking { first.receive() } == "")
        let second = RawConnection(port: server.port)
        let head = head("Content-Length: \(Self.large.count)")
        let answer = await blocking {
            second.send(head)
            second.send(Self.large)
            return second.receive()
        }
        #expect(RawConnection.firstLine(answer) == "HTTP/1.1 200 OK")
    }
}
