extension Tool {
    /// What `--help` prints for one of the commands.
    package func help(for command: Command, width: Int = 80, style: Style = .plain) -> String {
        var help = HelpText(width: width, style: style)
        help.paragraph("\(style.bold("\(name) \(command.name)")): \(command.summary)")
        help.section("Usage", ["  " + usage(of: command)])
        command.discussion.forEach { help.paragraph($0) }
        help.section("Arguments", rows: command.operands.map { ($0.name, $0.fullSummary) })
        help.section("Options", rows: command.allOptions.map { ($0.term, $0.fullSummary) })
        help.section("Examples", exampleLines(command.examples, width: help.width, style: style))
        return help.text
    }

    /// The line of usage: `perilune open [OPTION…] URL…`.
    package func usage(of command: Command) -> String {
        ([name, command.name, "[OPTION…]"] + command.operands.map(\.usage)).joined(separator: " ")
    }

    /// The lines of examples, which are not wrapped so that they can be copied.
    private func exampleLines(_ examples: [Example], width: Int, style: Style) -> [String] {
        examples.flatMap { example in
            ["  " + style.bold(example.line)]
                + wrap(example.summary, width: width - 6).map { "      " + $0 }
        }
    }
}
