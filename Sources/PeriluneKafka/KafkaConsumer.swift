import CKafka
package import PeriluneCore

/// A member of a consumer group.
///
/// librdkafka connects and reconnects by itself. Calls block, and the owner must not let them overlap.
package final class KafkaConsumer: @unchecked Sendable {
    /// The topics and the group of a member.
    package struct Subscription: Sendable {
        /// The names of the topics.
        package let topics: [String]
        /// The consumer group, whose members share the partitions and whose offsets the broker keeps.
        package let group: String
        /// Whether a group without an offset starts at the first message of a partition instead of with new messages.
        package let startsAtFirst: Bool
        /// The time without contact after which the broker gives the partitions to other members.
        package let sessionMilliseconds: Int

        package init(
            topics: [String], group: String, startsAtFirst: Bool, sessionMilliseconds: Int
        ) {
            self.topics = topics
            self.group = group
            self.startsAtFirst = startsAtFirst
            self.sessionMilliseconds = sessionMilliseconds
        }
    }

    private let pointer: OpaquePointer
    private let assignment: KafkaAssignment
    /// Messages of newly assigned partitions, which were read while the others were paused.
    private var early: [KafkaMessage] = []
    private var isPaused = false

    /// Creates a member; librdkafka connects in the background.
    ///
    /// - Throws: `kafka.configuration` if librdkafka rejects the options.
    package init(
        _ subscription: Subscription, _ options: KafkaConnectionOptions
    ) throws(PeriluneError) {
        assignment = KafkaAssignment(options)
        pointer = try options.client(
            RD_KAFKA_CONSUMER,
            [
                ("group.id", subscription.group),
                ("auto.offset.reset", subscription.startsAtFirst ? "earliest" : "latest"),
                ("session.timeout.ms", String(subscription.sessionMilliseconds)),
                ("heartbeat.interval.ms", String(subscription.sessionMilliseconds / 3)),
                // Commits the offsets of `store` five times a second, and when partitions are revoked.
                ("enable.auto.commit", "true"), ("auto.commit.interval.ms", "200"),
                ("enable.auto.offset.store", "false"),
                // The buffer for messages of all partitions.
                ("queued.max.messages.kbytes", "16384"),
                ("fetch.wait.max.ms", "200"),
            ], assignment
        ) { rd_kafka_conf_set_rebalance_cb($0, changeAssignment) }
        rd_kafka_poll_set_consumer(pointer)
        let list = rd_kafka_topic_partition_list_new(Int32(subscription.topics.count))
        defer { rd_kafka_topic_partition_list_destroy(list) }
        for topic in subscription.topics { rd_kafka_topic_partition_list_add(list, topic, -1) }
        let status = rd_kafka_subscribe(pointer, list)
        guard status == RD_KAFKA_RESP_ERR_NO_ERROR else {
            throw KafkaFailure(status).error(
                "cannot subscribe to \(subscription.topics.joined(separator: ", "))")
        }
    }

    deinit { rd_kafka_destroy(pointer) }

    /// Commits the stored offsets and leaves the group; no messages can be read afterwards.
    package func close() { rd_kafka_consumer_close(pointer) }

    /// The errors since the last call; librdkafka tries again by itself.
    package func takeErrors() -> [PeriluneError] { assignment.drain() }

    /// Waits for messages; empty after the given time.
    ///
    /// - Throws: An error if the member cannot continue.
    package func poll(_ count: Int, wait: Duration) throws(PeriluneError) -> [KafkaMessage] {
        if isPaused { pause(false) }
        var messages = early
        early = []
        while messages.count < count,
            // Only wait for the first one.
            let message = try next(messages.isEmpty ? wait : .zero)
        {
            messages.append(message)
        }
        // Messages of revoked partitions are read by another member.
        return messages.filter { holds([$0]) }
    }

    /// Stays in the group without reading for some time.
    ///
    /// - Throws: An error if the member cannot continue.
    package func wait(_ duration: Duration) throws(PeriluneError) {
        pause(true)
        if let message = try next(duration) { early.append(message) }
    }

    /// Whether no partition has been assigned or revoked since these messages were read.
    package func holds(_ messages: [KafkaMessage]) -> Bool {
        messages.allSatisfy { $0.generation == assignment.generation }
    }

    /// Marks messages of current partitions as processed: a member that gets the partitions continues after them.
    package func store(_ messages: [KafkaMessage]) {
        struct Place: Hashable {
            let topic: String
            let partition: Int32
        }
        var next: [Place: Int64] = [:]
        for message in messages {
            let place = Place(topic: message.topic, partition: message.partition)
            next[place] = max(next[place] ?? 0, message.offset + 1)
        }
        let list = rd_kafka_topic_partition_list_new(Int32(next.count))
        defer { rd_kafka_topic_partition_list_destroy(list) }
        for (place, offset) in next {
            rd_kafka_topic_partition_list_add(list, place.topic, place.partition)?.pointee.offset =
                offset
        }
        _ = rd_kafka_offsets_store(pointer, list)
    }

    private func next(_ wait: Duration) throws(PeriluneError) -> KafkaMessage? {
        guard let found = rd_kafka_consumer_poll(pointer, Int32(clamping: wait.milliseconds)) else {
            return nil
        }
        defer { rd_kafka_message_destroy(found) }
        let status = found.pointee.err
        if status == RD_KAFKA_RESP_ERR_NO_ERROR {
            return KafkaMessage(found, generation: assignment.generation)
        }
        let said = rd_kafka_message_errstr(found).map { String(cString: $0) } ?? ""
        let failure = KafkaFailure(status, said)
        if status == RD_KAFKA_RESP_ERR__FATAL { throw failure.error("cannot read from Kafka") }
        assignment.report(failure)
        return nil
    }

    private func pause(_ isPaused: Bool) {
        var list: UnsafeMutablePointer<rd_kafka_topic_partition_list_t>?
        guard rd_kafka_assignment(pointer, &list) == RD_KAFKA_RESP_ERR_NO_ERROR else { return }
        defer { rd_kafka_topic_partition_list_destroy(list) }
        _ =
            isPaused
            ? rd_kafka_pause_partitions(pointer, list) : rd_kafka_resume_partitions(pointer, list)
        self.isPaused = isPaused
    }
}

/// The changes of a member's partitions.
private final class KafkaAssignment: KafkaFailures, @unchecked Sendable {
    /// The number of changes; they happen during polls, on the polling thread.
    private(set) var generation = 0

    func change() { generation += 1 }
}

/// Applies assignments and revocations of the group.
///
/// Called during a poll, when there are no messages that were read but not returned.
private let changeAssignment:
    @Sendable @convention(c) (
        OpaquePointer?, rd_kafka_resp_err_t,
        UnsafeMutablePointer<rd_kafka_topic_partition_list_t>?, UnsafeMutableRawPointer?
    ) -> Void = { client, status, partitions, context in
        if let context {
            Unmanaged<KafkaAssignment>.fromOpaque(context).takeUnretainedValue().change()
        }
        // librdkafka commits the stored offsets of revoked partitions.
        rd_kafka_assign(client, status == RD_KAFKA_RESP_ERR__ASSIGN_PARTITIONS ? partitions : nil)
    }
