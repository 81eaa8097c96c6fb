/// What a command line asks for.
package enum Invocation: Sendable {
    case run(Command, Values)
    /// Help for a command, or for the tool.
    case help(Command?)
    case version
}

extension Tool {
    /// Understands the words after the program's name.
    package func parse(_ arguments: [String]) throws(UsageError) -> Invocation {
        guard let first = arguments.first else {
            throw UsageError(.missingCommand, "a command is missing", program: name)
        }
        let rest = arguments.dropFirst()
        switch first {
        case "--help", "-h": return .help(nil)
        case "--version", "-V": return .version
        case "help" where command(named: first) == nil:
            guard let topic = rest.first else { return .help(nil) }
            return .help(try requireCommand(topic))
        default:
            if first.utf8.first == UInt8(ascii: "-"), first != "-" {
                throw unknownOption(first)
            }
            var parser = CommandParser(
                command: try requireCommand(first), rest: rest, program: "\(name) \(first)")
            return try parser.parse()
        }
    }

    private func requireCommand(_ word: String) throws(UsageError) -> Command {
        if let command = command(named: word) { return command }
        throw UsageError(
            .unknownCommand, "unknown command '\(word)'",
            suggestion: suggestion(for: word, among: visibleCommands.map(\.name)), program: name)
    }

    private func unknownOption(_ word: String) -> UsageError {
        // Somebody who writes an option first has only the order wrong.
        let owner = visibleCommands.first { command in
            command.options.contains { $0.spellings.contains(word) }
        }
        if let owner {
            return UsageError(
                .unknownOption,
                "option '\(word)' belongs after a command: '\(name) \(owner.name) \(word)'",
                program: name)
        }
        let spellings = ownOptions.flatMap(\.longSpellings)
        return UsageError(
            .unknownOption, "unknown option '\(word)'",
            suggestion: suggestion(for: word, among: spellings), program: name)
    }
}
