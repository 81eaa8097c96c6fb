import PeriluneCore
import PeriluneMessages
import PeriluneNATS

extension NATSMessage {
    /// The message in terms of events.
    var received: ReceivedMessage {
        ReceivedMessage(
            headers: headers, data: data,
            attributes: .init(
                id: id, source: "/nats/\(position?.stream ?? "")", time: time,
                [(name: "subject", value: subject)]), identity: identity)
    }

    /// An id unique in the server; for a subject without a stream, as unique as the clock.
    private var id: String {
        guard let position else {
            return "\(Timestamp.now.microseconds)-\(UInt64.random(in: .min ... .max))"
        }
        return "\(position.stream):\(position.sequence)"
    }

    /// Identifies the message when it is delivered again.
    ///
    /// It contains the time, because a stream that was deleted and created again starts with the same numbers.
    var identity: String? { position.map { "\($0.stream):\($0.sequence):\($0.time)" } }

    /// When the stream stored the message, or when it arrived.
    private var time: Timestamp {
        position.map { Timestamp(microseconds: $0.time / 1000) } ?? .now
    }
}
