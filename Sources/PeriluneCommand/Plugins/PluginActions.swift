import Arguments
import Perilune
import PeriluneCore

/// The commands of plugins.
enum PluginActions {
    /// The commands of loaded plugins, for a command line whose command is unknown, or that asks for help.
    ///
    /// Plugins are loaded only then: known commands do not need them, or load them themselves.
    static func commands(
        for arguments: [String], _ terminal: Terminal
    ) -> [PluginCommand] {
        guard let word = arguments.first, mayNeedPlugins(word) else { return [] }
        let line = ["plugin", "list"] + pluginWords(arguments)
        guard case .run(_, let values)? = try? tool.parse(line) else { return [] }
        return commands(values, terminal)
    }

    private static func mayNeedPlugins(_ word: String) -> Bool {
        if ["--help", "-h", "help"].contains(word) { return true }
        return !word.hasPrefix("-") && !word.isEmpty
            && CommandSection.sections(for: word).isEmpty
    }

    /// The commands of the plugins in options and the configuration.
    static func commands(_ values: Values, _ terminal: Terminal) -> [PluginCommand] {
        do {
            var values = values
            values.defaults = try Project.load(values, pluginListAction.command)
            var registry = Registry()
            for named in try PluginOptions.load(values, terminal) {
                try registry.register(named.plugin)
            }
            return registry.commands
        } catch let error as PeriluneError {
            // The command may be mistyped, or belong to this plugin.
            terminal.report(error)
        } catch let error as ConfigurationError {
            for mistake in error.mistakes { terminal.report(mistake) }
        } catch {}
        return []
    }

    /// Runs a command of a plugin.
    static func run(
        _ command: PluginCommand, _ values: Values, _ terminal: Terminal
    ) async throws -> Int32 {
        var given = Value.Members()
        for option in command.options {
            switch option.kind {
            case .flag: if values.flag(option.name) { given[option.name] = true }
            case .integer:
                given[option.name] = values.integer(option.name).map { .integer(Int64($0)) }
            case .text, .choice:
                given[option.name] = values.string(option.name).map { .string($0) }
            }
        }
        let invocation = PluginCommand.Invocation(
            operands: values.operands, values: given,
            write: { text in try terminal.write(text) }, note: { terminal.info($0) })
        do {
            return Int32(clamping: max(0, min(try await command.run(invocation), 125)))
        } catch let error as PeriluneError where ExitStatus(error) == .software {
            // An unknown error code is not a bug, because plugins have codes of their own.
            terminal.report(error)
            return ExitStatus.found.rawValue
        }
    }

    /// The options for plugins, wherever they are on the command line.
    private static func pluginWords(_ arguments: [String]) -> [String] {
        var words: [String] = []
        var index = 0
        while index < arguments.count, arguments[index] != "--" {
            let word = arguments[index]
            if word == "--plugin" || word == "--config", index + 1 < arguments.count {
                words += [word, arguments[index + 1]]
                index += 1
            } else if word.hasPrefix("--plugin=") || word.hasPrefix("--config=")
                || word == "--no-config"
            {
                words.append(word)
            }
            index += 1
        }
        return words
    }
}

extension Command {
    /// Converts a plugin's command for the parser.
    init(_ command: PluginCommand) {
        var operands: [Operand] = []
        if let declared = command.operands {
            let count: Operand.Count =
                switch (declared.isRequired, declared.isMany) {
                case (true, true): .oneOrMore
                case (true, false): .one
                case (false, true): .anyNumber
                case (false, false): .optional
                }
            operands.append(Operand(declared.name, count, declared.summary))
        }
        self.init(
            name: command.name, section: "Plugins", summary: command.summary,
            discussion: command.discussion, operands: operands,
            options: command.options.map { Option($0) } + PluginOptions.all + Project.options)
    }
}

extension Option {
    fileprivate init(_ option: PluginCommand.Option) {
        self =
            switch option.kind {
            case .flag: .toggle(option.name, option.summary)
            case .text(let variable): .value(option.name, variable, option.summary)
            case .integer(let variable):
                .value(
                    option.name, variable, accepts: .integer(Int.min...Int.max), option.summary)
            case .choice(let choices):
                .value(option.name, "WORD", accepts: .choice(choices), option.summary)
            }
    }
}
