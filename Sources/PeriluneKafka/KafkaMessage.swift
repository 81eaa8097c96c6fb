import CKafka

/// A message of a partition, identified by topic, partition and offset.
package struct KafkaMessage: Sendable {
    package let topic: String
    package let partition: Int32
    package let offset: Int64
    /// Milliseconds since 1970, as its producer or the broker set it; `nil` if neither did.
    package let time: Int64?
    /// The key; `nil` if the producer set none.
    package let key: [UInt8]?
    /// The value; `nil` for a tombstone.
    package let data: [UInt8]?
    /// The headers in order; a name may occur several times.
    package let headers: [(name: String, value: [UInt8])]
    /// The assignment of partitions during which it was read.
    let generation: Int

    /// Copies a message of librdkafka.
    init(_ pointer: UnsafePointer<rd_kafka_message_t>, generation: Int) {
        let message = pointer.pointee
        topic = message.rkt.map { String(cString: rd_kafka_topic_name($0)) } ?? ""
        partition = message.partition
        offset = message.offset
        self.generation = generation
        key = Self.bytes(message.key, message.key_len)
        data = Self.bytes(message.payload, message.len)
        var kind = RD_KAFKA_TIMESTAMP_NOT_AVAILABLE
        let time = rd_kafka_message_timestamp(pointer, &kind)
        self.time = kind == RD_KAFKA_TIMESTAMP_NOT_AVAILABLE || time < 0 ? nil : time
        headers = Self.headers(pointer)
    }

    private static func bytes(_ start: UnsafeRawPointer?, _ count: Int) -> [UInt8]? {
        start.map { Array(UnsafeRawBufferPointer(start: $0, count: count)) }
    }

    private static func headers(
        _ pointer: UnsafePointer<rd_kafka_message_t>
    ) -> [(name: String, value: [UInt8])] {
        var list: OpaquePointer?
        guard rd_kafka_message_headers(pointer, &list) == RD_KAFKA_RESP_ERR_NO_ERROR, let list
        else { return [] }
        var headers: [(name: String, value: [UInt8])] = []
        var name: UnsafePointer<CChar>?
        var value: UnsafeRawPointer?
        var size = 0
        while rd_kafka_header_get_all(list, headers.count, &name, &value, &size)
            == RD_KAFKA_RESP_ERR_NO_ERROR
        {
            headers.append((name.map { String(cString: $0) } ?? "", bytes(value, size) ?? []))
        }
        return headers
    }
}
