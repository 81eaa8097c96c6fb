import CKafka
import Foundation
import PeriluneCore
import Testing

@testable import KafkaPlugin
@testable import PeriluneKafka

/// librdkafka's mock cluster in this process: brokers at ports of loopback, until the object is gone.
///
/// Its functions are not among those that the program loads, since librdkafka does not promise to keep them.
final class KafkaCluster: @unchecked Sendable {
    private typealias New = @convention(c) (OpaquePointer?, Int32) -> OpaquePointer?
    private typealias Destroy = @convention(c) (OpaquePointer?) -> Void
    private typealias Bootstraps = @convention(c) (OpaquePointer?) -> UnsafePointer<CChar>?
    private typealias Create =
        @convention(c) (
            OpaquePointer?, UnsafePointer<CChar>, Int32, Int32
        ) -> Int32
    private typealias SetError =
        @convention(c) (
            OpaquePointer?, UnsafePointer<CChar>, Int32
        ) -> Void
    private typealias SetBroker = @convention(c) (OpaquePointer?, Int32) -> Int32
    private typealias PushErrors =
        @convention(c) (
            OpaquePointer?, Int16, Int, UnsafePointer<Int32>
        ) -> Void
    private typealias NewConfiguration = @convention(c) () -> OpaquePointer?
    private typealias NewClient =
        @convention(c) (
            Int32, OpaquePointer?, UnsafeMutablePointer<CChar>?, Int
        ) -> OpaquePointer?

    private let library: UnsafeMutableRawPointer
    private let owner: OpaquePointer
    private let pointer: OpaquePointer
    private let brokers: Int32

    init(brokers: Int32 = 1) throws {
        library = try #require(dlopen("librdkafka.so.1", RTLD_NOW), "apt-get install librdkafka1")
        self.brokers = brokers
        let configuration = try Self.function("rd_kafka_conf_new", library, NewConfiguration.self)()
        owner = try #require(
            try Self.function("rd_kafka_new", library, NewClient.self)(0, configuration, nil, 0))
        pointer = try #require(
            try Self.function("rd_kafka_mock_cluster_new", library, New.self)(owner, brokers))
    }

    deinit {
        try? Self.function("rd_kafka_mock_cluster_destroy", library, Destroy.self)(pointer)
        try? Self.function("rd_kafka_destroy", library, Destroy.self)(owner)
    }

    private static func function<Function>(
        _ name: String, _ library: UnsafeMutableRawPointer, _ type: Function.Type
    ) throws -> Function {
        unsafeBitCast(try #require(dlsym(library, name)), to: type)
    }

    private func function<Function>(_ name: String, _ type: Function.Type) throws -> Function {
        try Self.function("rd_kafka_mock_" + name, library, type)
    }

    var connection: KafkaConnectionOptions {
        get throws {
            let text = try #require(
                try function("cluster_bootstraps", Bootstraps.self)(pointer))
            var options = KafkaConnectionOptions()
            options.servers = String(cString: text).split(separator: ",").map(String.init)
            return options
        }
    }

    /// Creates a topic.
    func create(_ topic: String, partitions: Int32 = 1) throws {
        let status = try function("topic_create", Create.self)(pointer, topic, partitions, 1)
        try #require(status == 0)
    }

    /// What metadata requests are answered for a topic; 0 for no error.
    func setError(_ status: Int32, of topic: String) throws {
        try function("topic_set_error", SetError.self)(pointer, topic, status)
    }

    /// What the next requests of a kind are answered.
    func fail(_ request: Int16, with statuses: [Int32]) throws {
        try function("push_request_errors_array", PushErrors.self)(
            pointer, request, statuses.count, statuses)
    }

    /// Ends or begins to accept connections.
    func setUp(_ isUp: Bool) throws {
        for broker in 1...brokers {
            let name = isUp ? "broker_set_up" : "broker_set_down"
            _ = try function(name, SetBroker.self)(pointer, broker)
        }
    }

    /// Publishes messages.
    func publish(
        _ topic: String, key: String? = nil, headers: [(name: String, value: String)] = [],
        _ texts: String?...
    ) throws {
        let messages = texts.map { text in
            KafkaProducer.Message(
                topic, key: key.map { Array($0.utf8) },
                headers: headers.map { ($0.name, Array($0.value.utf8)) },
                data: text.map { Array($0.utf8) })
        }
        let producer = try KafkaProducer(connection, timeout: .seconds(10))
        #expect(try producer.publish(messages).allSatisfy { $0 == nil })
    }

    /// All messages of a topic, in order within each partition.
    func messages(of topic: String, partitions: Int32 = 1) throws -> [KafkaMessage] {
        let options = try connection
        let failures = KafkaFailures(options)
        let client = try options.client(
            RD_KAFKA_CONSUMER,
            [
                ("group.id", "reader"), ("enable.partition.eof", "true"),
                ("fetch.wait.max.ms", "10"),
            ], failures
        ) { _ in }
        defer { rd_kafka_destroy(client) }
        let list = rd_kafka_topic_partition_list_new(partitions)
        defer { rd_kafka_topic_partition_list_destroy(list) }
        for partition in 0..<partitions {
            rd_kafka_topic_partition_list_add(list, topic, partition)?.pointee.offset = 0
        }
        rd_kafka_assign(client, list)
        var (messages, ended): ([KafkaMessage], Int32) = ([], 0)
        let end = ContinuousClock.now + .seconds(20)
        while ended < partitions, ContinuousClock.now < end {
            guard let message = rd_kafka_consumer_poll(client, 100) else { continue }
            switch message.pointee.err {
            case RD_KAFKA_RESP_ERR__PARTITION_EOF: ended += 1
            case RD_KAFKA_RESP_ERR_NO_ERROR:
                messages.append(KafkaMessage(message, generation: 0))
            default: break
            }
            rd_kafka_message_destroy(message)
        }
        try #require(ended == partitions)
        return messages
    }
}

extension KafkaMessage {
    var text: String? { data.map { String(decoding: $0, as: UTF8.self) } }

    subscript(header: String) -> String? {
        headers.first { $0.name == header }.map { String(decoding: $0.value, as: UTF8.self) }
    }
}
