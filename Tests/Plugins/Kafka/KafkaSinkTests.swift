import Foundation
import PeriluneCore
import PeriluneFiles
import PeriluneJSON
import Testing

@testable import KafkaPlugin
@testable import PeriluneKafka

/// A sink that publishes to a mock cluster.
@Suite(.timeLimit(.minutes(5))) struct KafkaSinkTests {
    private let cluster: KafkaCluster

    init() throws { cluster = try KafkaCluster() }

    private func sink(_ options: Value, folder: String = "") throws -> any RecordSink {
        try KafkaSinkFactory(cluster.connection)
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

    @Test func valuesGoToTheTopicOfTheirFieldsWithTheirIdentity() async throws {
        for topic in ["big.eu.1", "big.a_b__.2", "big._._"] { try cluster.create(topic) }
        let sink = try sink(["topic": "big.{region}.{n}", "key": "k{n}"])
        try await sink.write(batch([["region": "eu", "n": 1], ["region": "a b/é", "n": 2], [:]]))
        let first = try #require(try cluster.messages(of: "big.eu.1").first)
        #expect(first.text == #"{"region":"eu","n":1}"#)
        #expect(first.key == Array("k1".utf8))
        #expect(first["perilune-id"] == "q-1")
        #expect(first["content-type"] == "application/json")
        #expect(try cluster.messages(of: "big.a_b__.2").map(\.key) == [Array("k2".utf8)])
        let last = try #require(try cluster.messages(of: "big._._").first)
        #expect(last.key == nil)
        #expect(last["perilune-id"] == "q-3")
    }

    @Test func valuesAreEventsOnRequest() async throws {
        try cluster.create("big")
        try await sink(["topic": "big", "format": "cloudevents"]).write(batch([["n": 1]]))
        let message = try #require(try cluster.messages(of: "big").first)
        #expect(message["content-type"] == "application/cloudevents+json")
        #expect(
            message.text
                == #"{"specversion":"1.0","id":"q-1","source":"big","type":"perilune.emitted","data":{"n":1}}"#
        )
    }

    @Test func valuesWithTheSameKeyGoToOnePartitionInOrder() async throws {
        try cluster.create("big", partitions: 4)
        let values = (0..<100).map { number -> Value in
            ["customer": .integer(Int64(number % 10)), "n": .integer(Int64(number))]
        }
        try await sink(["topic": "big", "key": "{customer}"]).write(batch(values))
        let messages = try cluster.messages(of: "big", partitions: 4)
        let groups = Dictionary(grouping: messages) {
            $0.key.map { String(decoding: $0, as: UTF8.self) }
        }
        #expect(groups.count == 10)
        for group in groups.values {
            #expect(Set(group.map(\.partition)).count == 1)
            let numbers = try group.map { try Value(json: $0.data ?? [])["n"]?.integer ?? -1 }
            #expect(numbers == numbers.sorted())
            #expect(numbers.count == 10)
        }
        #expect(Set(messages.map(\.partition)).count > 1)
    }

    /// What is refused is only the one message; the others are not published again.
    @Test func aValueThatIsTooLargeGoesToTheFile() async throws {
        try cluster.create("big")
        let folder = FileManager.default.temporaryDirectory.path + "/\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let sink = try sink(["topic": "big", "rejected": "bad.jsonl"], folder: folder + "/")
        let large = String(repeating: "x", count: 1_000_000)
        try await sink.write(batch([1, .string(large), 3]))
        #expect(try cluster.messages(of: "big").map(\.text) == ["1", "3"])
        let line = try String(contentsOfFile: folder + "/bad.jsonl", encoding: .utf8)
        #expect(line.hasPrefix(#"{"output":"big","number":2,"error":{"code":"kafka.refused""#))
    }

    @Test func aTopicThatIsMissingIsNamedAndTheOthersAreStoredOnce() async throws {
        try cluster.create("big.a")
        try cluster.create("big.b")
        try cluster.setError(3, of: "big.b")
        let sink = try sink(["topic": "big.{t}", "timeout": 10])
        let batch = batch([["t": "a"], ["t": "b"], ["t": "a"]])
        let error = try #require(await error { try await sink.write(batch) })
        #expect(error.code == "kafka.topic", "\(error)")
        #expect(error.message.contains("big.b"))
        #expect(error.hint?.contains("create the topic") == true)
        try cluster.setError(0, of: "big.b")
        var last: PeriluneError?
        for _ in 0..<30 {
            last = await self.error { try await sink.write(batch) }
            if last == nil { break }
            try await Task.sleep(for: .seconds(1))
        }
        #expect(last == nil)
        #expect(try cluster.messages(of: "big.a").count == 2)
        #expect(try cluster.messages(of: "big.b").count == 1)
    }

    @Test func unavailableBrokersAreAnErrorWithARemedyAndRetried() async throws {
        try cluster.create("big")
        try await sink(["topic": "big"]).write(batch([1]))
        let sink = try sink(["topic": "big", "timeout": 1])
        try cluster.setUp(false)
        let error = try #require(await error { try await sink.write(batch([2, 3], first: 2)) })
        #expect(error.code == "kafka.connection", "\(error)")
        #expect(error.hint?.contains("brokers run") == true)
        try cluster.setUp(true)
        var last: PeriluneError?
        for _ in 0..<20 {
            last = await self.error { try await sink.write(batch([2, 3], first: 2)) }
            if last == nil { break }
        }
        #expect(last == nil, "\(String(describing: last))")
        #expect(Set(try cluster.messages(of: "big").compactMap(\.text)) == ["1", "2", "3"])
    }

    /// A request that the broker has stored and not answered is sent again: idempotence recognizes it.
    @Test func aMessageThatTheLibraryRepeatsIsStoredOnce() async throws {
        try cluster.create("big")
        let sink = try sink(["topic": "big"])
        // NOT_ENOUGH_REPLICAS_AFTER_APPEND and REQUEST_TIMED_OUT, at Produce.
        try cluster.fail(0, with: [20, 7])
        try await sink.write(batch([1, 2, 3]))
        #expect(try cluster.messages(of: "big").map(\.text) == ["1", "2", "3"])
    }
}
