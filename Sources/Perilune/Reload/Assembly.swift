internal import PeriluneCore
internal import PeriluneLua

/// One version of a host: its components, and what they registered.
struct Assembly: Sendable {
    /// The origin of a delegate in the registry.
    struct Part: Sendable {
        /// The script; `nil` for a delegate in Swift.
        var script: Script?
        /// The index of the same delegate in the previous assembly; `nil` for a new one.
        var previous: Int?
    }

    let components: [Component]
    let registry: Registry
    /// The origin of each delegate in the registry.
    let parts: [Part]
    /// The ordering of events.
    let order: EventOrder
    /// The registrations of plugins that a reload cannot change.
    private let fixed: Registry
    /// These, and the registrations of folder plugins.
    private let base: Registry
    private let log: any LogSink
    private let recordsIncludeVersions: Bool
    /// The outputs of the host, if it refuses scripts in which a line certainly fails.
    private let checkedOutputs: [String]?

    /// Whether every script has a short time limit, so that an event may be processed on the caller's thread.
    ///
    /// The caller's thread may belong to the cooperative pool, which has only as many threads as there are
    /// processors.
    let isQuick: Bool

    /// The scripts, in the order in which they were listed.
    var scripts: [Script] { parts.compactMap(\.script) }

    /// The scripts that are new or have changed.
    var changed: [Script] { parts.compactMap { $0.previous == nil ? $0.script : nil } }

    /// Registers the plugins first, because scripts need their modules; delegates keep their order.
    init(
        _ components: [Component], log: any LogSink, order: DelegateOrder,
        recordsIncludeVersions: Bool,
        checkedOutputs: [String]? = nil
    ) throws(PeriluneError) {
        var fixed = Registry()
        fixed.order = order
        for case .plugin(let plugin) in components where plugin.folder == nil {
            try fixed.register(plugin)
        }
        try self.init(
            components, fixed: fixed, base: try fixed.adding(components.folderPlugins, log),
            log: log, recordsIncludeVersions: recordsIncludeVersions,
            checkedOutputs: checkedOutputs, after: nil)
    }

    /// The assembly with other scripts, and with other folder plugins if they are given.
    ///
    /// Scripts that have not changed keep their delegates, unless a folder plugin has changed, because they may use
    /// its modules.
    func with(
        _ scripts: [Script], folderPlugins: [any Plugin]? = nil
    ) throws(PeriluneError) -> Assembly {
        var components = components
        var base = base
        var kept = Kept.everything
        if let folderPlugins, !folderPlugins.areSame(as: components.folderPlugins) {
            components = components.replacing(folderPlugins: folderPlugins)
            base = try fixed.adding(folderPlugins, log)
            kept = .fixed
        }
        return try Assembly(
            components.replacing(scripts), fixed: fixed, base: base, log: log,
            recordsIncludeVersions: recordsIncludeVersions, checkedOutputs: checkedOutputs,
            after: self, kept)
    }

    /// The delegates that may be kept from the previous version.
    private enum Kept { case everything, fixed }

    private init(
        _ components: [Component], fixed: Registry, base: Registry, log: any LogSink,
        recordsIncludeVersions: Bool, checkedOutputs: [String]?, after previous: Assembly?,
        _ kept: Kept = .everything
    ) throws(PeriluneError) {
        var registry = base
        let check = checkedOutputs.map { ScriptCheck(base, outputs: $0) }
        let keptCount = kept == .everything ? base.delegates.count : fixed.delegates.count
        var parts = base.delegates.indices.map {
            Part(previous: previous == nil || $0 >= keptCount ? nil : $0)
        }
        var known = previous?.delegatesInSwift ?? []
        var paths: [String: String] = [:]
        for component in components {
            switch component {
            case .plugin: continue
            case .delegate(let delegate):
                registry.add(delegate)
                parts.append(Part(previous: known.isEmpty ? nil : known.removeFirst()))
            case .script(let script):
                // State is stored under the name, and records contain it.
                if let other = paths.updateValue(script.path, forKey: script.name) {
                    guard other != script.path else {
                        throw PeriluneError(
                            "script.name", "the script is named twice", at: .init(file: other),
                            hint: "name each script once")
                    }
                    throw PeriluneError(
                        "script.name", "\(script.path) has the same name as \(other)",
                        at: .init(file: script.path), hint: "rename one of them")
                }
                if let previous, kept == .everything,
                    let (index, old) = previous.unchangedScript(as: script)
                {
                    registry.add(previous.registry.delegates[index])
                    parts.append(Part(script: old, previous: index))
                } else {
                    if let old = previous?.scripts.first(where: { $0.path == script.path }) {
                        script.companions.reuse(old.companions)
                    }
                    var delegate = try script.declare(modules: registry.modules, log: log)
                    try check?.check(script)
                    if recordsIncludeVersions { delegate.version = try script.version }
                    registry.add(delegate)
                    parts.append(Part(script: script))
                }
            }
        }
        self.components = components
        self.fixed = fixed
        self.base = base
        self.log = log
        self.recordsIncludeVersions = recordsIncludeVersions
        self.checkedOutputs = checkedOutputs
        self.registry = registry
        self.parts = parts
        isQuick = parts.allSatisfy { part in
            part.script.map { (.milliseconds(1) ... .milliseconds(100)).contains($0.limits.time) }
                ?? true
        }
        let ordering = registry.ordering
        let before = previous?.order
        order = EventOrder(
            ordering: ordering,
            number: before.map { $0.ordering == ordering ? $0.number : $0.number + 1 } ?? 0)
    }

    /// The indices of delegates in Swift, without those of plugins.
    private var delegatesInSwift: [Int] {
        parts.indices.dropFirst(base.delegates.count).filter { parts[$0].script == nil }
    }

    private func unchangedScript(as script: Script) -> (Int, Script)? {
        for (index, part) in parts.enumerated() {
            guard let old = part.script, old.name == script.name else { continue }
            return script.isSame(as: old) ? (index, old) : nil
        }
        return nil
    }
}

/// The ordering key of all delegates in one assembly.
struct EventOrder: Sendable {
    let ordering: Delegate.Ordering?
    /// A number that increases with each change.
    let number: Int
}

extension Registry {
    /// The registry with folder plugins, and with the deferred delegates.
    fileprivate func adding(
        _ folderPlugins: [any Plugin], _ log: any LogSink
    ) throws(PeriluneError) -> Registry {
        var registry = self
        for plugin in folderPlugins { try registry.register(plugin) }
        try registry.addLaterDelegates(log: log)
        return registry
    }
}

extension [Component] {
    /// The components with the scripts replaced one by one; additional scripts follow the last one.
    fileprivate func replacing(_ scripts: [Script]) -> [Component] {
        var left = scripts[...]
        let last = lastIndex { if case .script = $0 { true } else { false } } ?? endIndex - 1
        var components: [Component] = []
        for (index, component) in enumerated() {
            if case .script = component {
                if let next = left.popFirst() { components.append(.script(next)) }
            } else {
                components.append(component)
            }
            guard index == last else { continue }
            components += left.map { .script($0) }
            left = []
        }
        return components + left.map { .script($0) }
    }
}
