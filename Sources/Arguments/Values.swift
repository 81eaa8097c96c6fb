/// What a command line said, by the long names of the options.
package struct Values: Sendable {
    enum Setting: Equatable, Sendable {
        case on, off
        case text(String)
    }

    let declared: Set<String>
    var settings: [String: [Setting]] = [:]
    /// The variables of the environment that have set options, by the names of the options.
    package internal(set) var variables: [String: String] = [:]
    /// The operands in their order.
    package internal(set) var operands: [String] = []
    /// What holds for options that were not given.
    package var defaults: (any OptionDefaults)?

    init(of command: Command) {
        declared = Set(command.options.map(\.name) + command.operands.compactMap(\.option))
    }

    /// The same options for another command; those that it does not have, and operands, are left out.
    package func passed(to command: Command) -> Values {
        var values = Values(of: command)
        values.settings = settings.filter { values.declared.contains($0.key) }
        values.variables = variables.filter { values.declared.contains($0.key) }
        values.defaults = defaults
        return values
    }

    /// Whether the command line or the environment has an option.
    package func isGiven(_ name: String) -> Bool { settings[name] != nil }

    /// Whether the command has an option.
    package func declares(_ name: String) -> Bool { declared.contains(name) }

    /// The value of an option; the last one where it was given more than once.
    package func string(_ name: String) -> String? { strings(name).last }

    /// Every value of a repeatable option, in their order.
    package func strings(_ name: String) -> [String] {
        settings(name).compactMap { setting in
            guard case .text(let text) = setting else { return nil }
            return text
        }
    }

    /// Whether a toggle is on; the last word counts.
    package func flag(_ name: String, default isOn: Bool = false) -> Bool {
        settings(name).last.map { $0 == .on } ?? isOn
    }

    /// A number; parsing has already checked it where the table declares `.integer`.
    package func integer(_ name: String) -> Int? { string(name).flatMap { Int($0) } }

    /// A number whose range is only known when the program runs.
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

/// What options have that were not given, where a program knows it from elsewhere: a configuration.
package protocol OptionDefaults: Sendable {
    /// The values of an option, checked as those of the command line are; none where there is no default.
    func texts(of option: String) -> [String]
    /// Whether a toggle is on; `nil` where there is no default.
    func flag(_ option: String) -> Bool?
}
