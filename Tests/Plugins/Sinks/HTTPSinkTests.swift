import Foundation
import PeriluneCore
import PeriluneFiles
import PeriluneHTTP
import PeriluneJSON
import PeriluneTestKit
import Synchronization
import Testing

@testable import SinksPlugin

/// A sink that sends to a server on loopback.
@Suite(.timeLimit(.minutes(5))) struct HTTPSinkTests {
    /// Takes requests, and answers them as a test says.
    private final class Receiver: HTTPHandler {
        let requests = Mutex<[HTTPRequest]>([])
        let answer: @Sendable (HTTPRequest, Int) -> HTTPResponse

        init(_ answer: @escaping @Sendable (HTTPRequest, Int) -> HTTPResponse) {
            self.answer = answer
        }

        func handle(_ request: HTTPRequest, _ respond: @escaping @Sendable (HTTPResponse) -> Void) {
            let number = requests.withLock { requests in
                requests.append(request)
                return requests.count
            }
            respond(answer(request, number))
        }

        var bodies: [String] {
            requests.withLock { $0.map { String(decoding: $0.body, as: UTF8.self) } }
        }

        /// The values that were accepted, one per line.
        var lines: [String] { bodies.flatMap { $0.split(separator: "\n").map(String.init) } }
    }

    private let bench: SinkBench

    init() throws { bench = try SinkBench() }

    private func serving(
        _ receiver: Receiver = Receiver { _, _ in HTTPResponse(200) },
        _ body: (Receiver, String) async throws -> Void
    ) async throws {
        let server = try HTTPServer(handler: receiver)
        try await body(receiver, "http://127.0.0.1:\(server.port)/values")
        await server.shutdown()
    }

    @Test func reportsTheAcceptedValuesOfAFailedBatch() async throws {
        let receiver = Receiver { _, number in HTTPResponse(number == 2 ? 500 : 200) }
        try await serving(receiver) { receiver, url in
            let sink = try bench.sink("http", ["url": .string(url), "batch": 2])
            let batch = SinkBench.batch([1, 2, 3, 4, 5], first: 10)
            await #expect(throws: PeriluneError.self) { try await sink.write(batch) }
            let stepping = try #require(sink as? any SteppingSink)
            #expect(stepping.lastWritten(of: batch) == 11)
            let other = SinkBench.batch([1], first: 10, sequence: "other")
            #expect(stepping.lastWritten(of: other) < 10)
            // Another run, which remembers nothing.
            try await bench.sink("http", ["url": .string(url)]).write(batch.after(11))
            #expect(receiver.bodies == ["1\n2\n", "3\n4\n", "3\n4\n5\n"])
        }
    }

    @Test func conformsToTheRulesOfSinks() async throws {
        try await serving { receiver, url in
            let problems = await RecordSinkConformance.check(
                .atLeastOnce, prepare: { receiver.requests.withLock { $0 = [] } },
                make: { try bench.sink("http", ["url": .string(url), "batch": 3000]) },
                received: { receiver.lines })
            #expect(problems == [])
        }
    }

    @Test func requestsHaveAKeyThatStaysTheSame() async throws {
        let receiver = Receiver { _, number in HTTPResponse(number == 2 ? 503 : 200) }
        try await serving(receiver) { receiver, url in
            let sink = try bench.sink("http", ["url": .string(url), "batch": 2])
            let batch = SinkBench.batch([1, 2, 3])
            await #expect(throws: PeriluneError.self) { try await sink.write(batch) }
            try await sink.write(batch)
            let requests = receiver.requests.withLock(\.self)
            let keys = requests.map { $0.headers["idempotency-key"] }
            #expect(keys == ["a-1-2", "a-3-3", "a-3-3"])
        }
    }

    @Test func aRefusedValueGoesToTheFileAndTheOthersArrive() async throws {
        let receiver = Receiver { request, _ in
            let body = String(decoding: request.body, as: UTF8.self)
            return body.contains("bad") ? HTTPResponse(422, "text/plain", "no") : HTTPResponse(200)
        }
        try await serving(receiver) { receiver, url in
            let sink = try bench.sink(
                "http", ["url": .string(url), "rejected": "rejected.jsonl"])
            try await sink.write(SinkBench.batch([1, 2, "bad", 4, 5]))
            let accepted = receiver.bodies.filter { !$0.contains("bad") }.joined()
            #expect(accepted == "1\n2\n4\n5\n")
            #expect(
                bench.text("rejected.jsonl")
                    == #"{"output":"orders","number":3,"error":{"code":"sink.status","message":"the server answered 422: no"},"value":"bad"}"#
                    + "\n")
        }
    }

    @Test func withoutAFileARefusedValueIsRetried() async throws {
        try await serving(Receiver { _, _ in HTTPResponse(400) }) { _, url in
            let sink = try bench.sink("http", ["url": .string(url)])
            let error = await #expect(throws: PeriluneError.self) {
                try await sink.write(SinkBench.batch([1]))
            }
            #expect(error?.message == "the server answered 400")
        }
    }

    /// A server that has too much to do says for how long; another one is tried again as usual.
    @Test(arguments: [(429, 1, true), (503, 1, true), (429, 0, false), (500, 50, false)])
    func retryAfterIsRespected(status: Int, pause: Int, isKept: Bool) async throws {
        let receiver = Receiver { _, _ in
            HTTPResponse(status, headers: [("Retry-After", "\(pause)")], body: [])
        }
        try await serving(receiver) { _, url in
            let sink = try bench.sink("http", ["url": .string(url)])
            let start = ContinuousClock.now
            await #expect(throws: PeriluneError.self) {
                try await sink.write(SinkBench.batch([1]))
            }
            let elapsed = ContinuousClock.now - start
            #expect(isKept ? elapsed >= .seconds(1) : elapsed < .seconds(40))
        }
    }

    @Test func bodiesHaveTheFormatAndTheHeadersOfTheOutput() async throws {
        try await serving { receiver, url in
            let options: Value = [
                "url": .string(url), "format": "cloudevents", "gzip": true,
                "headers": ["X-Key": ["env": "PATH"]],
            ]
            try await bench.sink("http", options).write(SinkBench.batch([["a": 1]], first: 7))
            let requests = receiver.requests.withLock(\.self)
            let request = try #require(requests.first)
            #expect(request.headers["content-type"] == "application/cloudevents-batch+json")
            #expect(request.headers["content-encoding"] == "gzip")
            #expect(request.headers["x-key"] == ProcessInfo.processInfo.environment["PATH"])
            let body = try ContentCoding("gzip")?.decode(request.body, limit: 1 << 20) ?? []
            #expect(
                String(decoding: body, as: UTF8.self)
                    == #"[{"specversion":"1.0","id":"a-7","source":"orders","type":"perilune.emitted","data":{"a":1}}]"#
            )
        }
    }

    @Test func anArrayHasTheValuesInOrder() async throws {
        try await serving { receiver, url in
            let sink = try bench.sink("http", ["url": .string(url), "format": "json"])
            try await sink.write(SinkBench.batch([1, ["b": 2]]))
            #expect(receiver.bodies == [#"[1,{"b":2}]"#])
        }
    }

    @Test(
        arguments: [
            (["url": "ftp://a"], "url is an invalid URL: it must begin with https:// or http://"),
            (
                ["url": "http://u:p@a/"],
                "url is an invalid URL: it contains a user name or password"
            ),
            (["url": "http://a", "method": "GET"], "method must be one of POST, PUT"),
            (["url": "http://a", "headers": ["A": "secret"]], "headers.A"),
            (
                ["url": "http://a b/"],
                "url is an invalid URL: it contains a byte that must be percent-encoded"
            ),
            (
                ["url": "http://a", "headers": ["X Y": ["env": "PATH"]]],
                "headers.X Y is not a header that can be set"
            ),
            (
                ["url": "http://a", "headers": ["Idempotency-Key": ["env": "PATH"]]],
                "headers.Idempotency-Key is not"
            ),
            ([:], "url is missing"),
        ] as [(Value, String)])
    func anErrorNamesTheOption(_ options: Value, _ message: String) throws {
        let error = try #require(try optionError("http", options))
        #expect(error.message.contains(message), "\(error)")
    }
}
