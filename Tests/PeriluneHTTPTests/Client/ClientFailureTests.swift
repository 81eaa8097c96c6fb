import Foundation
import Glibc
import PeriluneCore
import PeriluneHTTP
import Synchronization
import Testing

struct ClientFailureTests {
    private func failure(
        _ request: HTTPClientRequest, _ options: HTTPClientOptions = HTTPClientOptions()
    ) async throws -> PeriluneError {
        let client = try HTTPClient(options)
        do throws(PeriluneError) {
            let answer = try await client.send(request)
            throw PeriluneError(.httpFailed, "answered \(answer.status)")
        } catch {
            return error
        }
    }

    private func unusedPort() throws -> UInt16 {
        RawServer { _ in }.port
    }

    @Test func saysThatItCannotConnect() async throws {
        let port = try unusedPort()
        let error = try await failure(
            HTTPClientRequest("GET", "http://me:secret@127.0.0.1:\(port)/a/b?token=secret"))
        #expect(error.code == .httpConnect)
        #expect(error.message == "GET http://127.0.0.1:\(port)/a/b: cannot connect")
    }

    @Test func saysThatAHostIsUnknown() async throws {
        let error = try await failure(
            HTTPClientRequest("GET", "http://me:secret@nowhere.invalid/a?token=secret"))
        #expect(error.code == .httpResolve)
        #expect(!"\(error)".contains("secret"))
    }

    @Test func saysThatAnAnswerTookTooLong() async throws {
        let server = RawServer { connection in
            var byte: UInt8 = 0
            _ = recv(connection, &byte, 1, 0)
        }
        let error = try await failure(
            HTTPClientRequest("GET", server.url + "?secret", timeout: .milliseconds(400)))
        #expect(error.code == .httpTimeout)
        #expect(!"\(error)".contains("secret"))
    }

    @Test func saysThatAnAnswerIsTruncated() async throws {
        let answers = [
            "", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabc",
        ]
        for answer in answers {
            let server = RawServer(answering: answer)
            let error = try await failure(HTTPClientRequest("GET", server.url))
            #expect(error.code == .httpTruncated, "\(answer) \(error)")
        }
    }

    @Test func saysThatAnAnswerIsTooLarge() async throws {
        let long = String(repeating: "a", count: 2000)
        let answers = [
            "HTTP/1.1 200 OK\r\nContent-Length: 2000\r\n\r\n\(long)",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n7d0\r\n\(long)\r\n0\r\n\r\n",
            "HTTP/1.1 200 OK\r\n\r\n\(long)",
        ]
        for answer in answers {
            let server = RawServer(answering: answer)
            let error = try await failure(
                HTTPClientRequest("GET", server.url), HTTPClientOptions(bodyLimit: 1000))
            #expect(error.code == .httpTooLarge)
        }
    }

    @Test func saysThatAHeadIsTooLarge() async throws {
        let line = "X-A: " + String(repeating: "a", count: 2000) + "\r\n"
        let server = RawServer(
            answering: "HTTP/1.1 200 OK\r\n" + String(repeating: line, count: 1000) + "\r\n")
        let error = try await failure(HTTPClientRequest("GET", server.url))
        #expect(error.code == .httpTooLarge)
    }

    @Test func saysThatAnAnswerIsNotHTTP() async throws {
        let server = RawServer(answering: "SSH-2.0-OpenSSH_9.2\r\n")
        #expect(try await failure(HTTPClientRequest("GET", server.url)).code == .httpFailed)
    }

    @Test(arguments: [
        ("GET", "ftp://h/secret", "a", "b"), ("GET", "file:///etc/passwd", "a", "b"),
        ("GET", "http://", "a", "b"), ("GET", "/secret", "a", "b"),
        ("GET", "http://h/ secret", "a", "b"), ("GET", "http://h/\r\nA: secret", "a", "b"),
        ("GET /secret", "http://h/", "a", "b"), ("GET", "http://h/", "a\r\nb", "secret"),
        ("GET", "http://h/", "a", "b\r\nc: secret"), ("GET", "http://h:secret/", "a", "b"),
    ])
    func refusesMalformedRequests(
        _ method: String, _ url: String, _ name: String, _ value: String
    ) async throws {
        let error = try await failure(HTTPClientRequest(method, url, headers: [(name, value)]))
        #expect(error.code == .httpRequest)
        #expect(!error.message.contains("\n"))
    }

    @Test func closesTheSocketOfACancelledRequest() async throws {
        let state = Shared()
        let server = RawServer { connection in
            state.started.store(true, ordering: .releasing)
            var byte: UInt8 = 0
            state.ended.store(recv(connection, &byte, 1, 0) <= 0, ordering: .releasing)
        }
        let client = try HTTPClient()
        let task = Task { () async throws(PeriluneError) -> HTTPResponse in
            try await client.send(HTTPClientRequest("GET", server.url))
        }
        while !state.started.load(ordering: .acquiring) {
            try await Task.sleep(for: .milliseconds(1))
        }
        task.cancel()
        let error = await #expect(throws: PeriluneError.self) { _ = try await task.value }
        #expect(error?.code == .httpCancelled)
        while !state.ended.load(ordering: .acquiring) {
            try await Task.sleep(for: .milliseconds(1))
        }
    }

    @Test func doesNotSendTheRequestOfACancelledTask() async throws {
        let server = try HTTPServer(handler: EchoHandler())
        let client = try HTTPClient()
        let task = Task { () async throws(PeriluneError) -> HTTPResponse in
            while !Task.isCancelled { await Task.yield() }
            return try await client.send(
                HTTPClientRequest("GET", "http://127.0.0.1:\(server.port)/"))
        }
        task.cancel()
        let error = await #expect(throws: PeriluneError.self) { _ = try await task.value }
        #expect(error?.code == .httpCancelled)
        #expect(server.requests == 0)
    }

    @Test func cancelsRequestsInFlightWhenClosed() async throws {
        let handler = WaitingHandler()
        let server = try HTTPServer(handler: handler)
        let client = try HTTPClient()
        let request = HTTPClientRequest("GET", "http://127.0.0.1:\(server.port)/")
        let tasks = (0..<10).map { _ in Task { try await client.send(request) } }
        await handler.waitUntil(10)
        client.close()
        for task in tasks {
            let error = await #expect(throws: PeriluneError.self) { _ = try await task.value }
            #expect(error?.code == .httpCancelled)
        }
        let error = await #expect(throws: PeriluneError.self) { _ = try await client.send(request) }
        #expect(error?.code == .httpCancelled)
    }

    @Test func leaksNoThreadsAndSockets() async throws {
        let server = try HTTPServer(handler: EchoHandler())
        for _ in 0..<50 {
            let client = try HTTPClient()
            _ = try await client.send(HTTPClientRequest("GET", "http://127.0.0.1:\(server.port)/"))
        }
        while server.openConnections > 0 { try await Task.sleep(for: .milliseconds(2)) }
    }
}

/// What a thread tells a test.
private final class Shared: Sendable {
    let started = Atomic(false)
    let ended = Atomic(false)
}
