public import PeriluneCore

/// Login screens that are customized by a property list: read, checked, resolved for a device, drawn.
public struct LoginScreen: Plugin {
    /// The name of the plugin.
    public let name = "login-screen"

    /// Makes the plugin.
    public init() {}

    /// Registers nothing yet.
    public func register(in registry: inout Registry) throws(PeriluneError) {}
}
