extension Tool {
    /// A completion script for zsh, to be saved as `_name` in a folder of `$fpath`.
    package func zshCompletion() -> String {
        let function = "_" + name.shellIdentifier
        var lines = [
            "#compdef \(name)",
            "\(function)() {",
            "    local context state state_descr line",
            "    typeset -A opt_args",
            "    _arguments -C \\",
        ]
        lines += ownOptions.map { "        \($0.zshSpecification(isAlone: true)) \\" }
        lines += [
            "        '1:command:->command' \\",
            "        '*::operand:->rest'",
            "    case $state in",
            "    command)",
            "        local -a commands=(",
        ]
        lines += firstWords.map { word in
            let summary = command(named: word)?.summary ?? summary(ofGroup: word)
            return "            " + "\(word):\(summary.zshEscaped(":"))".shellQuoted
        }
        lines += ["        )", "        _describe command commands", "        ;;", "    rest)"]
        lines.append("        case $line[1] in")
        for word in firstWords {
            let members = commands(in: word)
            let specifications =
                members.isEmpty
                ? command(named: word).map { command in
                    command.allOptions.map { $0.zshSpecification(isAlone: $0.name == "help") }
                        + command.operands.map(\.zshSpecification)
                } ?? [] : Self.zshSpecifications(ofGroup: members)
            lines.append("        \(word))")
            lines.append("            _arguments -s -S \\")
            lines.append(
                specifications.map { "                \($0)" }.joined(separator: " \\\n"))
            lines.append("            ;;")
        }
        lines += ["        esac", "        ;;", "    esac", "}", "\(function) \"$@\""]
        return lines.joined(separator: "\n") + "\n"
    }

    /// The commands of a group, followed by the options of all of them.
    private static func zshSpecifications(ofGroup members: [Command]) -> [String] {
        let words = members.map(\.lastWord).joined(separator: " ")
        var seen: Set<String> = []
        let options = members.flatMap(\.allOptions).filter { seen.insert($0.name).inserted }
        return ["1:command:(\(words))".shellQuoted]
            + options.map { $0.zshSpecification(isAlone: $0.name == "help") }
    }
}

extension Option {
    /// The option in the notation of `_arguments`; a lone one ends completion.
    fileprivate func zshSpecification(isAlone: Bool) -> String {
        let exclusion =
            isAlone ? "(- *)" : isRepeatable ? "*" : "(\(spellings.joined(separator: " ")))"
        var text = "[\(summary.zshEscaped("[]:"))]"
        if let variable { text += ":\(variable):\(accepts.zshAction)" }
        let marks = spellings.map { spelling in
            guard variable != nil else { return spelling }
            return spelling.hasPrefix("--") ? "\(spelling)=" : "\(spelling)+"
        }
        // Braces combine several spellings in one specification, and must not be quoted.
        let spelled = marks.count == 1 ? marks[0] : "{\(marks.joined(separator: ","))}"
        return exclusion.shellQuoted + spelled + text.shellQuoted
    }
}

extension Operand {
    fileprivate var zshSpecification: String {
        let prefix = count.isMany ? "*:" : count.isRequired ? ":" : "::"
        return "\(prefix)\(name):\(accepts.zshAction)".shellQuoted
    }
}

extension Accepted {
    fileprivate var zshAction: String {
        switch self {
        case .file: "_files"
        case .choice(let choices), .suggestion(let choices): "(\(choices.joined(separator: " ")))"
        case .text, .integer: ""
        }
    }
}

extension String {
    fileprivate func zshEscaped(_ special: String) -> String {
        reduce(into: "") { text, letter in
            if special.contains(letter) || letter == "\\" { text.append("\\") }
            text.append(letter)
        }
    }
}
