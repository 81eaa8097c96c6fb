import Perilune
import PeriluneCore
import PeriluneLua

/// Finds all mistakes in a configuration.
enum ConfigMistakes {
    /// Checks the file, the settings of plugins, and each script with its grants.
    static func find(
        in file: String, _ terminal: Terminal
    ) -> (scripts: Int, mistakes: [PeriluneError]) {
        do {
            let configuration = try Configuration(file: file, plugins: CommandPlugins.configurable)
            let scripts = configuration.entries.filter(\.isEnabled).map(\.files.count)
            return (scripts.reduce(0, +), find(in: configuration, terminal))
        } catch {
            return (0, error.mistakes)
        }
    }

    private static func find(
        in configuration: Configuration, _ terminal: Terminal
    ) -> [PeriluneError] {
        let others = PluginOptions.load(configuration, terminal)
        var (registry, problems) = registry(of: configuration, others.plugins)
        problems += others.problems
        func attempt(_ body: () throws(PeriluneError) -> Void) {
            do throws(PeriluneError) { try body() } catch { problems.append(error) }
        }
        problems += configuration.grantProblems(
            kinds: CommandPlugins.grantKinds + others.plugins.flatMap(\.grantKinds),
            others: registry.modules.compactMap(\.grant))
        attempt { () throws(PeriluneError) in
            let name = configuration.values["sources.as"]?.string
            let options = configuration.values["sources.codec"] ?? .object(.init())
            do throws(PeriluneError) {
                _ = try registry.codec(name ?? Registry.usualCodec, options)
            } catch {
                var error = error
                let isName = error.code == "codec.unknown"
                error.place = configuration.place(of: isName ? "sources.as" : "sources.codec")
                throw error
            }
        }
        problems += outputProblems(of: configuration, registry)
        for entry in configuration.entries where entry.isEnabled {
            for file in entry.files {
                attempt { () throws(PeriluneError) in
                    let script = try configuration.script(file, limits: ScriptLimits())
                    try registry.check(
                        try script.declare(modules: registry.modules, log: TerminalLog(terminal)),
                        in: script.url == nil ? script.path : configuration.file)
                }
            }
        }
        return problems
    }

    /// The mistakes in the outputs of a configuration, whose plugins in Lua and in libraries are `others`.
    static func outputProblems(
        of configuration: Configuration, _ others: [any Plugin]
    ) -> [PeriluneError] {
        outputProblems(of: configuration, registry(of: configuration, others).0)
    }

    private static func outputProblems(
        of configuration: Configuration, _ registry: Registry
    ) -> [PeriluneError] {
        OutputSinks.problems(registry, configuration.outputs).map { error in
            var error = error
            if error.place.file == nil { error.place = configuration.place(of: "outputs") }
            return error
        }
    }

    /// What the plugins register with their settings, and the mistakes in these.
    private static func registry(
        of configuration: Configuration, _ others: [any Plugin]
    ) -> (Registry, problems: [PeriluneError]) {
        var problems: [PeriluneError] = []
        // Configurations that are plugins themselves, which can find mistakes when they are registered.
        var configured: [any Plugin] = []
        for plugin in CommandPlugins.configurations {
            do throws(PeriluneError) {
                if let plugin = try CommandPlugins.read(plugin, configuration) as? any Plugin {
                    configured.append(plugin)
                }
            } catch {
                problems.append(error)
            }
        }
        var registry = Registry()
        for plugin in CommandPlugins.all + others {
            let configured = configured.first { $0.name == plugin.name }
            do throws(PeriluneError) {
                try registry.register(configured ?? plugin)
            } catch {
                var error = error
                if let configured {
                    error.place = configuration.place(of: "plugins.\(configured.name)")
                }
                problems.append(error)
            }
        }
        return (registry, problems)
    }
}
