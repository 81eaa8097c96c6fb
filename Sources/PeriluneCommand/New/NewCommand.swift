import Arguments
import Perilune
import PeriluneCore
import PeriluneFiles

let newProjectAction: Action = Action(
    command: Command(
        name: "new project", summary: "Create a folder with a rule, its test and a sample log",
        discussion: [
            "Creates a configuration, a rule with its test, a small sample log, and the definitions with which an editor completes the API of scripts, tests and the configuration."
        ],
        operands: [
            Operand("FOLDER", .one, accepts: .file, "A new or empty folder.")
        ],
        options: [],
        examples: [
            Example(
                "perilune new project rules",
                "Then: cd rules; perilune test; perilune process taps.jsonl")
        ]),
    run: { values, terminal in
        let folder = values.operands.first ?? "."
        // Hidden files belong to version control and editors.
        guard TextFile.names(in: folder).allSatisfy({ $0.hasPrefix(".") }) else {
            throw PeriluneError(
                "output.exists", "the folder is not empty", at: .init(file: folder),
                hint:
                    "name a new folder, or add a rule to this one with 'perilune new script'")
        }
        let files =
            NewProject.files + NewScript.files(named: "reports")
            + (try ProjectDefinitions.files().map { NewFile("meta/\($0.name)", $0.text) })
        let status = try NewFile.write(files, to: folder, terminal)
        terminal.info(
            "next: \(folder == "." ? "" : "cd \(folder); ")perilune test; perilune process taps.jsonl\n"
        )
        return status
    })

let newDefinitionsAction: Action = Action(
    command: Command(
        name: "new definitions",
        summary: "Update the definitions with which editors complete the API",
        discussion: [
            "Writes the definitions of this version to the folder meta of a project, over those of an earlier version. Other files are left as they are.",
            "With --from it also writes meta/\(EventDefinitions.fileName): a class for each type of event in a log, with the fields of event.data. A rule names it above its function: ---@param event Event.order.placed",
        ],
        operands: [
            Operand(
                "FOLDER", .optional, accepts: .file, "The project; default: the current folder.")
        ],
        options: [
            .value(
                "from", "LOG", accepts: .file, isRepeatable: true, default: "none",
                "A log with events, plain, .gz, .zst, .bz2 or .xz."),
            .value(
                "limit", short: "n", "N", accepts: .integer(1...1_000_000), default: "10000",
                "Read at most N entries of the logs."),
        ] + LogCodec.options + Project.options + PluginOptions.all,
        examples: [
            Example("perilune new definitions", "Update meta after an upgrade."),
            Example(
                "perilune new definitions --from access.log --as combined",
                "Let an editor complete the fields of requests."),
        ]),
    run: { values, terminal in
        var files = try ProjectDefinitions.files()
        if let events = try ProjectDefinitions.events(values, terminal) { files.append(events) }
        return try NewFile.replace(
            files.map { NewFile("meta/\($0.name)", $0.text) },
            in: values.operands.first ?? "", beginningWith: "---@meta", terminal)
    })

let newScriptAction: Action = Action(
    command: Command(
        name: "new script", summary: "Create a rule and its test",
        operands: [
            Operand(
                "NAME", .one,
                "The name of the rule, with its folder: reports, or rules/reports.lua.")
        ],
        options: [],
        examples: [Example("perilune new script rules/reports", "Then: perilune test rules")]),
    run: { values, terminal in
        let path = try FileName(values.operands.first ?? "", what: "script")
        let status = try NewFile.write(
            NewScript.files(named: path.stem), to: path.folder, terminal)
        let file = "\(path.folder)\(path.stem).lua"
        terminal.info(
            "next: replace the example rule in \(file); run it with --script \(file), or add it to scripts in \(Configuration.fileName)\n"
        )
        return status
    })

let newHostAction: Action = Action(
    command: Command(
        name: "new host", summary: "Create a Swift package that embeds Perilune",
        operands: [Operand("NAME", .one, "The name of the package and its folder.")],
        options: [
            .value(
                "perilune", "PATH", accepts: .file, default: "../perilune",
                "The path of the Perilune package, relative to the new folder.")
        ],
        examples: [Example("perilune new host Orders", "Then: cd Orders; swift run")]),
    run: { values, terminal in
        let path = try FileName(values.operands.first ?? "", what: "package")
        let files = NewHost.files(
            named: path.stem, perilune: values.string("perilune") ?? "../perilune")
        return try NewFile.write(files, to: path.folder + path.stem, terminal)
    })

/// A folder and a name in it, without `.lua`.
private struct FileName {
    /// The folder: empty, or with a slash at its end.
    let folder: String
    let stem: String

    init(_ path: String, what: String) throws {
        folder = FilePath.folder(of: path)
        let name = path.dropFirst(folder.count)
        stem = String(name.hasSuffix(".lua") ? name.dropLast(4) : name)
        guard stem.isIdentifier else {
            throw UsageError(
                .invalidValue,
                "the name of a \(what) may have letters, digits and _ only, got '\(stem)'",
                program: "perilune new")
        }
    }
}
