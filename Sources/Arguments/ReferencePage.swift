extension Tool {
    /// A page with every command and every option, as Markdown.
    package var referencePage: String {
        var page = """
            <!-- Generated from the tables of the commands: PERILUNE_UPDATE=1 make test-only FILTER=GeneratedPagesTests -->
            # Commands

            Every command with its operands and options, generated from the tables that parse the command line.

            `\(name) COMMAND --help` shows the same on a terminal, and `\(name) manual` writes it as a manual page.

            \(commandList)
            """
        for command in visibleCommands { page += "\n" + text(of: command) }
        page += "\n## Environment\n\n"
        page += table("variable", environment.map { ("`\($0.name)`", $0.summary) })
        page += "\n## Exit codes\n\n"
        page += table("code", exitCodes.map { ("\($0.code)", $0.summary) })
        return page
    }

    private var commandList: String {
        table(
            "command",
            visibleCommands.map { command in
                let anchor = String("\(name)-\(command.name)".map { $0 == " " ? "-" : $0 })
                return ("[`\(command.name)`](#\(anchor))", command.summary)
            })
    }

    private func text(of command: Command) -> String {
        var text = "## \(name) \(command.name)\n\n\(command.summary).\n\n"
        text += "```text\n\(usage(of: command))\n```\n"
        for paragraph in command.discussion { text += "\n\(escaped(paragraph))\n" }
        if !command.operands.isEmpty {
            text +=
                "\n" + table("operand", command.operands.map { ("`\($0.usage)`", $0.fullSummary) })
        }
        text +=
            "\n"
            + table(
                "option",
                command.allOptions.map { ("`\($0.term.drop { $0 == " " })`", $0.summaryWithRange) })
        guard !command.examples.isEmpty else { return text }
        let lines = command.examples.map { "# \($0.summary)\n\($0.line)\n" }
        return text + "\n```sh\n\(lines.joined())```\n"
    }

    private func table(_ head: String, _ rows: [(String, String)]) -> String {
        let lines = rows.map { "| \(escaped($0, "|")) | \(escaped($1)) |\n" }
        return "| \(head) | meaning |\n|---|---|\n" + lines.joined()
    }
}

extension Option {
    /// The summary with the range of a number, which the help omits.
    fileprivate var summaryWithRange: String {
        guard case .integer(let range) = accepts else { return fullSummary }
        return "\(fullSummary) An integer \(accepts.describe(range))."
    }
}

/// The text with escaped Markdown characters.
private func escaped(_ text: String, _ signs: String = "|*<_") -> String {
    text.reduce(into: "") { escaped, character in
        guard signs.contains(character) else { return escaped.append(character) }
        escaped += character == "<" ? "&lt;" : "\\\(character)"
    }
}
