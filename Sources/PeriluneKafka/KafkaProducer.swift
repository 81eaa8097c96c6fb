import CKafka
package import PeriluneCore
import Synchronization

/// Publishes messages, and waits until all in-sync replicas have them.
///
/// It is idempotent: messages that librdkafka sends again are stored once. Calls block, and the owner must not let
/// them overlap.
package final class KafkaProducer: @unchecked Sendable {
    /// A message to publish.
    package struct Message: Sendable {
        /// The topic; the partition follows from the key.
        package let topic: String
        /// Messages with the same key go to the same partition; `nil` for any partition.
        package let key: [UInt8]?
        /// The headers, in the order in which they are sent; names may be repeated.
        package let headers: [(name: String, value: [UInt8])]
        /// The value; `nil` for a tombstone.
        package let data: [UInt8]?

        package init(
            _ topic: String, key: [UInt8]?, headers: [(name: String, value: [UInt8])],
            data: [UInt8]?
        ) {
            self.topic = topic
            self.key = key
            self.headers = headers
            self.data = data
        }
    }

    private let pointer: OpaquePointer
    private let reports: KafkaReports
    private let timeout: Duration
    /// The number of the last message, which distinguishes late reports of earlier messages.
    private var number = 0

    /// Creates a producer; librdkafka connects in the background.
    ///
    /// A message may take as long as `timeout`.
    ///
    /// - Throws: `kafka.configuration` if librdkafka rejects the options.
    package init(
        _ options: KafkaConnectionOptions, timeout: Duration
    ) throws(PeriluneError) {
        reports = KafkaReports(options)
        self.timeout = timeout
        let limit = max(1, timeout.milliseconds)
        pointer = try options.client(
            RD_KAFKA_PRODUCER,
            [
                ("enable.idempotence", "true"), ("acks", "all"),
                ("message.timeout.ms", String(limit)),
                // The time during which an unknown topic may have just been created.
                ("topic.metadata.propagation.max.ms", String(limit / 2)),
                // The same partitioner as in Java clients, so that messages with the same key go to the same
                // partition.
                ("partitioner", "murmur2_random"),
                ("queue.buffering.max.messages", "10000"),
                ("queue.buffering.max.kbytes", "65536"),
            ], reports
        ) { rd_kafka_conf_set_dr_msg_cb($0, noteReport) }
    }

    deinit { rd_kafka_destroy(pointer) }

    /// Publishes messages and waits for the answers.
    ///
    /// - Returns: The error of each message; `nil` if it is stored.
    /// - Throws: An error if the producer cannot continue; any of the messages may be stored then.
    package func publish(_ messages: [Message]) throws(PeriluneError) -> [PeriluneError?] {
        let first = number + 1
        number += messages.count
        reports.begin(first, count: messages.count)
        let end = ContinuousClock.now + timeout + .seconds(5)
        for (index, message) in messages.enumerated() {
            var status = send(message, number: first + index)
            while status == RD_KAFKA_RESP_ERR__QUEUE_FULL, ContinuousClock.now < end {
                rd_kafka_poll(pointer, 50)
                status = send(message, number: first + index)
            }
            if status != RD_KAFKA_RESP_ERR_NO_ERROR {
                reports.complete(first + index, with: status)
            }
        }
        while reports.isWaiting, ContinuousClock.now < end { rd_kafka_poll(pointer, 50) }
        if reports.isWaiting { throw unanswered }
        var text = [CChar](repeating: 0, count: 512)
        let fatal = rd_kafka_fatal_error(pointer, &text, text.count)
        if fatal != RD_KAFKA_RESP_ERR_NO_ERROR {
            throw KafkaFailure(fatal).error("the producer for Kafka has failed")
        }
        _ = reports.drain()
        return zip(reports.statuses, messages).map { status, message in
            guard let status, status != RD_KAFKA_RESP_ERR_NO_ERROR else { return nil }
            // The status of a timeout gives no reason, but the last network failure does.
            let isLate = status == RD_KAFKA_RESP_ERR__MSG_TIMED_OUT
            return KafkaFailure(status, isLate ? reports.transport : "")
                .error("cannot publish to the topic '\(message.topic)'")
        }
    }

    private var unanswered: PeriluneError {
        KafkaFailure(RD_KAFKA_RESP_ERR__MSG_TIMED_OUT, reports.transport)
            .error("Kafka did not answer within \(timeout)")
    }

    private func send(_ message: Message, number: Int) -> rd_kafka_resp_err_t {
        // Headers of our own, because librdkafka would free its list twice if the topic is unknown (librdkafka#4627).
        let headers = message.headers.isEmpty ? nil : rd_kafka_headers_new(message.headers.count)
        for (name, value) in message.headers {
            _ = rd_kafka_header_add(headers, name, -1, value, value.count)
        }
        var packed = PackedMessage(message)
        return packed.withValues(opaque: number, headers: headers) { values, count in
            guard let error = rd_kafka_produceva(pointer, values, count) else {
                return RD_KAFKA_RESP_ERR_NO_ERROR
            }
            defer { rd_kafka_error_destroy(error) }
            if let headers { rd_kafka_headers_destroy(headers) }
            return rd_kafka_error_code(error)
        }
    }
}
