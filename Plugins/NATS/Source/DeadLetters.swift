import PeriluneCore
import PeriluneMessages
import PeriluneNATS

/// The subject for messages that are not valid events.
struct DeadLetters: Sendable {
    private let subject: String
    private let publisher: NATSPublisher

    init(_ subject: String, _ publisher: NATSPublisher) {
        self.subject = subject
        self.publisher = publisher
    }

    /// Publishes messages as they came, with the reason in headers; a stream has stored them when this returns.
    ///
    /// - Returns: Why each is refused, such as for its size with these headers; `nil` for one that is stored.
    func publish(
        _ letters: [(message: NATSMessage, error: PeriluneError)]
    ) throws(PeriluneError) -> [PeriluneError?] {
        let messages = letters.map { letter in
            let message = letter.message
            var headers = message.headers.fields
                .filter { !$0.name.lowercased().hasPrefix("nats-") }
                .map { (name: $0.name, value: $0.value) }
            headers += DeadLetter.headers(letter.error)
            headers.append(("Perilune-Subject", message.subject))
            if let position = message.position {
                headers += [
                    ("Perilune-Stream", position.stream),
                    ("Perilune-Sequence", String(position.sequence)),
                ]
            }
            if let identity = message.identity {
                headers.append(("Nats-Msg-Id", "dead:\(identity)"))
            }
            return NATSPublisher.Message(subject, headers: headers, data: message.data)
        }
        return try DeadLetter.refusals(
            publisher.publish(messages, timeout: .seconds(5)), "nats.refused")
    }
}
