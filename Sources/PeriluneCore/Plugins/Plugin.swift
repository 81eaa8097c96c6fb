/// Adds event types, default handlers, conditions, modules or delegates to a host.
///
/// A plugin is a value; state at run time belongs to the delegates and handlers that it creates.
/// The host treats compiled plugins, shared libraries and folders of Lua files alike.
public protocol Plugin: Sendable {
    /// Kebab-case: `link-drill`.
    var name: String { get }
    /// The plugin's own version; that of Perilune for those that come with it.
    var version: String { get }
    /// The kinds of grants that the plugin declares; the configuration is read with them, before the plugin
    /// registers.
    var summary: String { get }
    /// The kinds of grants that it brings; the configuration is read with them, before it registers.
    var grantKinds: [GrantKind] { get }
    /// Adds what the plugin provides to the registry.
    func register(in registry: inout Registry) throws(PeriluneError)
}

extension Plugin {
    /// The version of Perilune.
    public var version: String { PeriluneVersion.current.description }
    /// An empty summary.
    public var summary: String { "" }
    /// No grants.
    public var grantKinds: [GrantKind] { [] }
}

/// Collects what plugins and scripts add, before a host starts.
public struct Registry: Sendable {
    /// The delegates, in order of registration.
    public private(set) var delegates: [Delegate] = []
    /// The default handlers; the first one for the type of an event handles it.
    public private(set) var defaultHandlers: [any DefaultHandler] = []
    /// The kinds of conditions.
    public private(set) var dimensions: [any InterestDimension] = [FieldTests()]
    /// Modules for scripts.
    public private(set) var modules: [HostModule] = []
    /// The sources of events over HTTP.
    public private(set) var sources: [HTTPSource] = []
    /// Paths that plugins answer themselves.
    public private(set) var routes: [HTTPRoute] = []
    /// The sources that deliver events by themselves.
    public private(set) var eventSources: [any EventSource] = []
    /// The sinks of records.
    public private(set) var recordSinks: [any RecordSink] = []
    /// The factories of sinks for outputs.
    public private(set) var sinkFactories: [any RecordSinkFactory] = []
    /// The log formats.
    public private(set) var codecs: [any Codec] = []
    /// Commands of the tool.
    public private(set) var commands: [PluginCommand] = []
    /// Types of events that plugins describe.
    public private(set) var eventTypes: [EventType] = []
    /// Delegates that need the modules of all plugins, in order of registration.
    package internal(set) var laterDelegates: [DeferredDelegate] = []
    /// The views; the same object in every copy of the registry.
    public let views = ViewDirectory()
    /// The providers of rows; the same object in every copy of the registry.
    public let rows = RowDirectory()
    /// The host that is created from this registry.
    package let host = HostReference()
    /// Functions that mask the secrets that plugins know of.
    private var redactions: [@Sendable (String) -> String] = []

    /// The order of delegates with the same priority.
    public var order = DelegateOrder.first

    /// Creates an empty registry.
    public init() {}

    /// Adds a delegate.
    public mutating func add(_ delegate: Delegate) { delegates.append(delegate) }

    /// Replaces all delegates.
    package mutating func replace(delegates: [Delegate]) { self.delegates = delegates }

    /// Adds a default handler.
    public mutating func add(_ handler: any DefaultHandler) { defaultHandlers.append(handler) }

    /// Adds a kind of condition.
    public mutating func add(_ dimension: any InterestDimension) throws(PeriluneError) {
        if dimensions.contains(where: { $0.field == dimension.field }) {
            throw PeriluneError(
                "plugin.duplicate", "two plugins provide the condition '\(dimension.field)'")
        }
        dimensions.append(dimension)
    }

    /// Adds a module.
    public mutating func add(_ module: HostModule) throws(PeriluneError) {
        if modules.contains(where: { $0.name == module.name }) {
            throw PeriluneError(
                "plugin.duplicate", "two plugins provide the module '\(module.name)'")
        }
        modules.append(module)
    }

    /// Adds a source of events over HTTP.
    public mutating func add(_ source: HTTPSource) throws(PeriluneError) {
        if sources.contains(where: { $0.path == source.path }) {
            throw PeriluneError(
                "plugin.duplicate", "two plugins serve the path '\(source.path)'")
        }
        sources.append(source)
    }

    /// Adds paths that a plugin answers itself.
    public mutating func add(_ route: HTTPRoute) throws(PeriluneError) {
        if routes.contains(where: { $0.prefix == route.prefix }) {
            throw PeriluneError(
                "plugin.duplicate", "two plugins serve the paths below '\(route.prefix)'")
        }
        routes.append(route)
    }

    /// Adds a source that delivers events by itself.
    public mutating func add(_ source: any EventSource) throws(PeriluneError) {
        if eventSources.contains(where: { $0.name == source.name }) {
            throw PeriluneError(
                "plugin.duplicate", "two plugins provide the source '\(source.name)'")
        }
        eventSources.append(source)
    }

    /// Adds a sink of records.
    public mutating func add(_ sink: any RecordSink) throws(PeriluneError) {
        if recordSinks.contains(where: { $0.name == sink.name }) {
            throw PeriluneError("plugin.duplicate", "two plugins provide the sink '\(sink.name)'")
        }
        recordSinks.append(sink)
    }

    /// Adds a factory of sinks for outputs.
    public mutating func add(_ factory: any RecordSinkFactory) throws(PeriluneError) {
        if sinkFactories.contains(where: { $0.name == factory.name }) {
            throw PeriluneError(
                "plugin.duplicate", "two plugins make sinks of the kind '\(factory.name)'")
        }
        sinkFactories.append(factory)
    }

    /// Adds a log format.
    public mutating func add(_ codec: any Codec) throws(PeriluneError) {
        if codecs.contains(where: { $0.name == codec.name }) {
            throw PeriluneError("plugin.duplicate", "two plugins provide the codec '\(codec.name)'")
        }
        codecs.append(codec)
    }

    /// Adds a command of the tool.
    public mutating func add(_ command: PluginCommand) throws(PeriluneError) {
        if commands.contains(where: { $0.name == command.name }) {
            throw PeriluneError(
                "plugin.duplicate", "two plugins provide the command '\(command.name)'")
        }
        commands.append(command)
    }

    /// Describes a type of events; of several descriptions of a type, the first one counts.
    public mutating func add(_ type: EventType) {
        if !eventTypes.contains(where: { $0.name == type.name }) { eventTypes.append(type) }
    }

    /// Adds a delegate that can be created only when the modules of all plugins are known: a script.
    ///
    /// - Parameters:
    ///   - name: The name, for errors.
    ///   - declare: Creates the delegate, once all plugins have registered.
    public mutating func addLater(
        _ name: String,
        _ declare: @escaping @Sendable ([HostModule], any LogSink) throws(PeriluneError) -> Delegate
    ) {
        laterDelegates.append(DeferredDelegate(name: name, declare: declare))
    }

    /// Adds a function that masks secrets in reasons and error messages, in addition to ``Redaction``.
    public mutating func addRedaction(_ redact: @escaping @Sendable (String) -> String) {
        redactions.append(redact)
    }

    /// Whether any plugin masks secrets.
    package var hasRedactions: Bool { !redactions.isEmpty }

    /// The text with its secrets masked, including those that plugins know of.
    package func redact(_ text: String) -> String {
        redactions.reduce(Redaction.redact(text)) { $1($0) }
    }
}

/// The context of a worker, for the instances of delegates.
public struct WorkerContext: Sendable {
    /// The worker's number, from 0.
    public let worker: Int
    /// Modules for scripts.
    public package(set) var modules: [HostModule]
    /// Where log lines go.
    public let log: any LogSink
    /// The store for state between events.
    public let store: any StateStore
    /// The random seed, which is combined with the event's id.
    public let seed: UInt64
    /// The names of the outputs to which values can be emitted.
    public let outputs: [String]

    /// Creates a context.
    public init(
        worker: Int, modules: [HostModule], log: any LogSink, store: any StateStore, seed: UInt64,
        outputs: [String] = []
    ) {
        self.worker = worker
        self.modules = modules
        self.log = log
        self.store = store
        self.seed = seed
        self.outputs = outputs
    }
}
