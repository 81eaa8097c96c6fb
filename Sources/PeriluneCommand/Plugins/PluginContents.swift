import PeriluneCore

/// What a plugin provides, as `plugin list` shows it.
struct PluginContents {
    let plugin: any Plugin
    /// The path; `nil` for a plugin of the command itself.
    let path: String?
    /// The names of what it provides, by kind.
    let contents: [(kind: String, names: [String])]

    init(_ plugin: any Plugin, path: String? = nil) throws(PeriluneError) {
        self.plugin = plugin
        self.path = path
        var registry = Registry()
        let own = registry.dimensions.count
        try registry.register(plugin)
        var handlers = Set<String>()
        contents = [
            ("modules", registry.modules.filter { !$0.isInternal }.map(\.name)),
            ("conditions", registry.dimensions.dropFirst(own).map(\.field)),
            ("delegates", registry.delegates.map(\.name) + registry.laterDelegates.map(\.name)),
            (
                "default handlers",
                registry.defaultHandlers.map(\.name).filter { handlers.insert($0).inserted }
            ),
            ("events", registry.eventTypes.map(\.name)),
            ("HTTP", registry.sources.map(\.path)),
            ("sources", registry.eventSources.map(\.name)),
            ("sinks", registry.recordSinks.map(\.name)),
            ("sinks of outputs", registry.sinkFactories.map(\.name)),
            ("codecs", registry.codecs.map(\.name)),
            ("commands", registry.commands.map(\.name)),
            ("views", registry.views.isEmpty ? [] : ["yes"]),
        ].filter { !$0.1.isEmpty }
    }

    private var kind: String {
        guard let path else { return "built in" }
        return path.hasSuffix(".so") ? "library" : "folder"
    }

    /// The text: a line for the plugin, and one for each kind.
    var text: String {
        var text = "\(plugin.name) \(plugin.version), "
        text += path.map { "\(kind) \($0)" } ?? kind
        if !plugin.summary.isEmpty { text += ": \(plugin.summary)" }
        text += "\n"
        for entry in contents {
            text += "  \(entry.kind): \(entry.names.joined(separator: ", "))\n"
        }
        return text.withoutControls
    }

    /// The contents as JSON.
    var value: Value {
        var members = Value.Members([
            ("name", .string(plugin.name)), ("version", .string(plugin.version)),
            ("kind", .string(kind)), ("summary", .string(plugin.summary)),
        ])
        if let path { members["path"] = .string(path) }
        for entry in contents {
            let name =
                switch entry.kind {
                case "default handlers": "handlers"
                case "sinks of outputs": "sinkFactories"
                default: entry.kind.lowercased()
                }
            members[name] = .array(entry.names.map { .string($0) })
        }
        return .object(members)
    }
}
