public import PeriluneCore

/// Dashboards and charts from metadata: views that are drawn, selected and captured.
public struct Charts: Plugin {
    /// The name of the plugin.
    public let name = "charts"

    /// Makes the plugin.
    public init() {}

    /// Registers nothing yet.
    public func register(in registry: inout Registry) throws(PeriluneError) {}
}
