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

    /// Publishes messages unchanged, with the reason in headers; when it returns, a stream has stored them.
    ///
    /// - Returns: For each message why it was refused, such as its size with these headers; `nil` if it is stored.
    func publish(
        _ letters: [(message: NATSMessage, error: PeriluneError)]
    ) throws(PeriluneError) -> [PeriluneError?] {
        let messages = letters.map { letter in
            let message = letter.message
            var headers = HTTPHeaders()
            message.headers.forEachField { name, value in
                let field = message.headers.packed
                if String(decoding: field[name], as: UTF8.self).lowercased().hasPrefix("nats-") {
                    return
                }
                headers.add(name: field[name], value: field[value])
            }
            for (name, value) in DeadLetter.headers(letter.error) { headers.add(name, value) }
            headers.add("Perilune-Subject", message.subject)
            if let position = message.position {
                headers.add("Perilune-Stream", position.stream)
                headers.add("Perilune-Sequence", String(position.sequence))
            }
            if let identity = message.identity {
                headers.add("Nats-Msg-Id", "dead:\(identity)")
            }
            return NATSPublisher.Message(subject, headers: headers, data: message.data)
        }
        return try DeadLetter.refusals(
            publisher.publish(messages, timeout: .seconds(5)), "nats.refused")
    }
}
