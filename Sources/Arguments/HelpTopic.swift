/// A topic of the help.
package enum HelpTopic: Sendable {
    case tool
    /// The commands whose name begins with a word, such as `crm`.
    case group(String)
    case command(Command)
    case exitCodes

    /// The word after `help` that asks for the exit codes.
    static let exitCodesWord = "exit-codes"
}

extension Tool {
    /// The help on a topic.
    package func help(
        on topic: HelpTopic, width: Int = 80, style: Style = .plain
    ) -> String {
        switch topic {
        case .tool: help(width: width, style: style)
        case .group(let group): help(forGroup: group, width: width, style: style)
        case .command(let command): help(for: command, width: width, style: style)
        case .exitCodes: exitCodeHelp(width: width, style: style)
        }
    }
}
