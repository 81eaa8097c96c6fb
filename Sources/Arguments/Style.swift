/// How text is marked for a person: bold on a terminal, not at all elsewhere.
package struct Style: Sendable {
    /// Whether ``bold(_:)`` marks its text.
    package var isBold: Bool

    package init(isBold: Bool) { self.isBold = isBold }

    /// The style of files, pipes and tests.
    package static let plain = Style(isBold: false)
    /// The style of a terminal that shows bold text.
    package static let terminal = Style(isBold: true)

    /// Decides from `--color auto|always|never`, the environment and the terminal.
    ///
    /// An explicit choice on the command line wins over `NO_COLOR` (non-empty), and that over
    /// what the terminal can do.
    package static func decide(
        color choice: String?, noColor: String?, terminal: String?, isTerminal: Bool
    ) -> Style {
        switch choice {
        case "always": return .terminal
        case "never": return .plain
        default:
            let isRefused = !(noColor ?? "").isEmpty || terminal == "dumb"
            return Style(isBold: isTerminal && !isRefused)
        }
    }

    /// The text with the escape sequences that a terminal shows as bold; unchanged in the plain style.
    package func bold(_ text: String) -> String { isBold ? "\u{1B}[1m\(text)\u{1B}[0m" : text }
}
