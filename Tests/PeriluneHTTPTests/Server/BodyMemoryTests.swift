import PeriluneCore
import Synchronization
import Testing

@testable import PeriluneHTTP

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

    private static func body(_ kilobytes: Int) -> [UInt8] {
        .init(repeating: 0x61, count: kilobytes << 10)
    }

    /// A connection that lacks the last byte of a body.
    private func unfinished(_ kilobytes: Int, _ server: HTTPServer) async throws -> RawConnection {
        let before = server.bodyBytes
        let connection = RawConnection(port: server.port)
        let body = Self.body(kilobytes)
        let head = head("Content-Length: \(body.count + 1)")
        let isSent = await blocking { connection.send(head) && connection.send(body) }
        #expect(isSent)
        while server.bodyBytes < before + max(0, body.count - (64 << 10)) {
            try await Task.sleep(for: .milliseconds(2))
        }
        return connection
    }

    private func server() throws -> HTTPServer {
        var options = HTTPServerOptions()
        options.bodyMemory = 100 << 10
        return try HTTPServer(options, handler: EchoHandler())
    }

    private func send(_ kilobytes: Int, to server: HTTPServer) async -> String? {
        let connection = RawConnection(port: server.port)
        let body = Self.body(kilobytes)
        let head = head("Content-Length: \(body.count)")
        return await blocking {
            connection.send(head)
            connection.send(body)
            return connection.receive()
        }
    }

    @Test func theLargestBodyIsRefusedWhenOthersFillTheMemory() async throws {
        let server = try server()
        let first = try await unfinished(110, server)
        let answer = try #require(await send(300, to: server))
        #expect(answer.hasPrefix("HTTP/1.1 503 "))
        #expect(answer.contains("Retry-After: 5\r\n"))
        #expect(answer.contains("http.bodies"))
        first.send("a")
        #expect(await firstLine(first) == "HTTP/1.1 200 OK")
    }

    @Test func theMemoryOfARefusedBodyIsFreeBeforeItsSenderEnds() async throws {
        let server = try server()
        let first = try await unfinished(110, server)
        let before = server.bodyBytes
        let second = RawConnection(port: server.port)
        let body = Self.body(300)
        let head = head("Content-Length: \(body.count + 1)")
        _ = await blocking { second.send(head) && second.send(body) }
        #expect(await firstLine(second) == "HTTP/1.1 503 Service Unavailable")
        #expect(server.bodyBytes == before)
        // Neither has ended.
        second.send("a")
        first.send("a")
        #expect(await firstLine(first) == "HTTP/1.1 200 OK")
    }

    @Test func aSmallerBodyReplacesTheLargest() async throws {
        let server = try server()
        let first = try await unfinished(160, server)
        let second = RawConnection(port: server.port)
        let body = Self.body(120)
        let head = head("Content-Length: \(body.count + 1)")
        _ = await blocking { second.send(head) && second.send(body) }
        #expect(await blocking { first.receive() ?? "" } == "")
        #expect(server.replacedConnections >= 1)
        second.send("a")
        #expect(await firstLine(second) == "HTTP/1.1 200 OK")
    }

    @Test func aSmallBodyIsReceivedWhenLargeOnesFillTheMemory() async throws {
        let server = try server()
        let first = try await unfinished(150, server)
        let second = RawConnection(port: server.port)
        second.send(head("Content-Length: 3") + "ab")
        second.send("c")
        #expect(await firstLine(second) == "HTTP/1.1 200 OK")
        first.send("a")
        #expect(await firstLine(first) == "HTTP/1.1 200 OK")
    }

    @Test func theMemoryOfAClosedConnectionIsFree() async throws {
        let server = try server()
        let first = try await unfinished(150, server)
        first.stopSending()
        #expect(await blocking { first.receive() } == "")
        #expect(RawConnection.firstLine(await send(150, to: server)) == "HTTP/1.1 200 OK")
    }

    @Test func parsedBytesAreReleased() {
        var input = ServerInput()
        for _ in 0..<100 {
            // Each piece ends within a line, so the buffer is never empty.
            let piece = Self.body(10) + Array("\r\nrest".utf8)
            unsafe piece.withUnsafeBytes { unsafe input.append($0) }
            input.drop(input.count - 4)
        }
        #expect(input.count == 4)
        #expect(input.size < 200 << 10)
    }
}
