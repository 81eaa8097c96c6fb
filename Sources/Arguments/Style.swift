/// The style of text: bold on terminals, plain elsewhere.
package struct Style: Sendable {
    /// Whether ``bold(_:)`` has an effect.
    package var isBold: Bool

    package init(isBold: Bool) { self.isBold = isBold }

    /// The style for files, pipes and tests.
    package static let plain = Style(isBold: false)
    /// The style for terminals that support bold text.
    package static let terminal = Style(isBold: true)

    /// Chooses a style from `--color auto|always|never`, the environment and the terminal.
    ///
    /// An explicit choice on the command line takes precedence over a non-empty `NO_COLOR`, and that over the
    /// capabilities of the terminal.
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
