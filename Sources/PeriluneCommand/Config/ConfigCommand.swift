import Arguments
import Perilune
import PeriluneCore

let configShowAction: Action = Action(
    command: Command(
        name: "config show", summary: "Show the effective settings and where each is set",
        discussion: [
            "Reads \(Configuration.fileName) in the working directory or the nearest parent folder, and shows for every setting whether an option, the environment, a line of the file or the default sets it. Secrets are shown as references, never by value.",
            "Accepts the options of serve and process, to show their effect.",
        ],
        options: ConfigOptions.all + [
            .toggle("changed", "Omit settings that have their default value."),
            .toggle("json", "Write one JSON object."),
        ],
        examples: [
            Example("perilune config show", "Show the settings that apply in this folder."),
            Example("perilune config show --changed", "Show what differs from the defaults."),
            Example(
                "perilune config show --workers 4 --json", "Show the effect of an option, as JSON."),
        ]),
    run: { values, terminal in
        try terminal.write(settings(values))
        return .success
    })

/// The settings as text or as JSON.
///
/// Not inlined: Swift 6.3.1 crashes where it splits an asynchronous function with this in it.
@inline(never)
private func settings(_ values: Values) throws -> String {
    var values = values
    values.defaults = try Project.load(values, configShowAction.command)
    let all = try ConfigRows(values).rows
    let rows = values.flag("changed") ? all.filter { !$0.isDefault } : all
    guard values.flag("json") else { return ConfigRows.text(rows) }
    let file = values.project.map { Value.string($0.configuration.file) } ?? .null
    let object: Value = ["file": file, "settings": .array(rows.map(\.value))]
    return object.json + "\n"
}

let configCheckAction: Action = Action(
    command: Command(
        name: "config check", summary: "Find mistakes in the configuration",
        discussion: [
            "Reports every mistake in \(Configuration.fileName) - unknown settings, values out of range, missing files, secrets by value - and in the settings of plugins; then loads each script with its grants."
        ],
        options: Project.options + [
            .toggle("json", "Write mistakes as JSON, one object per line.")
        ],
        examples: [Example("perilune config check", "Check the configuration of this folder.")]),
    run: runConfigCheck)

/// The options of the commands that a configuration is for, each once.
private enum ConfigOptions {
    static let all: [Option] = {
        var seen: Set<String> = []
        return (serveAction.command.options + processAction.command.options)
            .filter { seen.insert($0.name).inserted }
    }()
}

@Sendable
private func runConfigCheck(_ values: Values, _ terminal: Terminal) async throws -> ExitStatus {
    guard let file = try Project.file(values, configCheckAction.command) else {
        throw PeriluneError(
            "file.read", "there is no \(Configuration.fileName) in this folder or a parent",
            hint:
                "name a configuration with --config FILE, or create one with 'perilune new project'"
        )
    }
    let (scripts, mistakes) = ConfigMistakes.find(in: file, terminal)
    for mistake in mistakes {
        if values.flag("json") {
            var writer = JSONWriter()
            mistake.write(to: &writer)
            try terminal.write(writer.text + "\n")
        } else {
            try terminal.write("\(mistake)\n".withoutControls)
        }
    }
    if !values.flag("json") {
        let found = mistakes.isEmpty ? Counted(scripts, "script").description + ", " : ""
        terminal.info("\(file): \(found)\(Counted(mistakes.count, "mistake"))\n")
    }
    return mistakes.isEmpty ? .success : .found
}
