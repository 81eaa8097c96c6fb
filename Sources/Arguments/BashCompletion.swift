extension Tool {
    /// A completion script for bash, which does not need the package `bash-completion`.
    package func bashCompletion() -> String {
        let function = "_" + name.shellIdentifier
        let names = visibleCommands.map(\.bashName)
        var lines = [
            "# bash completion for \(name)",
            "\(function)() {",
            "    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}",
            "    local command= word words= files=",
            "    # bash splits --name=value into three words.",
            "    if [[ $current == = ]]; then",
            "        current=",
            "    elif [[ $previous == = ]]; then",
            "        previous=${COMP_WORDS[COMP_CWORD-2]}",
            "    fi",
            "    for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do",
        ]
        if groups.isEmpty {
            lines += [
                "        case $word in",
                "        \(names.joined(separator: "|"))) command=$word; break ;;",
            ]
        } else {
            lines += [
                "        word=${command:+$command }$word",
                "        case $word in",
                "        \(groups.joined(separator: "|"))) command=$word ;;",
                "        \(names.joined(separator: "|"))) command=$word; break ;;",
            ]
        }
        lines += [
            "        esac",
            "    done",
            "    case $command:$previous:$current in",
        ]
        for group in groups {
            let members = commands(in: group).map(\.lastWord).joined(separator: " ")
            lines.append("    \(group):*) words='\(members)' ;;")
        }
        for command in visibleCommands {
            lines += command.bashCases()
        }
        let own = ownOptions.flatMap(\.spellings)
        lines += [
            "    *) words='\((firstWords + own).joined(separator: " "))' ;;",
            "    esac",
            "    mapfile -t COMPREPLY < <(",
            "        [[ -n $words ]] && compgen -W \"$words\" -- \"$current\"",
            "        [[ -n $files ]] && compgen -f -- \"$current\"",
            "    )",
            "    [[ -z $files ]] || compopt -o filenames 2> /dev/null",
            "}",
            "complete -F \(function) \(name)",
        ]
        return lines.joined(separator: "\n") + "\n"
    }
}

extension Command {
    /// The name as a pattern of bash.
    fileprivate var bashName: String { group == nil ? name : "'\(name)'" }

    /// The cases of the script: values of options first, then options, then operands, because the first match wins.
    fileprivate func bashCases() -> [String] {
        var cases: [String] = []
        for option in options where option.variable != nil {
            let patterns = option.spellings.map { "\(bashName):\($0):*" }.joined(separator: "|")
            cases.append("    \(patterns)) \(option.accepts.bashSource) ;;")
        }
        let spellings = allOptions.flatMap(\.spellings).joined(separator: " ")
        cases.append("    \(bashName):*:-*) words='\(spellings)' ;;")
        cases.append("    \(bashName):*) \(operands.last?.accepts.bashSource ?? ":") ;;")
        return cases
    }
}

extension Accepted {
    fileprivate var bashSource: String {
        switch self {
        case .file: "files=yes"
        case .choice(let choices), .suggestion(let choices):
            "words='\(choices.joined(separator: " "))'"
        case .text, .integer: ":"
        }
    }
}

extension String {
    /// The name with characters replaced that are not allowed in names of shell functions.
    var shellIdentifier: String { String(map { $0.isLetter || $0.isNumber ? $0 : "_" }) }

    /// The text as one quoted word of a POSIX shell.
    var shellQuoted: String {
        "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
            + "'"
    }
}
