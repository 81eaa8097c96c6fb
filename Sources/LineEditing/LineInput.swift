/// A source of lines for a prompt.
package protocol LineInput: AnyObject {
    /// Whether a user types the lines.
    var isInteractive: Bool { get }
    /// The next line; `nil` at the end.
    func read(prompt: String) -> InputLine?
    /// Adds a text to the history.
    func remember(_ text: String)
}

/// The result of reading a line.
package enum InputLine: Equatable, Sendable {
    case text(String)
    /// The user has cancelled the line.
    case cancelled
}

/// Reads lines without editing: from a pipe, or from a terminal if libedit is not available.
package final class PlainInput: LineInput {
    /// Whether a user types the lines, so that a prompt is shown.
    package let isInteractive: Bool
    private let ask: (String) -> Void

    /// Creates an input; `ask` shows the prompt if the input is a terminal.
    package init(isInteractive: Bool, ask: @escaping (String) -> Void) {
        self.isInteractive = isInteractive
        self.ask = ask
    }

    /// Reads a line of standard input; bytes that are not UTF-8 are replaced.
    package func read(prompt: String) -> InputLine? {
        if isInteractive { ask(prompt) }
        return readLine().map { .text($0) }
    }

    /// Does nothing: there is no history.
    package func remember(_ text: String) {}
}
