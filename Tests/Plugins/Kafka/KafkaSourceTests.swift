import Foundation
import PeriluneCore
import PeriluneJSON
import PeriluneMessages
import PeriluneTestKit
import Synchronization
import Testing

@testable import KafkaPlugin
@testable import PeriluneKafka

/// Sources at a mock cluster, which lets the first member of a group wait for three seconds.
@Suite(.timeLimit(.minutes(5))) struct KafkaSourceTests {
    private let cluster: KafkaCluster
    private let receiver = Receiver()

    init() throws { cluster = try KafkaCluster() }

    private static func event(_ id: String) -> String {
        #"{"specversion":"1.0","id":"\#(id)","source":"s","type":"t","time":"2026-01-01T00:00:00Z"}"#
    }

    private func run(
        _ settings: KafkaSource.Settings, until isDone: () throws -> Bool
    ) async throws {
        try await receiver.run(KafkaSource(settings, cluster.connection), until: isDone)
    }

    @Test func messagesBecomeEventsInAllFormats() async throws {
        try cluster.create("orders")
        try cluster.publish("orders", Self.event("plain"))
        try cluster.publish(
            "orders", headers: [("content-type", "application/cloudevents+json; charset=UTF-8")],
            Self.event("structured"))
        try cluster.publish(
            "orders",
            headers: [
                ("ce_specversion", "1.0"), ("ce_id", "50%"), ("ce_source", "/süd"),
                ("ce_type", "t"), ("ce_time", "2026-01-01T00:00:00Z"),
                ("content-type", "application/json"),
            ], #"{"total":1.50}"#)
        try await run(.init(topics: ["orders"])) { receiver.events.count == 3 }
        #expect(
            receiver.events == [
                Self.event("plain"), Self.event("structured"),
                #"{"specversion":"1.0","id":"50%","source":"/süd","type":"t","time":"2026-01-01T00:00:00Z","datacontenttype":"application/json","data":{"total":1.50}}"#,
            ])
        #expect(receiver.identities == ["s\0plain", "s\0structured", "/süd\050%"])
    }

    @Test func dataBecomesAnEventWithTheIdOfItsPlace() async throws {
        try cluster.create("logs")
        try cluster.publish("logs", key: "a", #"{"n": 1}"#, "some text", nil)
        let settings = KafkaSource.Settings(
            topics: ["logs"], messages: .init(.data, type: "log.line"))
        try await run(settings) { receiver.events.count == 3 }
        let values = try receiver.events.map { try Value(json: Array($0.utf8)) }
        #expect(values.map { $0["id"]?.string } == ["logs/0/0", "logs/0/1", "logs/0/2"])
        #expect(
            values.map { $0["source"]?.string } == ["/kafka/logs", "/kafka/logs", "/kafka/logs"])
        #expect(values.map { $0["type"]?.string } == ["log.line", "log.line", "log.line"])
        #expect(values.map { $0["partitionkey"]?.string } == ["a", "a", "a"])
        #expect(values.map { $0["data"] } == [["n": 1], "some text", .null])
        #expect(receiver.identities.allSatisfy { $0?.hasPrefix("logs/0/") == true })
        #expect(Set(receiver.identities).count == 3)
    }

    @Test func committedMessagesAreNotRedelivered() async throws {
        try cluster.create("orders")
        try cluster.publish("orders", Self.event("1"), Self.event("2"))
        let settings = KafkaSource.Settings(topics: ["orders"], session: .seconds(4))
        try await run(settings) { receiver.events.count == 2 }
        try cluster.publish("orders", Self.event("3"))
        try await run(settings) { receiver.events.count > 2 }
        #expect(receiver.events == [Self.event("1"), Self.event("2"), Self.event("3")])
    }

    @Test func aGroupBeginsWithNewMessagesOnRequest() async throws {
        try cluster.create("orders")
        try cluster.publish("orders", Self.event("old"))
        var published = 0
        try await run(.init(topics: ["orders"], start: .latest)) {
            published += 1
            try cluster.publish("orders", Self.event("\(published)"))
            return !receiver.events.isEmpty
        }
        #expect(!receiver.events.contains(Self.event("old")))
    }

    @Test func anInvalidMessageGoesToTheQuarantine() async throws {
        try cluster.create("orders")
        try cluster.publish("orders", Self.event("1"), "{bad", Self.event("3"))
        try await run(.init(topics: ["orders"])) { receiver.events.count == 2 }
        #expect(receiver.events == [Self.event("1"), Self.event("3")])
        let entries = receiver.deliveries.withLock { $0.flatMap(\.unreadable) }
        #expect(entries.map(\.bytes) == [Array("{bad".utf8)])
        #expect(entries.first?.error.code == "json.syntax")
    }

    @Test func anInvalidMessageGoesToTheDeadLettersWithTheReason() async throws {
        try cluster.create("orders")
        try cluster.create("dead")
        try cluster.publish("orders", key: "k", headers: [("trace", "7")], "{bad")
        try cluster.publish("orders", Self.event("2"))
        try await run(.init(topics: ["orders"], dead: "dead")) { receiver.events.count == 1 }
        #expect(receiver.codes == ["json.syntax"])
        let dead = try cluster.messages(of: "dead")
        #expect(dead.map(\.text) == ["{bad"])
        let message = try #require(dead.first)
        #expect(message.key == Array("k".utf8))
        #expect(message["trace"] == "7")
        #expect(message["Perilune-Error-Code"] == "json.syntax")
        #expect(message["Perilune-Error"]?.isEmpty == false)
        #expect(message["Perilune-Topic"] == "orders")
        #expect(message["Perilune-Partition"] == "0")
        #expect(message["Perilune-Offset"] == "0")
    }

    /// Repaired, the two ids would be equal.
    @Test func aMessageWithAnAttributeThatIsNotUTF8IsInvalid() async throws {
        try cluster.create("orders")
        let attributes = ["specversion": "1.0", "source": "s", "type": "t"]
            .map { ("ce_" + $0.key, Array($0.value.utf8)) }
        let messages = [[0x78, 0xFF], [0x78, 0xFE]].map { (id: [UInt8]) in
            KafkaProducer.Message(
                "orders", key: nil, headers: attributes + [("ce_id", id)], data: Array("{}".utf8))
        }
        let producer = try KafkaProducer(cluster.connection, timeout: .seconds(10))
        #expect(try producer.publish(messages) == [nil, nil])
        try cluster.publish("orders", Self.event("3"))
        try await run(.init(topics: ["orders"])) { receiver.events.count == 1 }
        let entries = receiver.deliveries.withLock { $0.flatMap(\.unreadable) }
        #expect(entries.map(\.error.code) == ["event.attribute", "event.attribute"])
        #expect(entries.first?.error.message == "the header ce-id is not valid UTF-8")
    }

    /// With the headers of a dead letter, it is larger than a producer allows.
    @Test func aDeadLetterThatIsTooLargeGoesToTheQuarantine() async throws {
        try cluster.create("orders")
        try cluster.create("dead")
        let large = "{" + String(repeating: "x", count: 999_900)
        try cluster.publish("orders", large, "{bad", Self.event("3"))
        try await run(.init(topics: ["orders"], dead: "dead")) { receiver.events.count == 1 }
        let entries = receiver.deliveries.withLock { $0.flatMap(\.unreadable) }
        #expect(entries.count == 1)
        // Not in one expectation, which would print it.
        let isWhole = entries.first?.bytes == Array(large.utf8)
        #expect(isWhole)
        #expect(entries.first?.error.code == "json.syntax")
        #expect(try cluster.messages(of: "dead").map { $0.text?.count } == [4])
        #expect(receiver.codes == ["kafka.refused", "json.syntax"])
        #expect(receiver.problems.first?.message.contains("goes to the quarantine") == true)
    }

    @Test func aFullHostGetsTheMessagesLater() async throws {
        try cluster.create("orders")
        try cluster.publish("orders", Self.event("1"))
        receiver.isFull.store(true, ordering: .releasing)
        let settings = KafkaSource.Settings(topics: ["orders"], session: .seconds(4))
        // Longer than a session: the consumer remains a member.
        var full: ContinuousClock.Instant?
        try await run(settings) {
            if receiver.codes == ["intake.full"], full == nil { full = .now }
            if let full, .now - full > .seconds(6) {
                receiver.isFull.store(false, ordering: .releasing)
            }
            return receiver.events == [Self.event("1")]
        }
        #expect(receiver.codes == ["intake.full"])
    }

    @Test func reconnectsToBrokersThatRecover() async throws {
        try cluster.create("orders")
        try cluster.publish("orders", Self.event("1"))
        var stage = 0
        try await run(.init(topics: ["orders"])) {
            if stage == 0, receiver.events.count == 1 {
                try cluster.setUp(false)
                stage = 1
            } else if stage == 1, !receiver.codes.isEmpty {
                try cluster.setUp(true)
                try cluster.publish("orders", Self.event("2"))
                stage = 2
            }
            return receiver.events.contains(Self.event("2"))
        }
        #expect(Set(receiver.codes) == ["kafka.connection"])
    }

    @Test func partitionsAreSharedByAGroupAndNothingIsLost() async throws {
        try cluster.create("orders", partitions: 4)
        let settings = KafkaSource.Settings(topics: ["orders"], session: .seconds(4))
        let source = KafkaSource(settings, try cluster.connection)
        let other = Receiver()
        var published = 0
        var second: Task<Void, any Error>?
        try await run(settings) {
            published += 1
            try cluster.publish("orders", key: "\(published)", Self.event("\(published)"))
            if second == nil, receiver.events.count > 20 {
                second = Task { try await source.run(in: other.host) }
            }
            return other.events.count > 20
        }
        second?.cancel()
        try await second?.value
        let rest = Receiver()
        try await rest.run(source) {
            Set(receiver.events + other.events + rest.events).count == published
        }
        #expect(other.events.count < published)
    }

    @Test func aMissingTopicIsReportedWithARemedyAndFoundLater() async throws {
        try cluster.create("orders")
        try cluster.setError(3, of: "orders")
        try await run(.init(topics: ["orders"])) {
            guard !receiver.codes.isEmpty else { return false }
            try cluster.setError(0, of: "orders")
            if receiver.events.isEmpty { try cluster.publish("orders", Self.event("1")) }
            return !receiver.events.isEmpty
        }
        let error = try #require(receiver.problems.first)
        #expect(error.code == "kafka.topic")
        #expect(error.message.contains("orders"), "\(error)")
        #expect(error.hint?.contains("create the topic") == true)
    }

    @Test func aClusterThatDoesNotAnswerIsReportedWithARemedy() async throws {
        var options = KafkaConnectionOptions()
        options.servers = ["127.0.0.1:1"]
        try await receiver.run(KafkaSource(.init(topics: ["orders"]), options)) {
            !receiver.codes.isEmpty
        }
        let error = try #require(receiver.problems.first)
        #expect(error.code == "kafka.connection")
        #expect(error.message.contains("127.0.0.1:1"), "\(error)")
        #expect(error.message.contains("Connection refused"), "\(error)")
        #expect(error.hint?.contains("brokers run") == true)
    }
}
