import Arguments
import Perilune
import PeriluneCommandKit
import PeriluneCore
import PeriluneFiles

/// The context that the command provides to its plugins.
struct PluginContext: CommandContext {
    func options(_ names: Set<String>) -> [Option] {
        ScriptOptions.all.filter { names.contains($0.name) }
    }

    func settings<Settings: PluginConfiguration>(_ type: Settings.Type) throws -> Settings? {
        guard let file = Configuration.find() else { return nil }
        return try CommandPlugins.read(
            type, Configuration(file: file, plugins: CommandPlugins.configurable))
    }

    func rowSources(_ values: Values) throws(PeriluneError) -> Registry {
        try CommandPlugins.rowSources(values)
    }

    func host(
        with plugin: any Plugin, _ values: Values, _ terminal: Terminal
    ) throws(PeriluneError) -> any EventProcessor {
        try ScriptOptions.host(with: plugin, values, terminal)
    }
}
