/// Where the lines of a prompt come from.
package protocol LineInput: AnyObject {
    /// Whether a person types them.
    var isInteractive: Bool { get }
    /// The next line; `nil` at the end.
    func read(prompt: String) -> InputLine?
    /// Keeps a text for the arrow keys.
    func remember(_ text: String)
}

/// What came of asking for a line.
package enum InputLine: Equatable, Sendable {
    case text(String)
    /// The person gave it up.
    case cancelled
}

/// Lines as they come: of a pipe, or of a terminal where there is no library to edit them with.
package final class PlainInput: LineInput {
    /// Whether a person types the lines, so that a prompt is shown.
    package let isInteractive: Bool
    private let ask: (String) -> Void

    /// `ask` shows the prompt, if the input is a terminal.
    package init(isInteractive: Bool, ask: @escaping (String) -> Void) {
        self.isInteractive = isInteractive
        self.ask = ask
    }

    /// Reads a line of standard input; bytes that are not UTF-8 are replaced.
    package func read(prompt: String) -> InputLine? {
        if isInteractive { ask(prompt) }
        return readLine().map { .text($0) }
    }

    /// Nothing is remembered.
    package func remember(_ text: String) {}
}
