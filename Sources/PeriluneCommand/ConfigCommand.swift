import Arguments
import Perilune
import PeriluneCore
import PeriluneLua

let configShowAction: Action = Action(
    command: Command(
        name: "config show", summary: "Show the effective settings and where each is set",
        discussion: [
            "Reads \(Configuration.fileName), found upward from the working directory, and shows every setting: of an option of this command line, of the environment, of the file with its line, or the default. Secrets are shown as the references that they are.",
            "Takes the options of serve and process, to see what they would change.",
        ],
        options: ConfigOptions.all + [
            .toggle("changed", "Only what is set, not what holds by default."),
            .toggle("json", "Write one JSON object."),
        ],
        examples: [
            Example("perilune config show", "What a run here would use."),
            Example("perilune config show --changed", "What the project and the environment set."),
            Example("perilune config show --workers 4 --json", "With an option, for a machine."),
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
            "Finds every mistake in \(Configuration.fileName) - names that are no settings, values out of range, files that are not there, secrets by value - and in the settings of plugins; then loads each script with what it is granted."
        ],
        options: Project.options + [
            .toggle("json", "Write mistakes as JSON, an object a line.")
        ],
        examples: [Example("perilune config check", "Before it goes live.")]),
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
            "file.read", "there is no \(Configuration.fileName) here or in a folder above",
            hint: "--config FILE names another")
    }
    var mistakes: [PeriluneError] = []
    var scripts = 0
    do {
        let configuration = try Configuration(file: file)
        scripts = configuration.entries.filter(\.isEnabled).map(\.files.count).reduce(0, +)
        mistakes = problems(of: configuration, terminal)
    } catch {
        mistakes = error.mistakes
    }
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
        terminal.note("\(file): \(found)\(Counted(mistakes.count, "mistake"))\n")
    }
    return mistakes.isEmpty ? .success : .found
}

/// What is wrong with settings of plugins, and with scripts as they are configured.
private func problems(of configuration: Configuration, _ terminal: Terminal) -> [PeriluneError] {
    var problems: [PeriluneError] = []
    func attempt(_ body: () throws(PeriluneError) -> Void) {
        do throws(PeriluneError) { try body() } catch { problems.append(error) }
    }
    attempt { () throws(PeriluneError) in _ = try ProjectPlugins.crm(configuration) }
    attempt { () throws(PeriluneError) in _ = try ProjectPlugins.sharing(configuration) }
    let others = PluginOptions.load(configuration, terminal)
    problems += others.problems
    var registry = Registry()
    for plugin in ScriptOptions.plugins + others.plugins {
        attempt { () throws(PeriluneError) in try registry.register(plugin) }
    }
    for entry in configuration.entries where entry.isEnabled {
        for file in entry.files {
            attempt { () throws(PeriluneError) in
                let script = try configuration.script(file, limits: ScriptLimits())
                try registry.check(
                    try script.declare(modules: registry.modules, log: TerminalLog(terminal)))
            }
        }
    }
    return problems
}
