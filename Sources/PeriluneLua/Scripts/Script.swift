public import PeriluneCore

/// A Lua file that returns a delegate.
public struct Script: Sendable {
    /// The name in records and errors: the file as the user named it, without folders.
    public let name: String
    /// The file as the user named it.
    public let path: String
    /// The source text of the script.
    public package(set) var source: [UInt8]
    /// The limits of the script.
    public var limits: ScriptLimits
    /// The priority, instead of the one that the file declares; `nil` keeps the latter.
    public var priority: Int?
    /// Link rules that replace the `url` that the file declares: a string or a list of strings.
    public var url: Value?
    /// The grants of the script: all, unless a configuration has other ones.
    public var grants = Grants.all
    /// The files beside the script that it requires.
    package var companions: CompanionFiles
    /// Whether the text can be read again, at `path`.
    package let isFile: Bool
    /// Whether its states can be reset to before their first event, for tests.
    package var isRestartable = false
    /// Records the coverage of the script; `nil` for none.
    package var coverage: CoverageRecorder?

    /// Creates a script from its text; `require` finds host modules only.
    public init(name: String, source: String, limits: ScriptLimits = ScriptLimits()) {
        self.init(
            path: name, folder: nil, source: Array(source.utf8), limits: limits, isFile: false
        ) { _ in nil }
    }

    package init(
        name: String? = nil, path: String, folder: String? = nil, source: [UInt8],
        limits: ScriptLimits, isFile: Bool = false, companion: @escaping CompanionFiles.Reader
    ) {
        self.path = path
        self.name = name ?? path.split(separator: "/").last.map { String($0) } ?? path
        self.source = source
        self.limits = limits
        self.isFile = isFile
        companions = CompanionFiles(folder: folder, companion)
    }
}

extension Script {
    /// Loads the script once, in a temporary state, to read what it declares.
    ///
    /// The returned delegate creates a state of its own for each worker.
    package func declare(
        modules: [HostModule], log: any LogSink
    ) throws(PeriluneError)
        -> PeriluneCore.Delegate
    {
        let context = WorkerContext(
            worker: 0, modules: modules, log: log, store: NoStateStore(), seed: 0)
        try checkRequirements(of: modules)
        let state = try LuaState(self, LuaWorker(), context)
        let declaration: Declaration
        do throws(PeriluneError) {
            try state.load()
            declaration = try Declaration(try state.describe(), of: self)
        } catch {
            throw locating(error)
        }
        let script = self
        var interests = declaration.interests
        if let url {
            interests.conditions.removeAll { $0.field == "url" }
            interests.conditions.append(.init("url", url))
        }
        let ordering: PeriluneCore.Delegate.Ordering? =
            state.usesState ? declaration.ordering ?? .partitionKey : nil
        var delegate = Delegate(
            name: name, interests: interests,
            priority: priority ?? declaration.priority,
            ordering: ordering
        ) { context throws(PeriluneError) in
            var key: FieldPath?
            if case .path(let path)? = ordering ?? declaration.ordering { key = path }
            return try LuaDelegate(script, context, key: key, ordersEvents: ordering != nil)
        }
        if state.usesState { delegate.stateVersion = state.stateVersion }
        delegate.usesTimers = state.usesTimers
        return delegate
    }
}

/// A store for loading a file only to inspect it: there are no events, and thus no state.
struct NoStateStore: StateStore {
    func load(script: String, key: String) -> [UInt8]? { nil }
    func save(_ changes: [StateChange], position: InputPosition?) {}
    func position(of log: String) -> InputPosition? { nil }
}
