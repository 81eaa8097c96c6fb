import PeriluneCore
import PeriluneFiles
import PeriluneTestKit
import Synchronization
import Testing

@testable import KafkaPlugin
@testable import PeriluneKafka

/// The rules of sources and sinks, at a mock cluster.
@Suite(.timeLimit(.minutes(5))) struct KafkaConformanceTests {
    private let cluster: KafkaCluster
    private let count = Count()

    /// Of the topics.
    private final class Count: Sendable {
        let number = Mutex(0)
    }

    init() throws { cluster = try KafkaCluster() }

    private var topic: String { "t\(count.number.withLock(\.self))" }

    private func createTopic() throws -> String {
        count.number.withLock { $0 += 1 }
        try cluster.create(topic)
        return topic
    }

    @Test func aSourceConformsToTheRulesOfSources() async throws {
        let problems = try await EventSourceConformance.checkConcurrently(
            prepare: { events in
                let topic = try createTopic()
                for event in events {
                    try cluster.publish(topic, String(decoding: event.json, as: UTF8.self))
                }
                return topic
            },
            make: { [cluster] topic in
                // A member whose session is shorter than the cluster lets a group wait never gets a partition.
                KafkaSource(
                    .init(topics: [topic], group: topic, session: .seconds(4)),
                    try cluster.connection)
            })
        #expect(problems == [])
    }

    @Test func aSinkConformsToTheRulesOfSinks() async throws {
        let problems = await RecordSinkConformance.check(
            .atLeastOnce, prepare: { _ = try createTopic() },
            make: {
                try KafkaSinkFactory(cluster.connection)
                    .sink(named: "big", SinkOptions(["topic": .string(topic)]))
            },
            received: { try cluster.messages(of: topic).compactMap(\.text) })
        #expect(problems == [])
    }
}
