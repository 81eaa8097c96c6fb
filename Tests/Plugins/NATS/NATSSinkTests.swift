import Foundation
import PeriluneCore
import PeriluneFiles
import PeriluneJSON
import PeriluneTestKit
import Synchronization
import Testing

@testable import NATSPlugin
@testable import PeriluneNATS

/// A sink that publishes to a NATS server.
@Suite(.timeLimit(.minutes(5)), .serialized) struct NATSSinkTests {
    private func sink(
        _ server: NATSServerProcess, _ options: Value, folder: String = ""
    ) throws -> any RecordSink {
        try NATSSinkFactory(server.connection)
            .sink(named: "big", SinkOptions(options, folder: folder))
    }

    private func batch(_ values: [Value], first: Int64 = 1) -> RecordBatch {
        let text = values.map { $0.json + "\n" }.joined()
        return RecordBatch(
            records: Array(text.utf8), first: first, count: values.count, sequence: "q")
    }

    private func error(_ body: () async throws -> Void) async -> PeriluneError? {
        do { try await body() } catch { return error as? PeriluneError }
        return nil
    }

    @Test func conformsToTheRulesOfSinks() async throws {
        let server = try NATSServerProcess()
        let run = Mutex(0)
        let problems = await RecordSinkConformance.check(
            .exactlyOnce,
            prepare: {
                let number = run.withLock { run in
                    run += 1
                    return run
                }
                try server.create("S\(number)", "s\(number)")
            }, make: { try sink(server, ["subject": .string("s\(run.withLock(\.self))")]) },
            received: { try server.messages(of: "S\(run.withLock(\.self))").map(\.text) })
        #expect(problems == [])
    }

    @Test func valuesGoToTheSubjectOfTheirFields() async throws {
        let server = try NATSServerProcess()
        try server.create("BIG", "big.>")
        let sink = try sink(server, ["subject": "big.{region}.{n}"])
        try await sink.write(
            batch([["region": "eu", "n": 1], ["region": "a.b >*", "n": 2], [:]]))
        let messages = try server.messages(of: "BIG")
        #expect(messages.map(\.subject) == ["big.eu.1", "big.a_b___.2", "big._._"])
        #expect(
            messages.map(\.text) == [
                #"{"region":"eu","n":1}"#, #"{"region":"a.b >*","n":2}"#, "{}",
            ])
        #expect(messages.map { $0.headers["Nats-Msg-Id"] } == ["q-1", "q-2", "q-3"])
        #expect(messages.map { $0.headers["Content-Type"] }.allSatisfy { $0 == "application/json" })
    }

    @Test func valuesAreEventsOnRequest() async throws {
        let server = try NATSServerProcess()
        try server.create("BIG", "big")
        try await sink(server, ["subject": "big", "format": "cloudevents"]).write(batch([["n": 1]]))
        let message = try #require(try server.messages(of: "BIG").first)
        #expect(message.headers["Content-Type"] == "application/cloudevents+json")
        #expect(
            message.text
                == #"{"specversion":"1.0","id":"q-1","source":"big","type":"perilune.emitted","data":{"n":1}}"#
        )
    }

    /// Publishes while the server is killed and started again; the host repeats a batch that failed.
    @Test func aKilledServerLosesAndDuplicatesNothing() async throws {
        let server = try NATSServerProcess()
        try server.create("BIG", "big")
        let sink = try sink(server, ["subject": "big", "timeout": 2])
        let batches = 40
        let size = 250
        let done = Mutex(0)
        let failures = Mutex(0)
        let task = Task {
            for number in 0..<batches {
                let first = Int64(number * size + 1)
                let values = (0..<size).map { Value.integer(first + Int64($0)) }
                while true {
                    if await error({ try await sink.write(batch(values, first: first)) }) == nil {
                        break
                    }
                    failures.withLock { $0 += 1 }
                    try await Task.sleep(for: .milliseconds(20))
                }
                done.withLock { $0 = number + 1 }
            }
        }
        for round in 1...4 {
            while done.withLock({ $0 < round * batches / 5 }) {
                try await Task.sleep(for: .milliseconds(1))
            }
            server.kill()
            try await Task.sleep(for: .milliseconds(50))
            try server.start()
        }
        try await task.value
        #expect(failures.withLock(\.self) > 0)
        let numbers = try server.messages(of: "BIG").map { Int($0.text) ?? 0 }
        #expect(numbers.count == batches * size)
        #expect(Set(numbers).count == batches * size)
    }

    @Test func aSubjectWithoutAStreamIsAnError() async throws {
        let server = try NATSServerProcess()
        let sink = try sink(server, ["subject": "big"])
        let problem = await error { try await sink.write(batch([1])) }
        #expect(problem?.code == "nats.stream")
        #expect(problem?.message == "no stream stores messages of 'big'")
        try server.create("BIG", "big")
        try await sink.write(batch([1]))
        #expect(try server.messages(of: "BIG").count == 1)
    }

    @Test func aFullStreamIsAnErrorAndStoredValuesAreNotSentAgain() async throws {
        let server = try NATSServerProcess()
        try server.request(
            "$JS.API.STREAM.CREATE.BIG",
            #"{"name":"BIG","subjects":["big"],"max_msgs":2,"discard":"new","duplicate_window":100000000}"#
        )
        let sink = try sink(server, ["subject": "big"])
        let problem = await error { try await sink.write(batch([1, 2, 3])) }
        #expect(problem?.code == "nats.publish")
        #expect(problem?.message.contains("maximum messages exceeded") == true)
        try await Task.sleep(for: .milliseconds(200))
        try server.request(
            "$JS.API.STREAM.UPDATE.BIG",
            #"{"name":"BIG","subjects":["big"],"max_msgs":9,"discard":"new","duplicate_window":100000000}"#
        )
        try await sink.write(batch([1, 2, 3]))
        #expect(try server.messages(of: "BIG").map(\.text) == ["1", "2", "3"])
    }

    @Test(arguments: [true, false])
    func anOrderedSinkStoresNoValueBeforeEarlierOnesOfItsSubject(isOrdered: Bool) async throws {
        let server = try NATSServerProcess()
        func stream(_ action: String, maximumSize: Int) throws {
            try server.request(
                "$JS.API.STREAM.\(action).BIG",
                #"{"name":"BIG","subjects":["big.*"],"max_msg_size":\#(maximumSize)}"#)
        }
        try stream("CREATE", maximumSize: 200)
        let sink = try sink(
            server, ["subject": "big.{key}", "ordered": .bool(isOrdered), "timeout": 5])
        let large = String(repeating: "x", count: 300)
        let values: [Value] = [
            ["key": "a", "n": .string(large)], ["key": "a", "n": "2"], ["key": "b", "n": "3"],
            ["key": "b", "n": "4"],
        ]
        // The stream refuses the first value for a while.
        let problem = await error { try await sink.write(batch(values)) }
        #expect(problem?.code == "nats.refused")
        #expect(problem?.hint == "raise max_msg_size of the stream")
        let subjects = try server.messages(of: "BIG").map(\.subject)
        #expect(subjects == (isOrdered ? ["big.b"] : ["big.a", "big.b", "big.b"]))
        try stream("UPDATE", maximumSize: 2000)
        try await sink.write(batch(values))
        let stored = try server.messages(of: "BIG")
        let numbers = stored.filter { $0.subject == "big.a" }.map { $0.text.count > 200 }
        #expect(numbers == (isOrdered ? [true, false] : [false, true]))
        #expect(stored.count == 4)
    }

    @Test func aValueThatIsTooLargeGoesToTheFile() async throws {
        let server = try NATSServerProcess()
        try server.create("BIG", "big")
        let folder = FileManager.default.temporaryDirectory.path + "/\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let sink = try sink(
            server, ["subject": "big", "rejected": "bad.jsonl"], folder: folder + "/")
        let large = String(repeating: "x", count: 1 << 20)
        try await sink.write(batch([1, .string(large), 3]))
        #expect(try server.messages(of: "BIG").map(\.text) == ["1", "3"])
        let line = try String(contentsOfFile: folder + "/bad.jsonl", encoding: .utf8)
        #expect(line.hasPrefix(#"{"output":"big","number":2,"error":{"code":"nats.refused""#))
    }

    @Test func valuesWithoutAStreamReachSubscribers() async throws {
        let server = try NATSServerProcess()
        let connection = try NATSConnection(server.connection)
        let subscription = try NATSSubscription(connection, subject: "big", group: nil)
        // What is published before the server knows the subscription is gone.
        try connection.flush(milliseconds: 5000)
        try await sink(server, ["subject": "big", "stored": false]).write(batch([1, 2]))
        let first = try subscription.fetch(1, milliseconds: 5000)
        let second = try subscription.fetch(1, milliseconds: 5000)
        #expect((first + second).map(\.text) == ["1", "2"])
    }
}
