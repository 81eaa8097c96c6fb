import PeriluneCore
import PeriluneKafka
import PeriluneMessages

/// The topic for messages that are not valid events.
struct DeadLetters: Sendable {
    let topic: String
    private let producer: KafkaProducer

    private static let timeout: Duration = .seconds(10)

    init(_ topic: String, _ options: KafkaConnectionOptions) throws(PeriluneError) {
        self.topic = topic
        producer = try KafkaProducer(options, timeout: Self.timeout)
    }

    /// Publishes messages unchanged, with the reason in headers; the brokers have stored them when this returns.
    ///
    /// - Returns: For each message the reason for which it was refused, such as its size with these headers; `nil` if
    ///   it was stored.
    func publish(
        _ letters: [(message: KafkaMessage, error: PeriluneError)]
    ) throws(PeriluneError) -> [PeriluneError?] {
        let messages = letters.map { letter in
            let message = letter.message
            let reason =
                DeadLetter.headers(letter.error) + [
                    ("Perilune-Topic", message.topic),
                    ("Perilune-Partition", String(message.partition)),
                    ("Perilune-Offset", String(message.offset)),
                ]
            return KafkaProducer.Message(
                topic, key: message.key,
                headers: message.headers + reason.map { ($0.name, Array($0.value.utf8)) },
                data: message.data)
        }
        return try DeadLetter.refusals(producer.publish(messages), "kafka.refused")
    }
}
