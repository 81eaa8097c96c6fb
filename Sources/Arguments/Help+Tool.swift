extension Tool {
    /// What `--help` prints for the whole tool.
    package func help(width: Int = 80, style: Style = .plain) -> String {
        var help = HelpText(width: width, style: style)
        help.paragraph("\(style.bold(name)) \(version): \(summary)")
        help.section("Usage", ["  \(name) COMMAND [OPTION…] [OPERAND…]"])
        discussion.forEach { help.paragraph($0) }
        help.section("Commands", rows: visibleCommands.map { ($0.name, $0.summary) })
        help.section("Options", rows: ownOptions.map { ($0.term, $0.fullSummary) })
        help.section("Environment", rows: environment.map { ($0.name, $0.summary) })
        help.section("Exit codes", rows: exitCodes.map { (String($0.code), $0.summary) })
        help.paragraph("'\(name) COMMAND --help' tells more about a command.")
        return help.text
    }
}
