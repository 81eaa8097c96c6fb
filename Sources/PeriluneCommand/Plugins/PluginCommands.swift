import Arguments
import Glibc
import LuaSyntax
import Perilune
import PeriluneCore
import PeriluneFiles
import PeriluneTestKit

let pluginListAction: Action = Action(
    command: Command(
        name: "plugin list", summary: "List the plugins in use and what each provides",
        discussion: [
            "Lists built-in plugins, those named by --plugin or by plugins.folders and plugins.libraries of the configuration, and those in the folder \(PluginOptions.folderName) beside the configuration."
        ],
        options: PluginOptions.all + Project.options + [.toggle("json", "Write JSON.")],
        examples: [
            Example("perilune plugin list", "List what scripts in this folder can use."),
            Example(
                "perilune plugin list --plugin vip --json",
                "Include another plugin, and write JSON."),
        ]),
    run: { values, terminal in
        var all: [PluginContents] = []
        for plugin in CommandPlugins.all { all.append(try PluginContents(plugin)) }
        for named in try PluginOptions.load(values, terminal) {
            all.append(try PluginContents(named.plugin, path: named.path))
        }
        if values.flag("json") {
            try terminal.write(Value.array(all.map(\.value)).json + "\n")
        } else {
            try terminal.write(all.map(\.text).joined())
        }
        return .success
    })

let pluginCheckAction: Action = Action(
    command: Command(
        name: "plugin check", summary: "Find mistakes in a plugin",
        discussion: [
            "Loads the plugin as a host would, registers it beside the built-in plugins, checks that it follows the rules for plugins, and checks its scripts and modules."
        ],
        operands: [Operand("PATH", .oneOrMore, accepts: .file, "A folder or a shared library.")],
        examples: [
            Example("perilune plugin check plugins/vip", "Check a plugin before you add it.")
        ]),
    run: { values, terminal in
        var problems = 0
        for path in values.operands {
            let (plugin, found) = try PluginCheck.problems(of: path, terminal)
            for problem in found { try terminal.write("\(problem)\n".withoutControls) }
            problems += found.count
            if let plugin, found.isEmpty {
                try terminal.write(try PluginContents(plugin, path: path).text)
            }
        }
        if problems > 0 { terminal.info("\(Counted(problems, "problem"))\n") }
        return problems > 0 ? .found : .success
    })

let pluginAddAction: Action = Action(
    command: Command(
        name: "plugin add", summary: "Add a plugin to the project",
        discussion: [
            "Copies a folder or a shared library into the folder \(PluginOptions.folderName) beside the configuration, which is loaded at every start. A plugin with mistakes is rejected. To give it settings or grants, or to make it optional, list it in the configuration instead."
        ],
        operands: [Operand("PATH", .one, accepts: .file, "A folder or a shared library.")],
        options: Project.options + [
            .toggle("link", "Create a symbolic link instead of a copy.")
        ],
        examples: [
            Example("perilune plugin add ../vip", "Add a plugin to the project in this folder.")
        ]),
    run: { values, terminal in
        let path = values.operands[0]
        let (plugin, problems) = try PluginCheck.problems(of: path, terminal)
        guard let plugin, problems.isEmpty else {
            for problem in problems { try terminal.write("\(problem)\n".withoutControls) }
            terminal.info("not added: \(Counted(problems.count, "problem"))\n")
            return .found
        }
        let folder = PluginOptions.folder(values)
        for other in PluginFile.list(in: folder)
        where (try? PluginFile.load(other))?.name == plugin.name {
            throw PeriluneError(
                "plugin.duplicate", "the project already has a plugin '\(plugin.name)'",
                at: .init(file: other),
                hint: "to replace it, first run 'perilune plugin remove \(plugin.name)'")
        }
        let target =
            folder + (try PluginFile.kind(of: path) == .library ? "\(plugin.name).so" : plugin.name)
        try PluginFolder.check(path, isApartFrom: folder)
        try FolderTree.make(folder)
        if values.flag("link") {
            try PluginFolder.link(FilePath.absolute(path), at: target)
        } else {
            try PluginFolder.copy(path, to: target)
        }
        try terminal.write("added \(plugin.name) \(plugin.version) as \(target)\n")
        return .success
    })

let pluginRemoveAction: Action = Action(
    command: Command(
        name: "plugin remove", summary: "Remove a plugin from the project",
        discussion: [
            "Deletes the plugin, or the symbolic link to it, from the folder \(PluginOptions.folderName)."
        ],
        operands: [Operand("NAME", .one, "The plugin's name.")],
        options: Project.options,
        examples: [
            Example(
                "perilune plugin remove vip", "Remove a plugin from the project in this folder.")
        ]),
    run: { values, terminal in
        let name = values.operands[0]
        let folder = PluginOptions.folder(values)
        let paths = PluginFile.list(in: folder)
        // Also by file name if it cannot be loaded any more, because then the user wants to remove it.
        let names = paths.map { path in
            let file = FilePath.name(of: path)
            return file.hasSuffix(".so") ? String(file.dropLast(3)) : file
        }
        guard let index = names.firstIndex(of: name) else {
            throw PeriluneError(
                "plugin.missing", "there is no plugin '\(name)' in \(folder)",
                hint: NearestName.hint(for: name, in: names)
                    ?? "to remove a plugin that the configuration names, edit the configuration")
        }
        try FolderTree.remove(paths[index])
        try terminal.write("removed \(paths[index])\n")
        return .success
    })
