import CKafka

/// A message in the form of the library, whose texts and bytes lie one after another.
struct PackedMessage {
    private var bytes: [UInt8] = []
    private var parts: [(type: rd_kafka_vtype_t, name: Int?, range: Range<Int>)] = []

    init(_ message: KafkaProducer.Message) {
        add(RD_KAFKA_VTYPE_TOPIC, Array(message.topic.utf8))
        if let key = message.key { add(RD_KAFKA_VTYPE_KEY, key) }
        if let data = message.data { add(RD_KAFKA_VTYPE_VALUE, data) }
        for header in message.headers {
            let name = bytes.count
            bytes += header.name.utf8.filter { $0 != 0 } + [0]
            add(RD_KAFKA_VTYPE_HEADER, header.value, name: name)
        }
    }

    /// Ended by a zero, for those that are C strings; also, an empty value has an address.
    private mutating func add(_ type: rd_kafka_vtype_t, _ part: [UInt8], name: Int? = nil) {
        let start = bytes.count
        bytes += part
        parts.append((type, name, start..<bytes.count))
        bytes.append(0)
    }

    /// Passes the values of the message; there is room for one more.
    mutating func withValues<Result>(
        _ body: (UnsafeMutablePointer<rd_kafka_vu_t>, Int) -> Result
    ) -> Result {
        var values = [rd_kafka_vu_t](repeating: rd_kafka_vu_t(), count: parts.count + 2)
        return bytes.withUnsafeMutableBytes { bytes in
            guard let start = bytes.baseAddress else { return body(&values, 0) }
            for (index, part) in parts.enumerated() {
                let place = start + part.range.lowerBound
                values[index].vtype = part.type
                switch part.type {
                case RD_KAFKA_VTYPE_TOPIC:
                    values[index].u.cstr = UnsafePointer(place.assumingMemoryBound(to: CChar.self))
                case RD_KAFKA_VTYPE_HEADER:
                    let name = (start + (part.name ?? 0)).assumingMemoryBound(to: CChar.self)
                    values[index].u.header.name = UnsafePointer(name)
                    values[index].u.header.val = UnsafeRawPointer(place)
                    values[index].u.header.size = part.range.count
                default:
                    values[index].u.mem.ptr = place
                    values[index].u.mem.size = part.range.count
                }
            }
            values[parts.count].vtype = RD_KAFKA_VTYPE_MSGFLAGS
            values[parts.count].u.i = RD_KAFKA_MSG_F_COPY
            return body(&values, parts.count + 1)
        }
    }
}
