/// Guesses from the indentation which block lacks its `end`.
///
/// The parser only knows that the file ended too early, and reports the outermost block, because each inner one has
/// taken the `end` of the next outer block. The indentation shows which one was meant.
struct MissingEnd {
    private struct Opener {
        let word: String
        let line: Int
        let indent: Int
        /// Whether it is a bracket, whose contents may be indented in any way.
        let isBracket: Bool
    }

    private let script: LexedScript
    private var stack: [Opener] = []
    /// Whether a `do` belongs to the `for` or `while` before it.
    private var awaitsDo = false

    /// The hint; `nil` if the indentation shows nothing.
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

    /// Whether a token is indented too little to be inside of the innermost open block.
    ///
    /// A closing keyword may have the indentation of the block's opener, everything else must have more.
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
