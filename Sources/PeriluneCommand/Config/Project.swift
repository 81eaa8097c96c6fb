import Arguments
import Perilune
import PeriluneCore
import PeriluneFiles
import PeriluneLua

/// The configuration that holds for a command line: `perilune.lua`, found upward, or `--config FILE`.
///
/// It stands behind the options: a command asks for `--workers` and gets what the file says where the
/// option is not given.
struct Project: OptionDefaults {
    let configuration: Configuration
    private let command: String
    private let hasOperands: Bool
    /// The configuration of a member whose rules were deployed: its settings hold before those of the rules.
    private var own: [Project] = []

    /// The options of every command that a configuration is for.
    static let options: [Option] = [
        .value(
            "config", "FILE", accepts: .file,
            default: "\(Configuration.fileName) in this folder or a parent",
            "The configuration of scripts, plugins and limits; options override it."),
        .toggle("no-config", "Do not read a configuration."),
    ]

    /// Commands that settings of sources and sinks are for.
    private static let running = ["process", "serve", "quarantine retry"]
    /// Commands that keep state where the configuration says; to explain an event must not change it.
    private static let stateful = ["process", "open"]

    init(_ configuration: Configuration, _ command: String, hasOperands: Bool = false) {
        self.configuration = configuration
        self.command = command
        self.hasOperands = hasOperands
        Redaction.addNames(configuration.secretNames)
    }

    /// The configuration for a command line; `nil` where there is none.
    ///
    /// - Throws: ``ConfigurationError`` with all that is wrong in it, or an error where it is not there.
    static func load(_ values: Values, _ command: Command) throws -> Project? {
        guard let file = try file(values, command) else { return nil }
        return Project(
            try Configuration(file: file, plugins: CommandPlugins.configurable), command.name,
            hasOperands: !values.operands.isEmpty)
    }

    /// The configuration of rules that were deployed to a cluster, behind the settings of the member's own one.
    static func deployed(
        _ file: String, behind own: Project?, _ command: String
    ) throws(ConfigurationError) -> Project {
        var project = Project(
            try Configuration(file: file, plugins: CommandPlugins.configurable), command)
        project.own = own.map { [$0] } ?? []
        return project
    }

    /// The same file as it is now.
    ///
    /// - Throws: The first mistake in it.
    func reloaded() throws(PeriluneError) -> Project {
        do throws(ConfigurationError) {
            return Project(
                try Configuration(file: configuration.file, plugins: CommandPlugins.configurable),
                command, hasOperands: hasOperands)
        } catch {
            throw error.first
        }
    }

    /// The file that holds for a command line.
    static func file(_ values: Values, _ command: Command) throws -> String? {
        let given = values.string("config")
        if values.flag("no-config") {
            guard given == nil else {
                throw UsageError(
                    .invalidValue, "--config and --no-config cannot be combined",
                    program: "perilune \(command.name)")
            }
            return nil
        }
        guard let given else { return Configuration.find() }
        guard TextFile.exists(given) else {
            throw PeriluneError(
                "file.read", "configuration file not found", at: .init(file: given),
                hint:
                    "without --config, \(Configuration.fileName) is searched for in this folder and its parents"
            )
        }
        return given
    }

    /// Whether a command takes part; those about the configuration read it themselves, also a wrong one, as does
    /// `doctor`, and completions are written whatever is wrong in it.
    static func isFor(_ command: Command) -> Bool {
        command.options.contains { $0.name == "no-config" } && !command.name.hasPrefix("config ")
            && !["completions", "doctor"].contains(command.name)
    }

    /// The files of the scripts that take part, in their order.
    var scripts: [String] {
        configuration.entries.filter(\.isEnabled).flatMap(\.files)
    }

    /// What its tests are about: its folder with all below, and scripts elsewhere.
    var tested: [String] {
        let folder = configuration.folder.isEmpty ? "." : configuration.folder
        let root = FilePath.absolute(folder)
        let inside = root == "/" ? root : root + "/"
        return [folder] + scripts.filter { !FilePath.absolute($0).hasPrefix(inside) }
    }

    func texts(of option: String) -> [String] {
        if option == "script" { return scripts }
        if case .files(let files)? = configuration.plugins[option] { return files }
        guard let value = value(of: option) else { return [] }
        return (value.array ?? [value]).compactMap { value in
            value.string ?? value.integer.map { String($0) }
        }
    }

    func flag(_ option: String) -> Bool? {
        guard let setting = setting(of: option), let value = value(of: option)?.bool else {
            return nil
        }
        return setting.isNegated ? !value : value
    }

    /// The logs to process where the command line names none.
    var logs: [String] { texts(of: "LOG") }

    private func setting(_ option: String) -> Setting? {
        Setting.all.first { $0.option == option }
    }

    private func setting(of option: String) -> Setting? {
        guard let setting = setting(option) else { return nil }
        // The format of the logs is the same for all commands.
        if ["sources.as", "sources.codec"].contains(setting.path) { return setting }
        if setting.path == "state", !Self.stateful.contains(command) { return nil }
        if setting.path.hasPrefix("sources.") || setting.path.hasPrefix("sinks.") {
            guard Self.running.contains(command) else { return nil }
        }
        // Another log than the project's must not overwrite what came of that one.
        if setting.path.hasPrefix("sinks."), command == "process", hasOperands { return nil }
        return setting
    }

    private func value(of option: String) -> Value? {
        own.first?.value(of: option)
            ?? setting(of: option).flatMap { configuration.values[$0.path] }
    }
}

extension ConfigurationError {
    /// The first mistake, with the number of others.
    fileprivate var first: PeriluneError {
        var error = mistakes.first ?? PeriluneError("configuration.lua", description)
        if mistakes.count > 1 {
            let others =
                "\(Counted(mistakes.count - 1, "more mistake")); 'perilune config check' lists all"
            error.hint = error.hint.map { "\($0); \(others)" } ?? others
        }
        return error
    }
}

extension Values {
    /// The configuration behind the options.
    var project: Project? { defaults as? Project }

    /// A script with what the configuration says of it, for commands that have no options for that.
    func configuredScript(_ path: String) throws(PeriluneError) -> Script {
        guard let project else { return try Script(path) }
        return try project.configuration.script(path, limits: ScriptLimits())
    }
}
