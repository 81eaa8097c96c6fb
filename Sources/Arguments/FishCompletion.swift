extension Tool {
    /// A completion script for fish.
    package func fishCompletion() -> String {
        let start = "complete -c \(name) -n __fish_use_subcommand"
        var lines = ["# fish completion for \(name)", "complete -c \(name) -f"]
        lines += ownOptions.map { "\(start)\($0.fishSwitches)" }
        for command in visibleCommands where command.group == nil {
            lines.append("\(start) -a \(command.name) -d \(command.summary.fishQuoted)")
        }
        for group in groups {
            let members = commands(in: group)
            let words = members.map(\.lastWord)
            lines.append("\(start) -a \(group) -d \(summary(ofGroup: group).fishQuoted)")
            let condition =
                "__fish_seen_subcommand_from \(group); and not __fish_seen_subcommand_from \(words.joined(separator: " "))"
            for command in members {
                lines.append(
                    "complete -c \(name) -n \(condition.fishQuoted) -a \(command.lastWord) -d \(command.summary.fishQuoted)"
                )
            }
        }
        for command in visibleCommands {
            let seen = command.name.split(separator: " ")
                .map { "__fish_seen_subcommand_from \($0)" }
                .joined(separator: "; and ").fishQuoted
            let condition = "complete -c \(name) -n \(seen)"
            lines += command.allOptions.map { "\(condition)\($0.fishSwitches)" }
            lines += command.operands.compactMap(\.accepts.fishSource)
                .map { "\(condition)\($0)" }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}

extension Option {
    fileprivate var fishSwitches: String {
        var text = letter.map { " -s \($0)" } ?? ""
        text += longSpellings.map { " -l \($0.dropFirst(2))" }.joined()
        if variable != nil { text += " -r" + (accepts.fishSource ?? "") }
        return "\(text) -d \(summary.fishQuoted)"
    }
}

extension Accepted {
    fileprivate var fishSource: String? {
        switch self {
        case .file: " -F"
        case .choice(let choices), .suggestion(let choices):
            " -a \(choices.joined(separator: " ").fishQuoted)"
        case .text, .integer: nil
        }
    }
}

extension String {
    /// The text as a quoted word of fish, in which only the quote and the backslash are special.
    fileprivate var fishQuoted: String {
        let escaped = map { $0 == "'" || $0 == "\\" ? "\\\($0)" : String($0) }
        return "'\(escaped.joined())'"
    }
}
