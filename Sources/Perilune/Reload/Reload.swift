public import PeriluneCore

/// What a reload changed.
public struct Reload: Hashable, Sendable {
    /// A script that was changed, added or removed.
    public struct Change: Hashable, Sendable {
        /// The script's name.
        public let script: String
        /// Its version before; `nil` for a new script.
        public let from: String?
        /// Its version now; `nil` for a removed script.
        public let to: String?
    }

    /// The scripts that changed, in order.
    public internal(set) var changes: [Change] = []
    /// The folder plugins that changed.
    public internal(set) var plugins: [PluginChange] = []
    /// Whether the order of events changes, because the ordering key has changed.
    public var changesOrder: Bool { order != nil }
    /// The change of the ordering key; `nil` if it has not changed.
    var order: OrderChange?
    /// Whether scripts were added, removed or reordered.
    public internal(set) var isReordered = false
    /// The result of the shadow run; `nil` if there was none.
    public internal(set) var shadow: ShadowRun?
    /// Whether the files match the version in use again, after a rejected version.
    public internal(set) var isBack = false
    /// When the new version became active.
    public internal(set) var time = Timestamp(microseconds: 0)

    /// Whether nothing changed.
    public var isUnchanged: Bool { changes.isEmpty && plugins.isEmpty && !isReordered }
}

extension Reload: CustomStringConvertible {
    /// One line of text, such as `a.lua 1f0c9a72 → 83ab01c4, b.lua new`.
    public var description: String {
        guard !isUnchanged else {
            return "no script has changed" + (isBack ? "; the files are in use again" : "")
        }
        var parts = changes.map { change in
            switch (change.from, change.to) {
            case (let from?, let to?) where from == to:
                "\(change.script) \(to.prefix(8)) (settings changed)"
            case (let from?, let to?): "\(change.script) \(from.prefix(8)) → \(to.prefix(8))"
            case (nil, let to?): "\(change.script) \(to.prefix(8)) (new)"
            default: "\(change.script) removed"
            }
        }
        parts += plugins.map(\.description)
        if parts.isEmpty { parts.append("the order of the scripts has changed") }
        if let order { parts.append(order.description) }
        if let shadow { parts.append(shadow.description) }
        return parts.joined(separator: "; ")
    }
}

/// The results of reloads since the start.
public struct ReloadHistory: Sendable {
    /// The number of reloads that changed scripts.
    public internal(set) var taken = 0
    /// The number of reloads that found no change.
    public internal(set) var unchanged = 0
    /// The number of rejected reloads, after which the previous scripts stayed in use.
    public internal(set) var refused = 0
    /// The last reload that changed scripts.
    public internal(set) var last: Reload?
    /// When scripts that were not there from the start became active, by name.
    package internal(set) var since: [String: Timestamp] = [:]
    /// The last error of a reload, and its time.
    public internal(set) var lastFailure: (time: Timestamp, error: PeriluneError)?
    /// Whether the files differ from the version in use, because the last reload was rejected.
    public internal(set) var isBehind = false
}
