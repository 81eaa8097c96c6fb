import Arguments
import Perilune
import PeriluneCore
import PeriluneFiles
import PeriluneLua

/// A loaded plugin that is not part of the command.
struct NamedPlugin {
    let plugin: any Plugin
    let path: String
}

/// Finds and loads plugins: those of options, of the configuration, and of the folder `plugins`.
enum PluginOptions {
    static let all: [Option] = [
        .value(
            "plugin", "PATH", accepts: .file, isRepeatable: true,
            default: "the plugins of the configuration and of \(folderName)/",
            "Load a plugin: a folder with \(FolderPlugin.manifestName), or a shared library.")
    ]

    /// The folder of `plugin add`.
    static let folderName = "plugins"

    /// The folder of plugins, beside the configuration, else in the working directory.
    static func folder(_ values: Values) -> String {
        (values.project?.configuration.folder ?? "") + folderName + "/"
    }

    /// Loads the plugins, each once.
    ///
    /// A plugin that is not required and cannot be loaded is reported and left out; any other error ends the run.
    static func load(
        _ values: Values, _ terminal: Terminal, limits: ScriptLimits = ScriptLimits(),
        where isWanted: (Entry) -> Bool = { _ in true }
    ) throws(PeriluneError) -> [NamedPlugin] {
        var seen: Set<String> = []
        var plugins: [NamedPlugin] = []
        let configuration = values.project?.configuration
        let named = values.strings("plugin").map { Entry(path: $0) }
        for entry in named + entries(configuration)
        where isWanted(entry) && seen.insert(FilePath.absolute(entry.path)).inserted {
            do throws(PeriluneError) {
                plugins.append(try load(entry, limits, terminal))
            } catch {
                var error = error
                if error.place.file == nil { error.place = entry.place ?? .init(file: entry.path) }
                guard !entry.isRequired else { throw error }
                reportSkipped(error, terminal)
            }
        }
        for plugin in plugins {
            terminal.detail("plugin: \(plugin.plugin.name), from \(plugin.path)")
        }
        return plugins
    }

    /// The shared libraries of options, of the configuration and of the folder `plugins`.
    static func libraries(_ values: Values) -> [String] {
        let named = values.strings("plugin").map { Entry(path: $0) }
        return (named + entries(values.project?.configuration)).map(\.path).filter {
            (try? PluginFile.kind(of: $0)) == .library
        }
    }

    /// The plugins in folders, in their current state: of options, of the configuration and of the folder `plugins`.
    static func folders(
        _ values: Values, _ terminal: Terminal
    ) throws(PeriluneError) -> [any Plugin] {
        try load(values, terminal, limits: ScriptOptions.limits(values)) { entry in
            (try? PluginFile.kind(of: entry.path)) != .library
        }.map(\.plugin)
    }

    /// Loads the plugins of a configuration alone; returns those that can be loaded, and the errors of the others.
    static func load(
        _ configuration: Configuration, _ terminal: Terminal
    ) -> (plugins: [any Plugin], problems: [PeriluneError]) {
        var plugins: [any Plugin] = []
        var problems: [PeriluneError] = []
        for entry in entries(configuration) {
            do throws(PeriluneError) {
                plugins.append(try load(entry, ScriptLimits(), terminal).plugin)
            } catch {
                problems.append(error)
            }
        }
        return (plugins, problems)
    }

    /// The path of a plugin, with its configuration.
    struct Entry {
        let path: String
        var isRequired = true
        var grants = Grants.all
        var place: PeriluneError.Place?
        /// The entry in the configuration; `nil` if there is none.
        var configured: PluginEntry?
    }

    /// The plugins of the configuration and of the folder beside it.
    private static func entries(_ configuration: Configuration?) -> [Entry] {
        let configured =
            ((configuration?.pluginFolders ?? []) + (configuration?.pluginLibraries ?? [])).map {
                Entry(
                    path: $0.path, isRequired: $0.isRequired, grants: $0.grants, place: $0.place,
                    configured: $0)
            }
        let folder = (configuration?.folder ?? "") + folderName + "/"
        return configured + PluginFile.list(in: folder).map { Entry(path: $0) }
    }

    private static func load(
        _ entry: Entry, _ limits: ScriptLimits, _ terminal: Terminal
    ) throws(PeriluneError) -> NamedPlugin {
        let settings = try entry.configured.map { configured throws(PeriluneError) in
            try configured.settingsWithSecrets()
        }
        let plugin = try PluginFile.load(
            entry.path, settings: settings ?? .null, grants: entry.grants,
            kinds: CommandPlugins.grantKinds, limits: limits)
        guard !entry.isRequired else { return NamedPlugin(plugin: plugin, path: entry.path) }
        return NamedPlugin(
            plugin: OptionalPlugin(plugin) { reportSkipped($0, terminal) }, path: entry.path)
    }

    private static func reportSkipped(_ error: PeriluneError, _ terminal: Terminal) {
        var error = error
        error.message = "plugin skipped: " + error.message
        terminal.report(error)
    }
}
