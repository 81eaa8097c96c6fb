internal import PeriluneCore

/// A folder plugin that a reload has changed, added or removed.
public struct PluginChange: Hashable, Sendable {
    /// The plugin's name.
    public let plugin: String
    /// Its version before; `nil` for a new plugin.
    public let from: String?
    /// Its version now; `nil` for a removed plugin.
    public let to: String?

    /// The differences between the folder plugins of two versions.
    static func all(from old: [any Plugin], to new: [any Plugin]) -> [PluginChange] {
        var changes: [PluginChange] = []
        for plugin in new {
            let before = old.first { $0.name == plugin.name }
            if let before, [before].areSame(as: [plugin]) { continue }
            changes.append(
                PluginChange(plugin: plugin.name, from: before?.version, to: plugin.version))
        }
        for plugin in old where !new.contains(where: { $0.name == plugin.name }) {
            changes.append(PluginChange(plugin: plugin.name, from: plugin.version, to: nil))
        }
        return changes
    }
}

extension PluginChange: CustomStringConvertible {
    /// Text such as `plugin vip 1.0.0 → 1.1.0`.
    public var description: String {
        switch (from, to) {
        case (let from?, let to?) where from == to: "plugin \(plugin) \(to) (files changed)"
        case (let from?, let to?): "plugin \(plugin) \(from) → \(to)"
        case (nil, let to?): "plugin \(plugin) \(to) (new)"
        default: "plugin \(plugin) removed"
        }
    }
}

extension Plugin {
    /// The plugin as a folder; `nil` for another kind of plugin.
    var folder: FolderPlugin? {
        if let optional = self as? OptionalPlugin { return optional.plugin.folder }
        return self as? FolderPlugin
    }
}

extension [any Plugin] {
    /// Whether two lists of folder plugins do the same.
    func areSame(as others: [any Plugin]) -> Bool {
        count == others.count
            && zip(self, others).allSatisfy { plugin, other in
                guard let folder = plugin.folder, let before = other.folder else { return false }
                return folder.isSame(as: before)
            }
    }
}

extension [Component] {
    /// The plugins.
    var plugins: [any Plugin] {
        compactMap { component in
            guard case .plugin(let plugin) = component else { return nil }
            return plugin
        }
    }

    /// The plugins that are folders.
    var folderPlugins: [any Plugin] { plugins.filter { $0.folder != nil } }

    /// The components with other folder plugins, after all other plugins.
    func replacing(folderPlugins: [any Plugin]) -> [Component] {
        var components = filter { component in
            guard case .plugin(let plugin) = component else { return true }
            return plugin.folder == nil
        }
        let last = components.lastIndex { if case .plugin = $0 { true } else { false } }
        components.insert(
            contentsOf: folderPlugins.map { .plugin($0) }, at: last.map { $0 + 1 } ?? 0)
        return components
    }
}
