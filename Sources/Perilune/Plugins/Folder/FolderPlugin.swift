public import PeriluneCore
internal import PeriluneFiles
public import PeriluneLua

/// A plugin that is a folder: a manifest `plugin.lua`, scripts, and modules for other scripts.
///
/// ```lua
/// return {
///   name = "vip",
///   version = "1.0.0",
///   perilune = ">= 0.1",
///   summary = "Treats the links of important customers with care.",
///   scripts = { "route.lua" },
///   modules = { "vip" },
///   settings = { levels = { type = "integer", default = 3, summary = "How many levels there are." } },
/// }
/// ```
///
/// All of it runs in the sandbox. Its scripts have the grants that the manifest requests and the host gives.
public struct FolderPlugin: Plugin {
    /// The path of the folder, as it was passed.
    public let path: String
    private(set) var manifest: PluginManifest
    private let files: PluginFiles
    private let grants: Grants
    private let limits: ScriptLimits

    /// The file name of the manifest.
    public static let manifestName = "plugin.lua"

    /// Reads a plugin from a folder.
    ///
    /// - Parameters:
    ///   - path: The folder.
    ///   - settings: Values of the settings that the manifest declares; null for the defaults.
    ///   - grants: The grants of the plugin, which must cover those that the manifest requests.
    ///   - kinds: The kinds of grants of the host's plugins, by which scopes are compared.
    ///   - limits: The limits of its scripts.
    /// - Throws: The first mistake in the manifest, with its line, or an error for a missing file.
    public init(
        _ path: String, settings: Value = .null, grants: Grants = .all,
        kinds: [GrantKind] = [.http], limits: ScriptLimits = ScriptLimits()
    ) throws(PeriluneError) {
        let (manifest, mistakes) = try PluginManifest.read(path)
        if let first = mistakes.first { throw first }
        self.path = path
        self.limits = limits
        self.manifest = manifest
        do throws(PeriluneError) {
            self.grants = try manifest.needs(within: grants, kinds)
            files = try PluginFiles(manifest, settings: try manifest.values(settings))
        } catch {
            throw error.naming(plugin: manifest.name)
        }
    }

    /// All mistakes in the manifest of a folder.
    package static func manifestProblems(in path: String) throws(PeriluneError) -> [PeriluneError] {
        try PluginManifest.read(path).mistakes
    }

    /// The name in the manifest.
    public var name: String { manifest.name }
    /// The version in the manifest.
    public var version: String { manifest.version }
    /// The summary in the manifest.
    public var summary: String { manifest.summary }

    /// The files of its scripts, for checks.
    package var scripts: [String] { manifest.scripts }

    /// Its scripts by their files, as it registers them, for tests of single scripts.
    package func scriptsByFile() -> [String: Script] {
        var scripts: [String: Script] = [:]
        for path in manifest.scripts { scripts[path] = script(path) }
        return scripts
    }

    /// The same plugin without its scripts.
    package var withoutScripts: FolderPlugin {
        var plugin = self
        plugin.manifest.scripts = []
        return plugin
    }

    /// Whether it does the same as another version of the folder.
    func isSame(as other: FolderPlugin) -> Bool {
        path == other.path && limits == other.limits && grants == other.grants
            && files.areSame(as: other.files)
    }

    private func script(_ path: String) -> Script {
        var script = files.script(path)
        script.limits = limits
        script.grants = grants
        return script
    }

    /// Files for the Lua language server, in addition to those generated from the modules.
    package var definitions: [String] { manifest.definitions }

    /// Registers the modules, then the scripts, which are loaded when the modules of all plugins are known.
    public func register(in registry: inout Registry) throws(PeriluneError) {
        for type in manifest.eventTypes { registry.add(type) }
        for module in try files.modules() { try registry.add(module) }
        for path in manifest.scripts {
            let script = script(path)
            registry.addLater(script.name) { modules, log throws(PeriluneError) in
                try script.declare(modules: modules, log: log)
            }
        }
    }
}
