/// The parsed command line.
package enum Invocation: Sendable {
    case run(Command, Values)
    case help(HelpTopic)
    case version
}

extension Tool {
    /// Parses the words after the program's name.
    ///
    /// Options that are not given are set by environment variables, such as `TOOL_MAX_BODY` for `--max-body`.
    package func parse(
        _ arguments: [String], environment: (String) -> String? = { _ in nil }
    ) throws(UsageError) -> Invocation {
        guard let first = arguments.first else {
            throw UsageError(.missingCommand, "missing command", program: name)
        }
        let rest = arguments.dropFirst()
        switch first {
        case "--help", "-h": return .help(.tool)
        case "--version", "-V": return .version
        case "help" where command(named: first) == nil:
            return .help(try topic(of: rest))
        default:
            if first.utf8.first == UInt8(ascii: "-"), first != "-" {
                throw unknownOption(first)
            }
            if groups.contains(first), let word = rest.first, Option.help.spellings.contains(word) {
                return .help(.group(first))
            }
            let (command, rest) = try requireCommand(arguments[...])
            var parser = CommandParser(
                command: command, rest: rest, program: "\(name) \(command.name)",
                siblings: command.group.map(commands(in:)) ?? [])
            return try parser.parse(prefix: name, environment)
        }
    }

    /// The topic for the words after `help`.
    private func topic(of words: ArraySlice<String>) throws(UsageError) -> HelpTopic {
        guard let first = words.first else { return .tool }
        if first == HelpTopic.exitCodesWord, !exitCodes.isEmpty { return .exitCodes }
        if groups.contains(first), words.count == 1 { return .group(first) }
        return .command(try requireCommand(words).command)
    }

    /// The command whose name the words begin with, and the other words.
    private func requireCommand(
        _ words: ArraySlice<String>
    ) throws(UsageError) -> (command: Command, rest: ArraySlice<String>) {
        let first = words.first ?? ""
        if let command = command(named: first) { return (command, words.dropFirst()) }
        guard groups.contains(first) else {
            throw UsageError(
                .unknownCommand, "unknown command '\(first)'",
                suggestion: suggestion(for: first, among: firstWords), program: name)
        }
        let members = commands(in: first).map(\.lastWord)
        guard let second = words.dropFirst().first else {
            throw UsageError(
                .missingCommand, "missing command: \(list(members))", program: "\(name) \(first)")
        }
        if let command = command(named: "\(first) \(second)") {
            return (command, words.dropFirst(2))
        }
        let meant = suggestion(for: second, among: members)
        let others = meant == nil ? "; use \(list(members))" : ""
        throw UsageError(
            .unknownCommand, "unknown command '\(second)'\(others)",
            suggestion: meant, program: "\(name) \(first)")
    }

    private func unknownOption(_ word: String) -> UsageError {
        // An option before the command is probably in the wrong place.
        let owner = visibleCommands.first { command in
            command.options.contains { $0.spellings.contains(word) }
        }
        if let owner {
            return UsageError(
                .unknownOption,
                "option '\(word)' must follow a command: '\(name) \(owner.name) \(word)'",
                program: name)
        }
        let spellings = ownOptions.flatMap(\.longSpellings)
        return UsageError(
            .unknownOption, "unknown option '\(word)'",
            suggestion: suggestion(for: word, among: spellings), program: name)
    }
}
