import PeriluneCore
import PeriluneFiles
import PeriluneJSON
import PeriluneKafka
import PeriluneMessages

/// The topic and the form of messages.
struct KafkaTarget: Sendable {
    let topic: TopicTemplate
    let key: KeyTemplate?
    let format: SinkMessageFormat
    let timeout: Duration

    /// Publishes the values of an output, with ids by which a receiver can ignore repetitions.
    func outlet(
        _ output: String, _ options: KafkaConnectionOptions
    ) -> MessagePublishing<KafkaProducer, KafkaProducer.Message> {
        MessagePublishing(
            refusal: "kafka.refused",
            message: { value throws(PeriluneError) in
                let (data, type) = format.body(of: value, output)
                return KafkaProducer.Message(
                    try topic.topic(of: value.json), key: try key?.key(of: value.json),
                    headers: [
                        ("content-type", Array(type.utf8)), ("perilune-id", Array(value.id.utf8)),
                    ], data: data)
            },
            connect: { () throws(PeriluneError) in
                try KafkaProducer(options, timeout: timeout)
            },
            publish: { producer, messages throws(PeriluneError) in
                try producer.publish(messages)
            })
    }
}

/// The key for a value, with fields of it: `{customer}`.
struct KeyTemplate: Sendable {
    private let pieces: [Template.Piece]

    init(_ text: String, _ settings: Settings) throws(PeriluneError) {
        do throws(PeriluneError) {
            pieces = try Template(text, code: .outputOption).pieces
        } catch {
            throw settings.error(at: "key", error.message, hint: error.hint)
        }
    }

    /// The key for a value; `nil` if it has none of the fields.
    func key(of json: ArraySlice<UInt8>) throws(PeriluneError) -> [UInt8]? {
        let value = try Value(spellingNumbers: json)
        var key: [UInt8] = []
        var isMissing = true
        for piece in pieces {
            switch piece {
            case .text(let text): key += text.utf8
            case .field(let path):
                guard let field = value[path], field != .null else { continue }
                isMissing = false
                key += (field.string ?? field.json).utf8
            }
        }
        return isMissing ? nil : key
    }
}
