import Arguments
import Glibc
import LuaSyntax
import Perilune
import PeriluneCore

/// Runs a command line and returns the exit status.
nonisolated(nonsending) func perilune(_ arguments: [String]) async -> Int32 {
    let terminal = Terminal()
    let plugins = PluginActions.commands(for: arguments, terminal)
    let sections = CommandSection.sections(for: arguments.first ?? "")
    var tool = sections.isEmpty ? tool : Tool(sections)
    tool.add(plugins)
    var variables: [String: String] = [:]
    do {
        switch try tool.parse(arguments, environment: Terminal.variable) {
        case .help(let topic):
            try terminal.write(
                tool.help(on: topic, width: terminal.width, style: terminal.style))
            return 0
        case .version:
            try terminal.write("perilune \(version)\n")
            return 0
        case .run(let command, var values):
            variables = values.variables
            var terminal = terminal
            terminal.verbosity = try Verbosity(values, command)
            EnvironmentNames.check(terminal)
            if let command = plugins.first(where: { $0.name == command.name }) {
                return try await PluginActions.run(command, values, terminal)
            }
            let actions = sections.lazy.flatMap { $0.actions() }
            guard let action = actions.first(where: { $0.command.name == command.name }) else {
                return ExitStatus.software.rawValue
            }
            if Project.isFor(command) {
                values.defaults = try Project.load(values, command)
                terminal.detail(
                    values.project.map { "configuration: \($0.configuration.file)" }
                        ?? "configuration: none")
            }
            return try await action.run(values, terminal).rawValue
        }
    } catch let error as UsageError {
        terminal.info("\(error.naming(variables).description)\n")
        return ExitStatus.usage.rawValue
    } catch let error as PeriluneError {
        return status(of: error, terminal)
    } catch let error as ConfigurationError {
        for mistake in error.mistakes { terminal.report(mistake) }
        return ExitStatus.configuration.rawValue
    } catch let error as any PluginError {
        return status(of: error.error, terminal)
    } catch {
        terminal.info("perilune: \(error)\n")
        return ExitStatus.software.rawValue
    }
}

/// Prints the error that ended a run, and returns the exit status.
private func status(of error: PeriluneError, _ terminal: Terminal) -> Int32 {
    if error.code == "output.closed-pipe" { return 0 }
    let status = ExitStatus(error)
    var shown = error
    if status == .configuration, shown.hint == nil, error.isAboutScript {
        shown.hint = ScriptHint.text(for: error)
    }
    terminal.report(shown)
    return status.rawValue
}

extension PeriluneError {
    /// Whether checking the script gives more information.
    fileprivate var isAboutScript: Bool {
        ["script.", "interest.", "pattern.", "rule."].contains { code.rawValue.hasPrefix($0) }
    }
}

extension ExitStatus {
    /// The exit status for an error.
    init(_ error: PeriluneError) {
        let code = error.code.rawValue
        switch code {
        case "file.token", "file.credential", "http.anonymous", "http.certificate", "output.sink":
            self = .configuration
        case "event.missing", "quarantine.missing", "file.missing", "git.revision", "log.missing",
            "plugin.missing", "control.missing", "control.permission",
            "log.directory",
            "log.permission", "file.read", "state.unknown":
            self = .noInput
        case "control.other", "log.truncated", "log.empty", "log.corrupt", "log.encoding",
            "log.changed", "state.import", "quarantine.file":
            self = .badInput
        case "output.full", "output.write", "log.read", "quarantine.full", "sink.undelivered":
            self = .inputOutput
        case "output.option": self = .configuration
        case _ where code.hasPrefix("output."): self = .cannotCreate
        case "codec.auto", "codec.header": self = .badInput
        case _ where code.hasPrefix("codec."): self = .usage
        case _ where code.hasSuffix(".configuration"): self = .configuration
        case "nats.library", "kafka.library", "socket.listen": self = .configuration
        case _ where code.hasPrefix("nats."), _ where code.hasPrefix("kafka."),
            _ where code.hasPrefix("commit."):
            self = .inputOutput
        case "cluster.missing", "cluster.member", "cluster.lane": self = .noInput
        case "cluster.busy", "cluster.request": self = .inputOutput
        case _ where code.hasPrefix("cluster."): self = .configuration
        case _ where code.hasPrefix("store."), _ where code.hasPrefix("http."):
            self = .inputOutput
        case _ where code.hasPrefix("configuration."): self = .configuration
        case "crm.login", "crm.authority", "crm.webhook": self = .configuration
        case _ where ScriptChecker.rules.contains(where: { $0.code == code }): self = .configuration
        case "login.device", "login.size", "view.unknown", "theme.unknown", "locale.unknown",
            "locale.zone", "picture.size", "picture.format":
            self = .usage
        case "run.changed": self = .usage
        case "theme.invalid": self = .badInput
        case _ where code.hasPrefix("csv."): self = .badInput
        case "files.twice": self = .configuration
        case _ where code.hasPrefix("picture."): self = .cannotCreate
        case "chart.metadata.path", "chart.metadata.file", "charts.data": self = .noInput
        case _ where code.hasPrefix("chart"), _ where code.hasPrefix("query."),
            _ where code.hasPrefix("csv."):
            self = .badInput
        case "crm.metadata": self = .badInput
        case _ where code.hasPrefix("xml."), _ where code.hasPrefix("plist."),
            _ where code.hasPrefix("login."):
            self = .badInput
        case "crm.schema": self = .usage
        case _ where code.hasPrefix("crm."): self = .inputOutput
        case _ where code.hasPrefix("script."), _ where code.hasPrefix("interest."),
            _ where code.hasPrefix("plugin."), _ where code.hasPrefix("pattern."),
            _ where code.hasPrefix("rule."), _ where code.hasPrefix("lookup."):
            self = .configuration
        case _ where code.hasPrefix("event."), _ where code.hasPrefix("json."),
            _ where code.hasPrefix("link."):
            self = .badInput
        default: self = .software
        }
    }
}
