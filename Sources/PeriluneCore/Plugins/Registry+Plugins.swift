/// A delegate that is created once the modules of all plugins are known.
package struct DeferredDelegate: Sendable {
    /// Its name, for errors.
    package let name: String
    /// The plugin that provides the delegate.
    package var plugin: String?
    /// If set, the host continues without the delegate when it cannot be created, and passes the error to this
    /// function.
    package var tolerate: (@Sendable (PeriluneError) -> Void)?
    /// Creates the delegate.
    package let declare: @Sendable ([HostModule], any LogSink) throws(PeriluneError) -> Delegate

    init(
        name: String,
        declare: @escaping @Sendable ([HostModule], any LogSink) throws(PeriluneError) -> Delegate
    ) {
        self.name = name
        self.declare = declare
    }
}

extension Registry {
    /// Registers a plugin.
    ///
    /// If the plugin throws, nothing of it is registered, and the error names the plugin.
    package mutating func register(_ plugin: any Plugin) throws(PeriluneError) {
        var registry = self
        do {
            try plugin.register(in: &registry)
        } catch {
            throw error.naming(plugin: plugin.name)
        }
        for index in laterDelegates.count..<max(laterDelegates.count, registry.laterDelegates.count)
        where registry.laterDelegates[index].plugin == nil {
            registry.laterDelegates[index].plugin = plugin.name
        }
        self = registry
    }

    /// Creates the delegates that waited for the modules of all plugins.
    package mutating func addLaterDelegates(log: any LogSink) throws(PeriluneError) {
        for later in laterDelegates {
            do {
                add(try later.declare(modules, log))
            } catch {
                let named = later.plugin.map { error.naming(plugin: $0) } ?? error
                guard let tolerate = later.tolerate else { throw named }
                tolerate(named)
            }
        }
        laterDelegates.removeAll()
    }
}

extension PeriluneError {
    /// The same error, with the plugin's name in its message.
    package func naming(plugin: String) -> PeriluneError {
        let prefix = "plugin '\(plugin)': "
        guard !message.hasPrefix(prefix) else { return self }
        var error = self
        error.message = prefix + message
        return error
    }
}

/// A plugin without which the host continues if it cannot be registered.
///
/// Its properties, such as its name and its grants, are those of the plugin.
package struct OptionalPlugin: Plugin {
    /// The plugin itself.
    package let plugin: any Plugin
    private let report: @Sendable (PeriluneError) -> Void

    /// Makes a plugin optional.
    ///
    /// - Parameters:
    ///   - plugin: The plugin.
    ///   - report: Called with the error if the plugin is left out.
    package init(_ plugin: any Plugin, report: @escaping @Sendable (PeriluneError) -> Void) {
        self.plugin = plugin
        self.report = report
    }

    package var name: String { plugin.name }
    package var version: String { plugin.version }
    package var summary: String { plugin.summary }
    package var grantKinds: [GrantKind] { plugin.grantKinds }

    /// Registers the plugin, or reports its error and registers nothing.
    ///
    /// Its deferred delegates are left out in the same way if they cannot be created.
    package func register(in registry: inout Registry) {
        let before = registry.laterDelegates.count
        do {
            try registry.register(plugin)
        } catch {
            return report(error)
        }
        for index in before..<registry.laterDelegates.count {
            registry.laterDelegates[index].tolerate = report
        }
    }
}
