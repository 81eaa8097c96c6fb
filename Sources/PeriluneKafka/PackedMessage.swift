import CKafka

/// A message in the form of librdkafka, with all texts and bytes in one buffer.
struct PackedMessage {
    private var bytes: [UInt8] = []
    private var parts: [(type: rd_kafka_vtype_t, range: Range<Int>)] = []

    init(_ message: KafkaProducer.Message) {
        add(RD_KAFKA_VTYPE_TOPIC, Array(message.topic.utf8))
        if let key = message.key { add(RD_KAFKA_VTYPE_KEY, key) }
        if let data = message.data { add(RD_KAFKA_VTYPE_VALUE, data) }
    }

    /// Adds a part with a zero after it, because the topic is a C string and an empty value needs an address.
    private mutating func add(_ type: rd_kafka_vtype_t, _ part: [UInt8]) {
        let start = bytes.count
        bytes += part
        parts.append((type, start..<bytes.count))
        bytes.append(0)
    }

    /// Calls a function with the values of the message, followed by further ones.
    mutating func withValues<Result>(
        opaque: Int, headers: OpaquePointer?,
        _ body: (UnsafePointer<rd_kafka_vu_t>, Int) -> Result
    ) -> Result {
        bytes.withUnsafeMutableBytes { bytes in
            var values: [rd_kafka_vu_t] = []
            func add(_ type: rd_kafka_vtype_t, _ set: (inout rd_kafka_vu_t) -> Void) {
                var value = rd_kafka_vu_t()
                value.vtype = type
                set(&value)
                values.append(value)
            }
            for part in parts {
                let place = bytes.baseAddress.map { $0 + part.range.lowerBound }
                add(part.type) { value in
                    if part.type == RD_KAFKA_VTYPE_TOPIC {
                        value.u.cstr = place.map {
                            UnsafePointer($0.assumingMemoryBound(to: CChar.self))
                        }
                    } else {
                        value.u.mem.ptr = place
                        value.u.mem.size = part.range.count
                    }
                }
            }
            add(RD_KAFKA_VTYPE_MSGFLAGS) { $0.u.i = RD_KAFKA_MSG_F_COPY }
            add(RD_KAFKA_VTYPE_OPAQUE) { $0.u.ptr = UnsafeMutableRawPointer(bitPattern: opaque) }
            if let headers { add(RD_KAFKA_VTYPE_HEADERS) { $0.u.headers = headers } }
            return body(values, values.count)
        }
    }
}
