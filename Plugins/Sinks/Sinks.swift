public import PeriluneCore
package import PeriluneFiles

/// Sinks for the outputs of a configuration: `outputs = { orders = { sink = "sqlite", file = "orders.db" } }`.
public struct Sinks: Plugin {
    /// The name of the plugin.
    public let name = "sinks"

    /// Makes the plugin.
    public init() {}

    /// Registers the kinds of sinks.
    public func register(in registry: inout Registry) throws(PeriluneError) {
        for kind in Self.kinds { try registry.add(kind) }
    }

    /// The kinds.
    package static let kinds: [any ConfigurableSinkFactory] = [
        FileSinkFactory(), HTTPSinkFactory(), SyslogSinkFactory(), TableSinkFactory(),
    ]
}
