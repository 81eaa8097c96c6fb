import Arguments
import Perilune
import PeriluneCore
import PeriluneFiles
import PeriluneTesting

/// The plugins for tests, besides those of the command.
enum TestPlugins {
    /// Adds the plugins of the project.
    ///
    /// Test files in the folder of a plugin test that plugin: they can use its modules and test its scripts.
    static func add(
        to runner: inout TestRunner, for files: [TestFile], _ values: Values, _ terminal: Terminal
    ) throws(PeriluneError) {
        let folders = Set(files.map(\.folder))
            .filter { TextFile.exists($0 + FolderPlugin.manifestName) }.sorted()
        var tested: [FolderPlugin] = []
        for folder in folders {
            let plugin = try FolderPlugin(folder.isEmpty ? "." : folder)
            tested.append(plugin)
            for (path, script) in plugin.scriptsByFile() {
                let path = folder.isEmpty ? String(path.dropFirst("./".count)) : path
                runner.scripts[path] = script
            }
        }
        let others = try PluginOptions.load(values, terminal).map(\.plugin)
        runner.environment.plugins += others.filter { plugin in
            !tested.contains { $0.name == plugin.name }
        }
        runner.environment.plugins += tested.map(\.withoutScripts)
    }
}
