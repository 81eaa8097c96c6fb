import Foundation
import PeriluneCore
import PeriluneHTTP
import PeriluneTestKit
import Synchronization
import Testing

@testable import SinksPlugin

/// A sink that sends to a socket on loopback.
@Suite(.timeLimit(.minutes(5))) struct SyslogSinkTests {
    /// Collects the messages that arrive at a socket.
    private final class Server: Sendable {
        let receiver: SocketReceiver
        let texts = Mutex<[String]>([])

        init(_ place: SocketPlace, framing: SocketFraming = .syslog) throws {
            var options = SocketOptions()
            options.framing = framing
            receiver = try SocketReceiver(place, options)
            try receiver.start()
            Task { [receiver, weak self] in
                while let messages = await receiver.next() {
                    let texts = (0..<messages.count).map {
                        String(decoding: messages.bytes[messages.range($0)], as: UTF8.self)
                    }
                    self?.texts.withLock { $0 += texts }
                }
            }
        }

        deinit { receiver.stop() }

        func received(_ count: Int) async throws -> [String] {
            while texts.withLock({ $0.count }) < count {
                try await Task.sleep(for: .milliseconds(2))
            }
            return texts.withLock(\.self)
        }
    }

    private let bench: SinkBench

    init() throws { bench = try SinkBench() }

    private func text(_ message: String) -> String {
        let bytes = Array(message.utf8)
        let end = bytes.firstIndex(of: UInt8(ascii: "]")) ?? 0
        return String(decoding: bytes.dropFirst(end + 2), as: UTF8.self)
    }

    @Test func conformsToTheRulesOfSinks() async throws {
        let server = try Server(.tcp(address: "127.0.0.1", port: 0))
        let problems = await RecordSinkConformance.check(
            .atLeastOnce, prepare: { server.texts.withLock { $0 = [] } },
            make: {
                try bench.sink("syslog", ["tcp": .string("127.0.0.1:\(server.receiver.port)")])
            },
            received: {
                // The receiver has closed its connection, and hands over what it has read.
                try await Task.sleep(for: .milliseconds(50))
                return server.texts.withLock { $0.map(text) }
            })
        #expect(problems == [])
    }

    @Test func fieldsOfTheValueBecomeTheHeader() async throws {
        let server = try Server(.udp(address: "127.0.0.1", port: 0))
        let sink = try bench.sink(
            "syslog",
            [
                "udp": .string("127.0.0.1:\(server.receiver.port)"), "facility": "local3",
                "severity": "{level}", "host": "{host}", "app": "shop {kind}", "msgid": "{kind}",
                "time": "at", "message": "{text}!",
            ], output: #"a"b"#)
        try await sink.write(
            SinkBench.batch(
                [
                    [
                        "level": "WARN", "host": "web 1", "kind": "order",
                        "at": "2026-11-25T10:00:00Z", "text": "größer\nals",
                    ],
                    ["level": "none", "at": 5],
                ], first: 7))
        let messages = try await server.received(2)
        let process = getpid()
        #expect(
            messages[0]
                == "<156>1 2026-11-25T10:00:00Z web_1 shop_order \(process) order [perilune@32473 output=\"a\\\"b\" id=\"a-7\"] größer\nals!"
        )
        #expect(messages[1].hasPrefix("<158>1 20"))
        #expect(
            messages[1].hasSuffix(
                "Z - shop_ \(process) - [perilune@32473 output=\"a\\\"b\" id=\"a-8\"] !"))
    }

    @Test(arguments: [("127.0.0.1", "127.0.0.1"), ("::1", "[::1]")])
    func aServerIsNamedByItsAddress(address: String, host: String) async throws {
        let server = try Server(.udp(address: address, port: 0))
        let sink = try bench.sink(
            "syslog", ["udp": .string("\(host):\(server.receiver.port)")])
        try await sink.write(SinkBench.batch(["a"]))
        #expect(try await server.received(1).map(text) == ["a"])
    }

    @Test func aFieldOfATemplateThatNoValueHasIsAWarning() async throws {
        let server = try Server(.datagram(path: bench.folder + "s"))
        let sink = try bench.sink(
            "syslog", ["datagram": "s", "severity": "{levle}", "message": "{text}", "time": "at"])
        try await sink.write(SinkBench.batch([["level": "error", "text": "no"]]))
        _ = try await server.received(1)
        let warnings = try #require(sink as? any NoticingSink).warnings
        #expect(
            warnings == [
                "output 'orders': none of 1 value had levle, which the option severity uses (did you mean 'level'?)",
                "output 'orders': none of 1 value had at, which the option time names",
            ])
    }

    @Test func aValueThatIsSentAgainCountsOnceInAWarning() async throws {
        let path = bench.folder + "s"
        let sink = try bench.sink("syslog", ["stream": "s", "app": "{ap}"])
        let batch = SinkBench.batch([["app": 1], ["app": 2]])
        for _ in 1...3 {
            await #expect(throws: PeriluneError.self) { try await sink.write(batch) }
        }
        let server = try Server(.stream(path: path))
        try await sink.write(batch)
        try await sink.write(SinkBench.batch([["app": 3]], first: 3))
        _ = try await server.received(3)
        #expect(
            try #require(sink as? any NoticingSink).warnings == [
                "output 'orders': none of 3 values had ap, which the option app uses (did you mean 'app'?)"
            ])
    }

    @Test func aLineFeedInAMessageEndsNoLine() async throws {
        let server = try Server(.stream(path: bench.folder + "s"), framing: .lines)
        let sink = try bench.sink("syslog", ["stream": "s", "framing": "lines"])
        try await sink.write(SinkBench.batch(["a\nb", "c"]))
        #expect(try await server.received(2).map(text) == ["a b", "c"])
    }

    @Test func anUnavailableServerIsRetried() async throws {
        let path = bench.folder + "s"
        let sink = try bench.sink("syslog", ["stream": "s"])
        let error = await #expect(throws: PeriluneError.self) {
            try await sink.write(SinkBench.batch([1]))
        }
        #expect(error?.code == "socket.send")
        let server = try Server(.stream(path: path))
        try await sink.write(SinkBench.batch([1]))
        #expect(try await server.received(1).map(text) == ["1"])
    }

    @Test func aValueThatIsTooLongForADatagramGoesToTheFile() async throws {
        let server = try Server(.udp(address: "127.0.0.1", port: 0))
        let sink = try bench.sink(
            "syslog",
            ["udp": .string("127.0.0.1:\(server.receiver.port)"), "rejected": "no.jsonl"])
        let long = String(repeating: "x", count: 70_000)
        try await sink.write(SinkBench.batch(["a", .string(long), "b"]))
        #expect(try await server.received(2).map(text) == ["a", "b"])
        #expect(bench.text("no.jsonl").contains("socket.size"))
        #expect(bench.text("no.jsonl").contains("\"number\":2"))
    }

    @Test func aValueThatIsTooLongForADatagramIsCutWithoutTheFile() async throws {
        let server = try Server(.udp(address: "127.0.0.1", port: 0))
        let sink = try bench.sink(
            "syslog", ["udp": .string("127.0.0.1:\(server.receiver.port)")])
        let long = String(repeating: "é", count: 40_000)
        try await sink.write(SinkBench.batch(["a", .string(long), "b"]))
        let messages = try await server.received(3)
        #expect(text(messages[0]) == "a" && text(messages[2]) == "b")
        #expect((65_506...65_507).contains(messages[1].utf8.count))
        #expect(text(messages[1]).allSatisfy { $0 == "é" })
    }

    @Test(
        arguments: [
            ([:], "udp is missing"), (["udp": "h"], "udp must be HOST:PORT"),
            (["udp": "h:1", "tcp": "h:1"], "udp is not the only target"),
            (["udp": "h:1", "framing": "lines"], "framing is only for tcp and stream"),
            (["tcp": "h:1", "facility": "locl0"], "facility must be one of kern"),
            (["tcp": "h:1", "message": "{"], "message is not a valid template"),
        ] as [(Value, String)])
    func aMistakeIsAnError(_ options: Value, _ message: String) throws {
        let error = try #require(try optionError("syslog", options))
        #expect(error.message.hasPrefix(message), "\(error.message)")
    }
}
