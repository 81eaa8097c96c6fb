public import PeriluneCore

/// Pictures of views, and sending them: the module `snapshot`.
///
/// What a script asks for becomes an effect of the record, `snapshot` or `share`.
public struct Sharing: Plugin {
    /// The name of the plugin.
    public let name = "sharing"

    /// Makes the plugin.
    public init() {}

    /// Registers the module `snapshot`.
    public func register(in registry: inout Registry) throws(PeriluneError) {
        try registry.add(SnapshotModule.module)
    }
}
