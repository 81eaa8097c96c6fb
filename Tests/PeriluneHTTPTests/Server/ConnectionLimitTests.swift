import Foundation
import PeriluneCore
import PeriluneHTTP
import Testing

/// Connections beyond the limits: the one that has waited longest for its client is replaced.
struct ConnectionLimitTests {
    private static let request = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"
    /// No test waits for them, however busy the machine is.
    private static let patience = HTTPServerOptions.Deadlines(
        head: .seconds(600), body: .seconds(600), idle: .seconds(600))

    /// Opens connections that have sent a part of a request, and waits until the server has
    /// accepted them.
    private func slow(_ count: Int, _ server: HTTPServer) async throws -> [RawConnection] {
        let before = server.acceptedConnections
        let connections = (0..<count).map { _ in RawConnection(port: server.port) }
        for connection in connections { connection.send("GET / HTTP/1.1\r\nHos") }
        while server.acceptedConnections < before + UInt64(count) {
            try await Task.sleep(for: .milliseconds(2))
        }
        return connections
    }

    private func answer(_ connection: RawConnection) async -> String? {
        connection.send(Self.request)
        return await blocking { RawConnection.firstLine(connection.receive()) }
    }

    @Test(arguments: [1, 2]) func aSlowConnectionMakesRoom(threads: Int) async throws {
        let server = try HTTPServer(
            HTTPServerOptions(threads: threads, connections: 64, deadlines: Self.patience),
            handler: EchoHandler())
        let slow = try await slow(64, server)
        let others = (0..<8).map { _ in RawConnection(port: server.port) }
        for other in others { #expect(await answer(other) == "HTTP/1.1 200 OK") }
        withExtendedLifetime(slow) {}
        #expect(server.replacedConnections == 8)
        #expect(server.rejectedConnections == 0)
    }

    @Test func aConnectionThatHasEndedIsNotCounted() async throws {
        let server = try HTTPServer(
            HTTPServerOptions(connections: 2, deadlines: Self.patience), handler: EchoHandler())
        for _ in 0..<6 {
            let connection = RawConnection(port: server.port)
            #expect(await answer(connection) == "HTTP/1.1 200 OK")
            connection.stopSending()
            #expect(await blocking { connection.receive() } == "")
        }
        #expect(server.replacedConnections == 0)
        let end = ContinuousClock.now + .seconds(20)
        while server.openConnections > 0, .now < end {
            try await Task.sleep(for: .milliseconds(5))
        }
        #expect(server.openConnections == 0)
    }

    @Test func anUnservedConnectionIsClosedBeforeAServedOne() async throws {
        let server = try HTTPServer(
            HTTPServerOptions(connections: 2, deadlines: Self.patience), handler: EchoHandler())
        let served = RawConnection(port: server.port)
        #expect(await answer(served) == "HTTP/1.1 200 OK")
        let slow = try await slow(1, server)
        #expect(await answer(RawConnection(port: server.port)) == "HTTP/1.1 200 OK")
        #expect(await answer(served) == "HTTP/1.1 200 OK")
        #expect(await blocking { slow[0].receive() } == "")
    }

    @Test func anotherConnectionIsRefusedIfAllWaitForTheHandler() async throws {
        let handler = WaitingHandler()
        let server = try HTTPServer(HTTPServerOptions(connections: 2), handler: handler)
        let waiting = (0..<2).map { _ in RawConnection(port: server.port) }
        for connection in waiting { connection.send(Self.request) }
        await handler.waitUntil(2)
        let answer = await blocking { RawConnection(port: server.port).receive() }
        #expect(answer?.hasPrefix("HTTP/1.1 503 Service Unavailable\r\n") == true)
        #expect(answer?.contains("Retry-After: 1\r\n") == true)
        #expect(answer?.contains(#""code":"http.connections""#) == true)
        handler.answerAll(HTTPResponse(200))
        withExtendedLifetime(waiting) {}
    }

    @Test func anAddressHasItsOwnLimit() async throws {
        var options = HTTPServerOptions(
            connections: 100, connectionsPerAddress: 2, deadlines: Self.patience)
        options.uncountedAddresses = []
        let server = try HTTPServer(options, handler: EchoHandler())
        let slow = try await slow(2, server)
        #expect(await answer(RawConnection(port: server.port)) == "HTTP/1.1 200 OK")
        #expect(await blocking { slow[0].receive() } == "")
        #expect(server.replacedConnections == 1)
    }

    @Test func loopbackHasNoLimitOfItsOwn() async throws {
        let server = try HTTPServer(
            HTTPServerOptions(connections: 100, connectionsPerAddress: 2, deadlines: Self.patience),
            handler: EchoHandler())
        let slow = try await slow(10, server)
        #expect(server.openConnections == 10)
        withExtendedLifetime(slow) {}
    }

    @Test func aBodyHasTimeForTheBytesThatHaveCome() async throws {
        var deadlines = HTTPServerOptions.Deadlines(body: .milliseconds(100))
        deadlines.bodyRate = 1
        let server = try HTTPServer(
            HTTPServerOptions(deadlines: deadlines), handler: EchoHandler())
        let answer = await blocking {
            let connection = RawConnection(port: server.port)
            connection.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 20\r\n\r\n")
            for _ in 0..<20 {
                connection.send("a")
                usleep(20_000)
            }
            return connection.receive()
        }
        #expect(answer?.hasSuffix("{POST / - 20}") == true)
    }
}
