public import PeriluneCore

/// What a reload changed.
public struct Reload: Hashable, Sendable {
    /// A script that is another one now.
    public struct Change: Hashable, Sendable {
        /// The script's name.
        public let script: String
        /// Its version before; `nil` for a new script.
        public let from: String?
        /// Its version now; `nil` for one that is gone.
        public let to: String?
    }

    /// The scripts that changed, by their order.
    public internal(set) var changes: [Change] = []
    /// The folder plugins that changed.
    public internal(set) var plugins: [PluginChange] = []
    /// Whether other events are kept in order now, since a script keeps state by something else.
    public var changesOrder: Bool { order != nil }
    /// What that means, for people.
    var order: OrderChange?
    /// Whether scripts came, went or changed places.
    public internal(set) var isReordered = false
    /// What the new version decided otherwise, where recorded events were decided by both.
    public internal(set) var shadow: ShadowRun?
    /// Whether the files are what decides again, after a version that was refused.
    public internal(set) var isBack = false
    /// The scripts that were others in that version, with what they are now.
    var returned: [String: String] = [:]
    /// When it was in force.
    public internal(set) var time = Timestamp(microseconds: 0)

    /// Whether all is as it was.
    public var isUnchanged: Bool { changes.isEmpty && plugins.isEmpty && !isReordered }
}

extension Reload: CustomStringConvertible {
    /// One line for people: `a.lua 1f0c9a72 → 83ab01c4, b.lua new`.
    public var description: String {
        guard !isUnchanged else { return isBack ? back : "no script has changed" }
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

    private var back: String {
        let scripts = returned.sorted { $0.key < $1.key }
            .map { "\($0.key) rolled back to version \($0.value.prefix(8))" }
        return scripts.isEmpty
            ? "the files are in use again" : scripts.joined(separator: ", ")
    }
}

/// What became of reloads since the start.
public struct ReloadHistory: Sendable {
    /// Reloads that brought other scripts.
    public internal(set) var taken = 0
    /// Reloads that found all as it was.
    public internal(set) var unchanged = 0
    /// Reloads that were refused, so that the scripts before went on.
    public internal(set) var refused = 0
    /// The last one that brought other scripts.
    public internal(set) var last: Reload?
    /// When scripts came into force that were not there from the start, by name.
    package internal(set) var since: [String: Timestamp] = [:]
    /// Why one was refused last, and when.
    public internal(set) var lastFailure: (time: Timestamp, error: PeriluneError)?
    /// Whether the files are not what is in force: the last reload was refused.
    public internal(set) var isBehind = false
}
