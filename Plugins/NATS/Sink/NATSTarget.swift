import PeriluneCore
import PeriluneFiles
import PeriluneMessages
import PeriluneNATS

/// The subject and the form of messages.
struct NATSTarget: Sendable {
    let subject: SubjectTemplate
    let format: SinkMessageFormat
    /// Whether a stream has to store them.
    let isStored: Bool
    let timeout: Duration
    /// Whether a value is published only when the one before it with the same subject is stored.
    var isOrdered = false

    /// Publishes the values of an output, with ids by which a stream ignores repetitions.
    func outlet(
        _ output: String, _ options: NATSConnectionOptions
    ) -> MessagePublishing<NATSPublisher, NATSPublisher.Message> {
        MessagePublishing(
            refusal: "nats.refused",
            message: { value throws(PeriluneError) in
                let (data, type) = format.body(of: value, output)
                return NATSPublisher.Message(
                    try subject.subject(of: value.json),
                    headers: [("Nats-Msg-Id", value.id), ("Content-Type", type)], data: data)
            },
            order: isOrdered ? \.subject : nil,
            connect: { () throws(PeriluneError) in
                try NATSPublisher(NATSConnection(options))
            },
            publish: { publisher, messages throws(PeriluneError) in
                isStored
                    ? try publisher.publish(messages, timeout: timeout)
                    : try publisher.publishUnstored(messages, timeout: timeout)
            })
    }
}
