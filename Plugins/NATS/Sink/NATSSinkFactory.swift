package import PeriluneCore
package import PeriluneFiles
import PeriluneMessages
import PeriluneNATS

/// Makes sinks that publish values.
package struct NATSSinkFactory: ConfigurableSinkFactory {
    package let name = "nats"
    package let summary =
        "messages to a NATS stream, at least once, and once within its duplicate window"
    private let connection: NATSConnectionOptions

    /// The kind, for a server on this machine.
    package init() { self.init(NATSConnectionOptions()) }

    init(_ connection: NATSConnectionOptions) { self.connection = connection }

    /// The options of an output with `nats`.
    package let schema = SettingsSchema([
        .init(
            "subject", .text, isRequired: true,
            "The subject, with fields of the value in braces: `orders.{region}`. A stream must store it."
        ),
        .init(
            "format", .choice(of: SinkMessageFormat.self),
            "What messages are: `json`, the value; `cloudevents`, an event with the value as its data and a stable id. The default is `json`."
        ),
        .init(
            "stored", .flag,
            "Whether to wait until a stream has stored each message; `true` by default. If `false`, messages without a receiver are lost."
        ),
        .init(
            "timeout", .number(1...600),
            "Seconds to wait for the answer of the stream; 10 by default."),
        .init(
            "ordered", .flag,
            "Whether values with the same subject keep their order if a server loses some of them: each waits until the one before is stored. `false` by default, which is faster if many values have the same subject."
        ),
        RejectedValues.field,
    ])

    /// Creates a sink, which connects when it gets its first value.
    package func sink(
        named output: String, _ settings: Settings, inputs: FileSet
    ) throws(PeriluneError) -> any RecordSink {
        let target = NATSTarget(
            subject: try SubjectTemplate(settings.required("subject"), settings),
            format: try settings.choice("format") ?? .json,
            isStored: try settings.flag("stored") ?? true,
            timeout: .seconds(try settings.number("timeout") ?? 10),
            isOrdered: try settings.flag("ordered") ?? false)
        return MessageSink(
            name: output, target.outlet(output, connection),
            rejected: try RejectedValues(settings))
    }
}
