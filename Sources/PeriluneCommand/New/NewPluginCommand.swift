import Arguments
import Perilune
import PeriluneCore

let newPluginAction: Action = Action(
    command: Command(
        name: "new plugin", summary: "Create a plugin: a Lua folder or a Swift package",
        discussion: [
            "Writes a plugin that works as it is, with a test and a README that has the commands to check, test and use it."
        ],
        operands: [
            Operand(
                "NAME", .one,
                "The plugin and its folder: small letters, digits and dashes, such as hot-leads.")
        ],
        options: [
            .toggle("library", "A Swift package that makes a shared library."),
            .value(
                "sdk", "PATH", accepts: .file, default: NewLibraryPlugin.installedSDK,
                "Where the SDK is that a library is built with; make install puts it there."),
        ],
        examples: [
            Example(
                "perilune new plugin hot-leads",
                "Then: perilune plugin check hot-leads; perilune test hot-leads"),
            Example(
                "perilune new plugin --library hot-leads", "Then: cd hot-leads; swift test"),
        ]),
    run: { values, terminal in
        var path = values.operands[0]
        if path.hasSuffix("/") { path.removeLast() }
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        guard PluginName.isValid(name) else {
            throw UsageError(
                .invalidValue,
                "the name of a plugin is small letters, digits and dashes, such as hot-leads, not '\(name)'",
                program: "perilune new plugin")
        }
        guard values.flag("library") else {
            return try NewFile.write(NewFolderPlugin.files(named: name), to: path, terminal)
        }
        let sdk = values.string("sdk") ?? NewLibraryPlugin.installedSDK
        return try NewFile.write(
            NewLibraryPlugin.files(named: name, sdk: sdk), to: path, terminal)
    })
