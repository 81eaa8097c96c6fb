public import PeriluneCore
import PeriluneKafka

/// Events from Kafka, and the kind of outputs that publish there.
///
/// ```lua
/// plugins = { kafka = { sources = { { topics = "orders" } } } },
/// outputs = { big = { sink = "kafka", topic = "orders.big" } },
/// ```
///
/// librdkafka is loaded when a source is opened, or a sink gets its first value.
public struct Kafka: Plugin {
    /// The name of the plugin.
    public let name = "kafka"
    private let configuration: KafkaConfiguration

    /// Makes the plugin without sources, and with a broker on this machine.
    public init() { configuration = KafkaConfiguration() }

    package init(_ configuration: KafkaConfiguration) { self.configuration = configuration }

    /// Registers the sources, and the kind of sinks.
    public func register(in registry: inout Registry) throws(PeriluneError) {
        for source in configuration.sources {
            try registry.add(KafkaSource(source, configuration.connection))
        }
        try registry.add(KafkaSinkFactory(configuration.connection))
    }
}
