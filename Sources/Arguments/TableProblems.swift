extension Tool {
    /// Mistakes in the table of commands, one sentence each; for tests.
    package func problems() -> [String] {
        var found = duplicates(commands.map(\.name), "command")
        found += duplicates(exitCodes.map { String($0.code) }, "exit code")
        found += duplicates(environment.map(\.name), "variable")
        for command in commands {
            found += command.problems().map { "\(command.name): \($0)" }
            found += command.examples
                .filter { !$0.line.mentions("\(name) \(command.name)") }
                .map { "\(command.name): the example '\($0.line)' does not use the command" }
        }
        if !summary.isLine { found.append("the summary is not one line without a full stop") }
        for (group, summary) in groupSummaries.sorted(by: { $0.key < $1.key }) {
            if commands(in: group).isEmpty { found.append("the group '\(group)' has no commands") }
            if !summary.isLine { found.append("the summary of '\(group)' is not one line") }
        }
        return found
    }
}

extension Command {
    func problems() -> [String] {
        var found = duplicates(allOptions.flatMap(\.spellings), "option")
        found += duplicates(operands.map(\.name), "operand")
        if !summary.isLine { found.append("the summary is not one line without a full stop") }
        if operands.dropLast().contains(where: { $0.count != .one }) {
            found.append("only the last operand may be optional or many")
        }
        if examples.isEmpty, !isHidden { found.append("there is no example") }
        for operand in operands where operand.name != operand.name.uppercased() {
            found.append("the operand '\(operand.name)' is not in capitals")
        }
        for option in options {
            found += option.problems().map { "--\(option.name): \($0)" }
        }
        return found
    }
}

extension Option {
    func problems() -> [String] {
        var found: [String] = []
        if name.isEmpty || name.contains(where: { !$0.isLowercase && $0 != "-" && !$0.isNumber }) {
            found.append("a long name has small letters, digits and dashes only")
        }
        if let variable, variable.isEmpty || variable != variable.uppercased() {
            found.append("the variable '\(variable)' is not a word in capitals")
        }
        if summary.last != "." { found.append("the summary is not a sentence") }
        if summary.contains("\n") { found.append("the summary has more than one line") }
        if case .choice(let choices) = accepts {
            found += duplicates(choices, "choice")
            if choices.count < 2 { found.append("there is nothing to choose") }
        }
        return found
    }
}

extension String {
    /// Whether the text contains another one; `contains` would link the standard library's regular expressions.
    fileprivate func mentions(_ text: String) -> Bool {
        utf8.indices.contains { utf8[$0...].starts(with: text.utf8) }
    }

    fileprivate var isLine: Bool { !isEmpty && !contains("\n") && last != "." }
}

private func duplicates(_ names: [String], _ kind: String) -> [String] {
    var seen: Set<String> = []
    return names.filter { !seen.insert($0).inserted }.map { "the \(kind) '\($0)' is there twice" }
}
