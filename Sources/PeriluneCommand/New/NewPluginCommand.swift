import Arguments
import Perilune
import PeriluneCore

let newPluginAction: Action = Action(
    command: Command(
        name: "new plugin", summary: "Create a plugin: a Lua folder or a Swift package",
        discussion: [
            "Creates a working plugin with a test, and a README with the commands to check, test and use it."
        ],
        operands: [
            Operand(
                "NAME", .one,
                "The name of the plugin and its folder, in lower-case letters, digits and dashes, such as hot-leads."
            )
        ],
        options: [
            .toggle("library", "Create a Swift package that builds a shared library."),
            .value(
                "sdk", "PATH", accepts: .file, default: NewLibraryPlugin.installedSDK,
                "The folder of the SDK with which the library is built; it is installed with Perilune."
            ),
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
                "the name of a plugin may have lower-case letters, digits and dashes only, such as hot-leads, got '\(name)'",
                program: "perilune new plugin")
        }
        guard values.flag("library") else {
            return try NewFile.write(NewFolderPlugin.files(named: name), to: path, terminal)
        }
        let sdk = values.string("sdk") ?? NewLibraryPlugin.installedSDK
        return try NewFile.write(
            NewLibraryPlugin.files(named: name, sdk: sdk), to: path, terminal)
    })
