/// The parsed options and operands of a command line, by the long names of the options.
package struct Values: Sendable {
    enum Setting: Equatable, Sendable {
        case on, off
        case text(String)
    }

    /// The name of the command as it was given, such as `process` or `store check`.
    package private(set) var command: String
    let declared: Set<String>
    var settings: [String: [Setting]] = [:]
    /// The variables of the environment that have set options, by the names of the options.
    package internal(set) var variables: [String: String] = [:]
    /// The operands in their order.
    package internal(set) var operands: [String] = []
    /// The values of options that were not given.
    package var defaults: (any OptionDefaults)?

    init(of command: Command) {
        self.command = command.name
        declared = Set(command.options.map(\.name) + command.operands.compactMap(\.option))
    }

    /// The options for another command, without operands and without options that it does not have.
    package func passed(to command: Command) -> Values {
        var values = Values(of: command)
        values.command = self.command
        values.settings = settings.filter { values.declared.contains($0.key) }
        values.variables = variables.filter { values.declared.contains($0.key) }
        values.defaults = defaults
        return values
    }

    /// Whether the command line or the environment sets an option.
    package func isGiven(_ name: String) -> Bool { settings[name] != nil }

    /// Whether the command has an option.
    package func declares(_ name: String) -> Bool { declared.contains(name) }

    /// The value of an option; if it was given several times, the last one.
    package func string(_ name: String) -> String? { strings(name).last }

    /// All values of a repeatable option, in order.
    package func strings(_ name: String) -> [String] {
        settings(name).compactMap { setting in
            guard case .text(let text) = setting else { return nil }
            return text
        }
    }

    /// Whether a toggle is on; if it was given several times, the last one counts.
    package func flag(_ name: String, default isOn: Bool = false) -> Bool {
        settings(name).last.map { $0 == .on } ?? isOn
    }

    /// The value of an option as a number; parsing has checked it if the option accepts `.integer`.
    package func integer(_ name: String) -> Int? { string(name).flatMap { Int($0) } }

    /// The value of an option as a number whose range is only known at run time.
    package func integer(
        _ name: String, in range: ClosedRange<Int>, program: String
    ) throws(UsageError) -> Int? {
        guard let text = string(name) else { return nil }
        if let problem = Accepted.integer(range).problem(with: text) {
            throw UsageError(.invalidValue, "option '--\(name)' \(problem)", program: program)
        }
        return Int(text)
    }

    private func settings(_ name: String) -> [Setting] {
        assert(declared.contains(name), "the command declares no option '\(name)'")
        if let given = settings[name] { return given }
        guard let defaults else { return [] }
        if let isOn = defaults.flag(name) { return [isOn ? .on : .off] }
        return defaults.texts(of: name).map { .text($0) }
    }
}

/// Provides the values of options that were not given, such as those of a configuration.
package protocol OptionDefaults: Sendable {
    /// The values of an option, which have been checked like those of the command line; empty if there are none.
    func texts(of option: String) -> [String]
    /// Whether a toggle is on; `nil` if there is no value.
    func flag(_ option: String) -> Bool?
}
