/// Guesses from the indentation which block lacks its `end`.
///
/// The parser only knows that the file ended too early, and names the outermost block: all the inner ones
/// took an `end` that was meant for another. Whoever indented the file knew better.
struct MissingEnd {
    private struct Opener {
        let word: String
        let line: Int
        let indent: Int
        /// Brackets may be indented in any way.
        let isBracket: Bool
    }

    private let script: LexedScript
    private var stack: [Opener] = []
    /// `for … do` and `while … do` are one block, not two.
    private var awaitsDo = false

    /// The hint, where the indentation tells something.
    static func hint(in script: LexedScript) -> String? {
        var search = MissingEnd(script)
        guard let (opener, line) = search.find() else { return nil }
        return "'\(opener.word)' at line \(opener.line) has no matching 'end', "
            + "judging by the indentation of line \(line)"
    }

    private init(_ script: LexedScript) { self.script = script }

    private mutating func find() -> (Opener, line: Int)? {
        var line = 0
        var indent = 0
        for token in script.tokens where token.kind != .endOfFile {
            let position = token.position
            if position.line != line {
                (line, indent) = (position.line, position.column)
                if let top = stack.last, line > top.line, !top.isBracket,
                    isOutside(token, indent, top)
                {
                    return (top, line)
                }
            }
            read(token, line, indent)
        }
        return nil
    }

    /// What closes a block stands where it was opened, all else further in.
    private func isOutside(_ token: Token, _ indent: Int, _ top: Opener) -> Bool {
        switch token.kind {
        case .keyword(.end), .keyword(.else), .keyword(.elseif), .keyword(.until):
            indent < top.indent
        default: indent <= top.indent
        }
    }

    private mutating func read(_ token: Token, _ line: Int, _ indent: Int) {
        switch token.kind {
        case .keyword(.function), .keyword(.if), .keyword(.repeat):
            open(token, line, indent)
        case .keyword(.for), .keyword(.while):
            open(token, line, indent)
            awaitsDo = true
        case .keyword(.do):
            if !awaitsDo { open(token, line, indent) }
            awaitsDo = false
        case .symbol(.openParenthesis), .symbol(.openBrace), .symbol(.openBracket):
            open(token, line, indent, isBracket: true)
        case .keyword(.end), .keyword(.until), .symbol(.closeParenthesis), .symbol(.closeBrace),
            .symbol(.closeBracket):
            _ = stack.popLast()
        default: return
        }
    }

    private mutating func open(
        _ token: Token, _ line: Int, _ indent: Int, isBracket: Bool = false
    ) {
        stack.append(
            Opener(
                word: script.text(of: token), line: line, indent: indent, isBracket: isBracket))
    }
}
