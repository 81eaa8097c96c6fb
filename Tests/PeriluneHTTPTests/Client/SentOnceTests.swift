import Glibc
import PeriluneCore
import Synchronization
import Testing

@testable import PeriluneHTTP

/// Requests that must not be repeated below the caller: over connections that the server closes.
struct SentOnceTests {
    /// Answers the first request of a connection and keeps the connection; reads the second one and closes.
    private final class Closing: Sendable {
        let requests = Mutex<[String]>([])
        private let server = Mutex<RawServer?>(nil)

        /// `patience` is how long a connection is kept, in milliseconds.
        init(patience: Int32) {
            let server = RawServer { [self] connection in
                note(connection, "first")
                let answer = Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".utf8)
                _ = Glibc.send(connection, answer, answer.count, Int32(MSG_NOSIGNAL))
                // The client decides whether a second request comes here or over another connection.
                var events = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
                guard poll(&events, 1, patience) == 1 else { return }
                var bytes = [UInt8](repeating: 0, count: 4096)
                if recv(connection, &bytes, bytes.count, 0) > 0 { note(connection, "second") }
            }
            self.server.withLock { $0 = server }
        }

        private func note(_ connection: Int32, _ what: String) {
            requests.withLock { $0.append(what) }
        }

        var url: String { server.withLock { $0?.url ?? "" } }
        func close() { server.withLock { $0 = nil } }
    }

    private func send(
        _ method: String, once: Bool
    ) async throws -> (results: [Int], requests: [String]) {
        // Connections come one after another, so that a kept one holds up the next.
        let server = Closing(patience: once ? 100 : 20_000)
        defer { server.close() }
        let client = try HTTPClient()
        let request = HTTPClientRequest(
            method, server.url, body: method == "GET" ? [] : [1], isAtMostOnce: once)
        var results: [Int] = []
        for _ in 0..<2 {
            do throws(PeriluneError) {
                results.append(try await client.send(request).status)
            } catch {
                #expect(error.code == .httpTruncated)
                results.append(0)
            }
        }
        return (results, server.requests.withLock(\.self))
    }

    /// This is what the option prevents: the server reads three requests although the caller sent two.
    @Test func anOrdinaryRequestIsRepeatedByTheLibrary() async throws {
        let (results, requests) = try await send("POST", once: false)
        #expect(results == [200, 200])
        #expect(requests == ["first", "second", "first"])
    }

    @Test(arguments: ["POST", "DELETE", "PATCH", "GET"])
    func aRequestThatIsSentOnceReachesTheServerOnce(_ method: String) async throws {
        let (results, requests) = try await send(method, once: true)
        #expect(results == [200, 200])
        #expect(requests == ["first", "first"])
    }

    @Test func aLostAnswerOnAFreshConnectionIsAnError() async throws {
        let count = Atomic(0)
        let server = RawServer { _ in count.add(1, ordering: .relaxed) }
        let client = try HTTPClient()
        let request = HTTPClientRequest("POST", server.url, body: [1], isAtMostOnce: true)
        for _ in 0..<2 {
            await #expect(throws: PeriluneError.self) { _ = try await client.send(request) }
        }
        #expect(count.load(ordering: .relaxed) == 2)
    }
}
