package import PeriluneCore
package import PeriluneFiles
import PeriluneKafka
import PeriluneMessages

/// Makes sinks that publish values.
package struct KafkaSinkFactory: ConfigurableSinkFactory {
    package let name = "kafka"
    package let summary = "messages to a Kafka topic, at least once"
    private let connection: KafkaConnectionOptions

    /// The kind, for a broker on this machine.
    package init() { self.init(KafkaConnectionOptions()) }

    init(_ connection: KafkaConnectionOptions) { self.connection = connection }

    /// The options of an output with `kafka`.
    package let schema = SettingsSchema([
        .init(
            "topic", .text, isRequired: true,
            "The topic, with fields of the value in braces: `orders.{region}`."),
        .init(
            "key", .text,
            "The key of messages, with fields of the value in braces: `{customer}`. Messages with the same key go to the same partition. Without it, they have no key."
        ),
        .init(
            "format", .choice(of: SinkMessageFormat.self),
            "What messages are: `json`, the value; `cloudevents`, an event with the value as its data and a stable id. The default is `json`."
        ),
        .init(
            "timeout", .number(1...600),
            "Seconds to wait for the answer of the brokers; 10 by default."),
        RejectedValues.field,
    ])

    /// Creates a sink, which connects when it gets its first value.
    package func sink(
        named output: String, _ settings: Settings, inputs: FileSet
    ) throws(PeriluneError) -> any RecordSink {
        let target = KafkaTarget(
            topic: try TopicTemplate(settings.required("topic"), settings),
            key: try settings.text("key").map { key throws(PeriluneError) in
                try KeyTemplate(key, settings)
            },
            format: try settings.choice("format") ?? .json,
            timeout: .seconds(try settings.number("timeout") ?? 10))
        return MessageSink(
            name: output, target.outlet(output, connection),
            rejected: try RejectedValues(settings))
    }
}
