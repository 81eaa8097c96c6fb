import Arguments
import Perilune
import PeriluneCore
import PeriluneFiles
import PeriluneLua

/// The configuration for a command line: `perilune.lua`, found upward, or `--config FILE`.
///
/// It provides the values of options that the command line does not set.
struct Project: OptionDefaults {
    let configuration: Configuration
    private let command: String
    private let hasOperands: Bool
    /// For deployed rules, the member's own configuration, whose settings take precedence.
    private var own: [Project] = []

    /// The options of every command that reads a configuration.
    static let options: [Option] = [
        .value(
            "config", "FILE", accepts: .file,
            default: "\(Configuration.fileName) in this folder or a parent",
            "The configuration of scripts, plugins and limits; options override it."),
        .toggle("no-config", "Do not read a configuration."),
    ]

    /// The commands that use the settings of sources and sinks.
    private static let running = ["process", "serve", "quarantine retry"]
    /// The commands that use the state of the configured store; explaining an event must not change it.
    private static let stateful = ["process", "open"]

    init(_ configuration: Configuration, _ command: String, hasOperands: Bool = false) {
        self.configuration = configuration
        self.command = command
        self.hasOperands = hasOperands
        Redaction.addNames(configuration.secretNames)
    }

    /// Loads the configuration for a command line; `nil` if there is none.
    ///
    /// - Throws: ``ConfigurationError`` with all mistakes in it, or an error if the file does not exist.
    static func load(_ values: Values, _ command: Command) throws -> Project? {
        guard let file = try file(values, command) else { return nil }
        return Project(
            try Configuration(file: file, plugins: CommandPlugins.configurable), command.name,
            hasOperands: !values.operands.isEmpty)
    }

    /// The configuration of rules that were deployed to a cluster; the member's own settings take precedence.
    static func deployed(
        _ file: String, behind own: Project?, _ command: String
    ) throws(ConfigurationError) -> Project {
        var project = Project(
            try Configuration(file: file, plugins: CommandPlugins.configurable), command)
        project.own = own.map { [$0] } ?? []
        return project
    }

    /// Reads the file again.
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

    /// The configuration file for a command line.
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

    /// Whether a command uses the configuration.
    ///
    /// Commands about the configuration and `doctor` read it themselves, even if it is wrong, and completions do not
    /// depend on it.
    static func isFor(_ command: Command) -> Bool {
        command.options.contains { $0.name == "no-config" } && !command.name.hasPrefix("config ")
            && !["completions", "doctor"].contains(command.name)
    }

    /// The files of the enabled scripts, in order.
    var scripts: [String] {
        configuration.entries.filter(\.isEnabled).flatMap(\.files)
    }

    /// The paths to test: the folder of the configuration with everything below, and scripts elsewhere.
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

    /// The logs to process if the command line names none.
    var logs: [String] { texts(of: "LOG") }

    private func setting(_ option: String) -> Setting? {
        Setting.all.first { $0.option == option }
    }

    private func setting(of option: String) -> Setting? {
        guard let setting = setting(option) else { return nil }
        // The format of logs is the same for all commands.
        if ["sources.as", "sources.codec"].contains(setting.path) { return setting }
        if setting.path == "state", !Self.stateful.contains(command) { return nil }
        if setting.path.hasPrefix("sources.") || setting.path.hasPrefix("sinks.") {
            guard Self.running.contains(command) else { return nil }
        }
        // Another log must not overwrite the outputs of the project's own logs.
        if setting.path.hasPrefix("sinks."), command == "process", hasOperands { return nil }
        return setting
    }

    private func value(of option: String) -> Value? {
        own.first?.value(of: option)
            ?? setting(of: option).flatMap { configuration.values[$0.path] }
    }
}

extension ConfigurationError {
    /// The first mistake, which mentions the number of others.
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
    /// The configuration that provides the values of other options.
    var project: Project? { defaults as? Project }

    /// A script with its configuration, for commands without options for it.
    func configuredScript(_ path: String) throws(PeriluneError) -> Script {
        guard let project else { return try Script(path) }
        return try project.configuration.script(path, limits: ScriptLimits())
    }
}
