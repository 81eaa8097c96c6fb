import Arguments
import CodecsPlugin
import Perilune
package import PeriluneCore
import PeriluneLua
import PeriluneTesting

/// What an editor completes in a folder of rules: in scripts, in tests, and in the configuration.
package enum ProjectDefinitions {
    /// The modules of scripts and tests.
    package static func modules() throws(PeriluneError) -> [HostModule] {
        var registry = try registry()
        try registry.add(TestRunner.module)
        return BuiltInModules.all + registry.modules
    }

    /// The types of events that the plugins declare.
    package static func eventTypes() throws(PeriluneError) -> [EventType] {
        try EventType.ofHost + registry().eventTypes
    }

    private static func registry() throws(PeriluneError) -> Registry {
        var registry = Registry()
        for plugin in CommandPlugins.all { try plugin.register(in: &registry) }
        return registry
    }

    /// The files of the folder `meta`.
    package static func files() throws(PeriluneError) -> [(name: String, text: String)] {
        EditorDefinitions.files(modules: try modules())
            + [
                (
                    ConfigurationDefinitions.fileName,
                    ConfigurationDefinitions.text(
                        plugins: CommandPlugins.schemas,
                        sinks: CommandPlugins.sinks)
                )
            ]
    }

    /// The reference page of the configuration.
    package static var configurationPage: String {
        ConfigurationReference.page(
            plugins: CommandPlugins.schemas,
            codecs: Codecs.withOptions.map { ($0.name, $0.schema) },
            sinks: CommandPlugins.sinks)
    }
}
