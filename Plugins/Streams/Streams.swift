public import PeriluneCore

/// Functions for streams of events: the modules `aggregate`, `dedupe`, `join`, `sample`, `throttle` and `window`.
///
/// They are written in Lua, on top of state and timers.
public struct Streams: Plugin {
    /// The name of the plugin.
    public let name = "streams"

    /// Makes the plugin.
    public init() {}

    /// Registers the modules.
    public func register(in registry: inout Registry) throws(PeriluneError) {
        for module in StreamModules.all { try registry.add(module) }
    }
}
