public import PeriluneCore
public import PeriluneLua

/// A component of a host: a plugin, a script or a delegate in Swift.
public enum Component: Sendable {
    /// A plugin.
    case plugin(any Plugin)
    /// A Lua script.
    case script(Script)
    /// A delegate in Swift.
    case delegate(Delegate)
}

/// Builds the list of components of a host.
@resultBuilder
public enum HostBuilder {
    /// A plugin.
    public static func buildExpression(_ plugin: some Plugin) -> [Component] { [.plugin(plugin)] }
    /// A script.
    public static func buildExpression(_ script: Script) -> [Component] { [.script(script)] }
    /// A delegate.
    public static func buildExpression(_ delegate: Delegate) -> [Component] {
        [.delegate(delegate)]
    }
    /// A sink from a closure.
    public static func buildExpression(_ sink: Sink) -> [Component] {
        [.plugin(ClosurePlugin(name: sink.name, sink: sink))]
    }
    /// A source from a closure, which an ``Intake`` runs.
    public static func buildExpression(_ source: Source) -> [Component] {
        [.plugin(ClosurePlugin(name: source.name, source: source))]
    }
    /// A list of components.
    public static func buildExpression(_ components: [Component]) -> [Component] { components }
    /// The components of all expressions, in order.
    public static func buildBlock(_ parts: [Component]...) -> [Component] { parts.flatMap(\.self) }
    /// With `if`.
    public static func buildOptional(_ part: [Component]?) -> [Component] { part ?? [] }
    /// With `if` and `else`.
    public static func buildEither(first: [Component]) -> [Component] { first }
    /// With `if` and `else`.
    public static func buildEither(second: [Component]) -> [Component] { second }
    /// With `for`.
    public static func buildArray(_ parts: [[Component]]) -> [Component] { parts.flatMap(\.self) }
}

/// Wraps a sink or a source as a plugin.
private struct ClosurePlugin: Plugin {
    let name: String
    var sink: Sink?
    var source: Source?

    func register(in registry: inout Registry) throws(PeriluneError) {
        if let sink { try registry.add(sink) }
        if let source { try registry.add(source) }
    }
}
