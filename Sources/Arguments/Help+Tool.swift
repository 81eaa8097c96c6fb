extension Tool {
    /// What `--help` prints for the whole tool.
    package func help(width: Int = 80, style: Style = .plain) -> String {
        var help = HelpText(width: width, style: style)
        help.paragraph("\(style.bold(name)) \(version): \(summary)")
        help.section("Usage", ["  \(name) COMMAND [OPTION…] [ARGUMENT…]"])
        discussion.forEach { help.paragraph($0) }
        let widest = visibleCommands.map(\.name.count).max() ?? 0
        for section in sections {
            let commands = visibleCommands.filter { $0.section == section }
            help.section(
                section.isEmpty ? "Commands" : section,
                rows: commands.map { ($0.name, $0.summary) }, widest: widest)
        }
        help.section("Options", rows: ownOptions.map { ($0.term, $0.fullSummary) })
        help.section("Environment", rows: environment.map { ($0.name, $0.summary) })
        let codes = exitCodes.isEmpty ? "" : "; \(exitCodeHint)"
        help.paragraph("'\(name) COMMAND --help' describes a command\(codes).")
        return help.text
    }

    /// What `--help` prints for the commands of a group.
    func help(forGroup group: String, width: Int, style: Style) -> String {
        var help = HelpText(width: width, style: style)
        help.paragraph("\(style.bold("\(name) \(group)")): \(summary(ofGroup: group))")
        help.section("Usage", ["  \(name) \(group) COMMAND [OPTION…] [ARGUMENT…]"])
        help.section("Commands", rows: commands(in: group).map { ($0.lastWord, $0.summary) })
        help.paragraph("'\(name) \(group) COMMAND --help' describes a command.")
        return help.text
    }

    /// What `help exit-codes` prints.
    func exitCodeHelp(width: Int, style: Style) -> String {
        var help = HelpText(width: width, style: style)
        help.section("Exit codes", rows: exitCodes.map { (String($0.code), $0.summary) })
        return help.text
    }

    private var exitCodeHint: String {
        "'\(name) help \(HelpTopic.exitCodesWord)' lists the exit codes"
    }
}
