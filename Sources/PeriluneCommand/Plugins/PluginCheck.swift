import LuaSyntax
import Perilune
import PeriluneCore
import PeriluneFiles
import PeriluneStore
import PeriluneTestKit

/// Everything that is wrong with a plugin.
enum PluginCheck {
    /// - Returns: The plugin where it loads, and a text for each problem.
    static func problems(
        of path: String, _ terminal: Terminal
    ) throws(PeriluneError) -> (plugin: (any Plugin)?, problems: [String]) {
        if try PluginFile.kind(of: path) == .folder {
            do throws(PeriluneError) {
                let mistakes = try FolderPlugin.mistakes(in: path)
                guard mistakes.isEmpty else { return (nil, mistakes.map(\.description)) }
            } catch {
                return (nil, [error.description])
            }
        }
        let plugin: any Plugin
        do throws(PeriluneError) {
            plugin = try PluginFile.load(path)
        } catch {
            return (nil, [error.description])
        }
        var problems = PluginConformance.check(plugin)
        guard problems.isEmpty else { return (plugin, problems) }
        do throws(PeriluneError) {
            problems += try findings(plugin)
        } catch {
            problems.append(error.description)
        }
        if problems.isEmpty, let error = failure(beside: plugin, terminal) {
            problems.append(error.description)
        }
        return (plugin, problems)
    }

    /// What the checks of scripts say about those of a folder.
    private static func findings(_ plugin: any Plugin) throws(PeriluneError) -> [String] {
        guard let folder = plugin as? FolderPlugin else { return [] }
        var registry = Registry()
        for plugin in CommandPlugins.all + [plugin] { try registry.register(plugin) }
        var found: [String] = []
        for path in folder.scripts {
            let source = try TextFile.read(path, limit: 1 << 20, what: "script")
            var api = HostAPI(registry, besides: path)
            api.scriptModules.insert("settings")
            let checker = ScriptChecker(api: api)
            found += checker.check(source).filter { $0.severity == .error }
                .map { "\(path):\($0)" }
        }
        return found
    }

    /// What only the loader knows: names that another plugin has, scripts that fail when they are loaded.
    private static func failure(
        beside plugin: any Plugin, _ terminal: Terminal
    ) -> PeriluneError? {
        do throws(PeriluneError) {
            _ = try Host(
                (CommandPlugins.all + [plugin]).map { .plugin($0) }, options: HostOptions(),
                store: MemoryStateStore(), log: TerminalLog(terminal))
            return nil
        } catch {
            return error
        }
    }
}
