import LuaSyntax
import Perilune
import PeriluneCore
import PeriluneFiles
import PeriluneStore
import PeriluneTestKit

/// Finds all mistakes in a plugin.
enum PluginCheck {
    /// - Returns: The plugin if it can be loaded, and a text for each problem.
    static func problems(
        of path: String, _ terminal: Terminal
    ) throws(PeriluneError) -> (plugin: (any Plugin)?, problems: [String]) {
        if try PluginFile.kind(of: path) == .folder {
            do throws(PeriluneError) {
                let mistakes = try FolderPlugin.manifestProblems(in: path)
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

    /// The findings of `check` about the scripts of a folder.
    private static func findings(_ plugin: any Plugin) throws(PeriluneError) -> [String] {
        guard let folder = plugin as? FolderPlugin else { return [] }
        var registry = Registry()
        for plugin in CommandPlugins.all + [plugin] { try registry.register(plugin) }
        var found: [String] = []
        for path in folder.scripts {
            let source = try TextFile.read(path, limit: 1 << 20, what: "script")
            let files = TextFile.luaFiles(in: FilePath.folder(of: path))
            var api = HostAPI(registry, scriptModules: files.union(["settings"]))
            api.publishMembers = []
            let checker = ScriptChecker(api: api)
            found += checker.check(source).filter { $0.severity == .error }
                .map { "\(path):\($0)" }
        }
        return found
    }

    /// The errors that only loading finds: names of other plugins, and scripts that fail.
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
