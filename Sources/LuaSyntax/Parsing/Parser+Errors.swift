extension Parser {
    /// An error at the current token.
    func failure(_ message: String, hint: String? = nil) -> SyntaxFailure {
        .syntax(message, at: token.position, in: script.lines, hint: hint)
    }

    /// An error of the form "… near 'x'": what was expected and the token found instead.
    func unexpected(_ expectation: String, hint: String? = nil) -> SyntaxFailure {
        // The error of an unreadable token is more helpful than what was expected instead.
        if token.kind == .invalid, let error = script.error { return .found(error) }
        let text = script.text(of: token)
        let near = token.kind == .endOfFile ? "at the end of the file" : "near '\(text)'"
        return failure(
            "\(expectation) \(near)",
            hint: hint ?? ForeignHabits.hint(for: token.kind, after: previous, before: next.kind))
    }

    /// An error for a file whose block ends before the end of the file.
    func unexpectedEndOfChunk() -> SyntaxFailure {
        switch token.kind {
        case .keyword(.end), .keyword(.else), .keyword(.elseif), .keyword(.until):
            unexpected(
                "expected a statement", hint: "it closes no open block")
        default:
            unexpected(
                "expected the end of the file",
                hint: "'return' must be the last statement of its block")
        }
    }
}
