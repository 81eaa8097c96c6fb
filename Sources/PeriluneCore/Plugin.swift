/// Brings event types, default handlers, interest dimensions, modules or delegates to a host.
///
/// A plugin is a value; what it keeps at run time belongs to the delegates and handlers that it makes.
public protocol Plugin: Sendable {
    /// Kebab-case: `link-drill`.
    var name: String { get }
    /// Says what it brings.
    func register(in registry: inout Registry) throws(PeriluneError)
}

/// What plugins and scripts bring, collected before a host starts.
public struct Registry: Sendable {
    /// In order of registration.
    public private(set) var delegates: [Delegate] = []
    /// The first that knows an event's type handles it.
    public private(set) var defaultHandlers: [any DefaultHandler] = []
    /// By the field that declares them.
    public private(set) var dimensions: [any InterestDimension] = [FieldTests()]
    /// Modules for scripts.
    public private(set) var modules: [HostModule] = []
    /// Where events come in over HTTP.
    public private(set) var sources: [HTTPSource] = []
    /// What can be shown; the same object in every copy of the registry.
    public let views = ViewDirectory()
    /// What masks the secrets that plugins know of.
    private var redactions: [@Sendable (String) -> String] = []

    /// Nothing yet.
    public init() {}

    /// Adds a delegate.
    public mutating func add(_ delegate: Delegate) { delegates.append(delegate) }

    /// Puts other delegates in the place of all.
    package mutating func replace(delegates: [Delegate]) { self.delegates = delegates }

    /// Adds a default handler.
    public mutating func add(_ handler: any DefaultHandler) { defaultHandlers.append(handler) }

    /// Adds a kind of condition.
    public mutating func add(_ dimension: any InterestDimension) throws(PeriluneError) {
        if dimensions.contains(where: { $0.field == dimension.field }) {
            throw PeriluneError(
                "plugin.duplicate", "two plugins bring the condition '\(dimension.field)'")
        }
        dimensions.append(dimension)
    }

    /// Adds a module.
    public mutating func add(_ module: HostModule) throws(PeriluneError) {
        if modules.contains(where: { $0.name == module.name }) {
            throw PeriluneError(
                "plugin.duplicate", "two plugins bring the module '\(module.name)'")
        }
        modules.append(module)
    }

    /// Adds a place where events come in over HTTP.
    public mutating func add(_ source: HTTPSource) throws(PeriluneError) {
        if sources.contains(where: { $0.path == source.path }) {
            throw PeriluneError(
                "plugin.duplicate", "two plugins take requests at '\(source.path)'")
        }
        sources.append(source)
    }

    /// Adds what masks secrets in reasons and error messages before anybody sees them.
    public mutating func addRedaction(_ redact: @escaping @Sendable (String) -> String) {
        redactions.append(redact)
    }

    /// The text without the secrets that plugins know of.
    package func redact(_ text: String) -> String { redactions.reduce(text) { $1($0) } }
}

/// What an instance of a delegate may use of its worker.
public struct WorkerContext: Sendable {
    /// The worker's number, from 0.
    public let worker: Int
    /// Modules for scripts.
    public let modules: [HostModule]
    /// Where log lines go.
    public let log: any LogSink
    /// Where state is kept between events.
    public let store: any StateStore
    /// What random numbers follow from, with the event's id.
    public let seed: UInt64

    /// Makes a context.
    public init(
        worker: Int, modules: [HostModule], log: any LogSink, store: any StateStore, seed: UInt64
    ) {
        self.worker = worker
        self.modules = modules
        self.log = log
        self.store = store
        self.seed = seed
    }
}
