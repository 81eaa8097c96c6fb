import PeriluneCore
import PeriluneHTTP
import PeriluneKafka
import PeriluneMessages

extension KafkaMessage {
    /// The message in terms of events.
    var received: ReceivedMessage {
        let key = key.flatMap { String(validating: $0, as: UTF8.self) }
        return ReceivedMessage(
            headers: cloudEventHeaders,
            // A tombstone has no data.
            data: data ?? Array("null".utf8),
            attributes: .init(
                id: place, source: "/kafka/\(topic)",
                time: time.map { Timestamp(microseconds: $0 * 1000) } ?? .now,
                key.map { [(name: "partitionkey", value: $0)] } ?? []),
            // A topic that was deleted and created again begins with the same offsets, at another time.
            identity: time.map { "\(place)/\($0)" } ?? place)
    }

    /// The place of the message.
    var place: String { "\(topic)/\(partition)/\(offset)" }

    /// The headers as those of the HTTP binding: `ce_id` is `ce-id`, and a percent sign is encoded.
    ///
    /// See <https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/bindings/kafka-protocol-binding.md>.
    private var cloudEventHeaders: HTTPHeaders {
        var headers = HTTPHeaders()
        for (name, value) in self.headers {
            guard name.lowercased().hasPrefix("ce_") else {
                headers.add(name: name.utf8, value: value)
                continue
            }
            let name = "ce-\(name.dropFirst(3))"
            if let text = String(validating: value, as: UTF8.self) {
                headers.add(name, PercentEncoding.component(text))
            } else {
                // The bytes unchanged, since no reader takes them for text.
                headers.add(name: name.utf8, value: value)
            }
        }
        return headers
    }
}
