public import PeriluneCore
import PeriluneNATS

/// Events from NATS, and the kind of outputs that publish there.
///
/// ```lua
/// plugins = { nats = { sources = { { stream = "ORDERS" } } } },
/// outputs = { big = { sink = "nats", subject = "orders.big" } },
/// ```
///
/// libnats is loaded when a source is opened, or a sink gets its first value.
public struct NATS: Plugin {
    /// The name of the plugin.
    public let name = "nats"
    private let configuration: NATSConfiguration

    /// Makes the plugin without sources, and with a server on this machine.
    public init() { configuration = NATSConfiguration() }

    package init(_ configuration: NATSConfiguration) { self.configuration = configuration }

    /// Registers the sources, and the kind of sinks.
    public func register(in registry: inout Registry) throws(PeriluneError) {
        for source in configuration.sources {
            try registry.add(NATSSource(source, configuration.connection))
        }
        try registry.add(NATSSinkFactory(configuration.connection))
    }
}
